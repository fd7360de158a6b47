import { restoreDistance } from '../../../app/audit/score/pair-columns.ts';
import { embedItems } from '../../../app/embed-items.ts';
import type { ClusterOutcome, ClusterRecord, StoredPlacements } from '../../../contracts/work.ts';
import type { CalibratedPlacement } from '../../../core/attack/placement/place-calibrated.ts';
import { type Puzzle, puzzleOf } from '../../../core/attack/reassociation/pieces.ts';
import { type Placement, reconstructed } from '../../../core/attack/reassociation/reconstruct.ts';
import {
  addClusterFigures,
  addUnattackable,
  noFigures,
  type ReassociationFigures,
} from '../../../core/measure/disassociated/cluster-figures.ts';
import type { PlacementExpectation } from '../../../core/measure/disassociated/expectation.ts';
import { expectedAtRandom } from '../../../core/measure/disassociated/expected-at-random.ts';
import { type Pairing, pair } from '../../../core/measure/disassociated/pairing.ts';
import type { VectorOf } from '../../../core/measure/disassociated/word-movers-distance.ts';
import type { Cluster } from '../../../core/model/disassociated.ts';
import { seeded } from '../../../core/random/random.ts';
import type { Embeddings } from '../../../ports/embeddings.ts';
import { clusterContent } from '../attack/attack-clusters.ts';
import { addNamedCluster, type NamedPieces, noNamed } from './placement-findings.ts';

/** A cluster with all that is known of it. */
export interface FinishedCluster {
  readonly unit: number;
  readonly record: ClusterRecord;
  /** Null: the step that scores and attacks left nothing of it. */
  readonly outcome: ClusterOutcome | null;
  /** Its original transactions; null without an original that names clusters. */
  readonly originals: readonly (readonly string[])[] | null;
}

interface ClusterMeasures {
  /** How many attacks there are. */
  readonly attacks: number;
  readonly termPlaces: number;
  readonly seed: string;
  /** What Word Mover's Distances are measured in; null: not computable. */
  readonly vectors: Embeddings | null;
  readonly labels: ReadonlyMap<string, string> | undefined;
}

/** What was done to one cluster, attack by attack. */
export interface ClusterResult {
  readonly cluster: number;
  /** Number of its first transaction, from 0. */
  readonly first: number;
  readonly puzzle: Puzzle;
  /** An attack that failed put nothing anywhere. */
  readonly placements: readonly (readonly (Placement | CalibratedPlacement)[])[];
  /** Null without the original or without an anchor. */
  readonly pairings: readonly (Pairing | null)[];
}

/** What one slice adds to the figures of the release. */
export interface ClusterSliceFigures {
  /** By attack; null without the original. */
  readonly figures: readonly ReassociationFigures[] | null;
  /** Pieces, and those with a score for at least one anchoring sub-record. */
  readonly pieces: number;
  readonly scored: number;
  /** Places by attack, and clusters that it failed on. */
  readonly places: readonly number[];
  /** By attack: of whom a piece is named, next to as many places at random. */
  readonly named: readonly NamedPieces[];
  readonly errored: readonly number[];
  /** Items that nothing is known of, with the clusters that hold them. */
  readonly unmatched: readonly (readonly [item: string, clusters: number])[];
  /** Clusters of which the step before left nothing, by number. */
  readonly lost: readonly number[];
}

export interface MeasuredClusters {
  readonly figures: ClusterSliceFigures;
  readonly results: readonly ClusterResult[];
}

/** Measures one slice. Its figures do not depend on the batches that attacked it, only on the slice. */
export async function measureClusters(slice: readonly FinishedCluster[], measures: ClusterMeasures): Promise<MeasuredClusters> {
  const attacks = Array.from({ length: measures.attacks }, (_, at) => at);
  const hasOriginal = slice.every(({ originals }) => originals !== null);
  const figures = hasOriginal ? attacks.map(noFigures) : null;
  const vectorOf = hasOriginal ? await vectorsFor(slice, measures) : null;
  const places = attacks.map(() => 0);
  const named = attacks.map(noNamed);
  const errored = attacks.map(() => 0);
  const unmatched = new Map<string, number>();
  let pieces = 0;
  let scored = 0;
  const results = slice.map(({ unit, record, outcome, originals }): ClusterResult => {
    const { puzzle, placements } = withPlacements(record.cluster, outcome, measures.attacks, measures.termPlaces);
    pieces += puzzle.pieces.length;
    scored += outcome?.scored ?? 0;
    for (const item of outcome?.unmatched ?? []) unmatched.set(item, (unmatched.get(item) ?? 0) + 1);
    const atRandom = originals === null ? null : expectationOf(record, puzzle, originals, measures.seed);
    const pairings = attacks.map((at): Pairing | null => {
      const own = placements[at] as readonly Placement[];
      places[at] = (places[at] as number) + own.reduce((sum, { rows }) => sum + rows.length, 0);
      if (outcome?.attacks[at]?.kind !== 'placed') errored[at] = (errored[at] as number) + 1;
      const said = named[at] as NamedPieces;
      if (originals === null || figures === null) {
        addNamedCluster(said, record.cluster, puzzle, own, null);
        return null;
      }
      const total = figures[at] as ReassociationFigures;
      if (atRandom === null) {
        addUnattackable(total, puzzle, originals.length);
        addNamedCluster(said, record.cluster, puzzle, [], null);
        return null;
      }
      const pairing = pair(record.cluster, puzzle, own, originals, vectorOf);
      addClusterFigures(total, puzzle, own, pairing, originals, vectorOf, atRandom);
      addNamedCluster(said, record.cluster, puzzle, own, pairing);
      return pairing;
    });
    return { cluster: unit, first: record.first, puzzle, placements, pairings };
  });
  const lost = slice.flatMap(({ unit, outcome }) => (outcome === null ? [unit] : []));
  return { figures: { figures, pieces, scored, places, named, errored, unmatched: [...unmatched], lost }, results };
}

/** The reconstructed transactions of a cluster; without an anchor nothing is put together. */
export const reconstructedRows = ({ puzzle, placements }: ClusterResult, attack: number): string[][] =>
  reconstructed(puzzle, placements[attack] ?? []);

/** A cluster with what each attack put where. */
export function withPlacements(
  cluster: Cluster,
  outcome: ClusterOutcome | null,
  attacks: number,
  termPlaces: number,
): Pick<ClusterResult, 'puzzle' | 'placements'> {
  const placements = Array.from({ length: attacks }, (_, at) => placementsOf(outcome?.attacks[at]));
  return { puzzle: puzzleOf(cluster, termPlaces), placements };
}

const placementsOf = (stored: StoredPlacements | undefined): (Placement | CalibratedPlacement)[] =>
  stored?.kind === 'placed'
    ? stored.placements.map(({ values, ...placement }) => ({ ...placement, values: values.map((value) => 0 - restoreDistance(value)) }))
    : [];

function expectationOf(
  { cluster }: ClusterRecord,
  puzzle: Puzzle,
  originals: readonly (readonly string[])[],
  seed: string,
): PlacementExpectation | null {
  if (puzzle.anchors.length === 0) return null;
  return expectedAtRandom(cluster, puzzle, originals, seeded(seed, 'expected', clusterContent(cluster)));
}

/** The vector of every item of the originals, which hold every item of their clusters; null where no vectors were asked for. */
async function vectorsFor(slice: readonly FinishedCluster[], { vectors: source, labels }: ClusterMeasures): Promise<VectorOf | null> {
  if (source === null) return null;
  const items = [...new Set(slice.flatMap(({ originals }) => (originals ?? []).flat()))];
  const vectors = await embedItems(
    items.map((item) => labels?.get(item) ?? item),
    source,
  );
  const vectorOf = new Map(items.map((item, at) => [item, vectors[at] ?? null]));
  return (item) => vectorOf.get(item) ?? null;
}
