import { seeded } from '../../../core/random/random.ts';
import { restoreDistance } from '../../../kit/score/pair-table.ts';
import type { Embeddings } from '../../../ports/embeddings.ts';
import { clusterContent } from '../attack/attack-cluster.ts';
import type { ClusterOutcome, ClusterRecord, StoredPlacements } from '../contracts.ts';
import {
  addClusterFigures,
  addReassociations,
  addUnattackable,
  noFigures,
  type ReassociationFigures,
} from '../core/measure/cluster-figures.ts';
import { expectedAtRandom, type PlacementExpectation } from '../core/measure/expectation.ts';
import { type Pairing, pair } from '../core/measure/pairing.ts';
import type { Cluster } from '../core/model.ts';
import type { CalibratedPlacement } from '../core/placement/place-calibrated.ts';
import { type Puzzle, puzzleOf } from '../core/reassociation/pieces.ts';
import { type Placement, reconstructed } from '../core/reassociation/reconstruct.ts';
import { vectorsByItem } from '../score/pair-scores.ts';
import { addNamed, addNamedCluster, type NamedPieces, noNamed } from './placement-findings.ts';

export interface FinishedCluster {
  readonly unit: number;
  readonly record: ClusterRecord;
  /** Null: the step that scores and attacks left nothing of it. */
  readonly outcome: ClusterOutcome | null;
  /** Its original transactions; null without an original that names clusters. */
  readonly originals: readonly (readonly string[])[] | null;
}

interface ClusterMeasures {
  readonly attacks: number;
  readonly termPlaces: number;
  readonly seed: string;
  /** Vectors for Word Mover's Distances; null: not computable. */
  readonly vectors: Embeddings | null;
  readonly labels: ReadonlyMap<string, string> | undefined;
}

export interface ClusterResult {
  readonly cluster: number;
  readonly first: number;
  readonly puzzle: Puzzle;
  /** An attack that failed put nothing anywhere. */
  readonly placements: readonly (readonly (Placement | CalibratedPlacement)[])[];
  /** Null without the original or without an anchor. */
  readonly pairings: readonly (Pairing | null)[];
}

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
  /** Numbers of clusters without results from the previous step. */
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
  // The originals of a cluster hold every item of it.
  const items = [...new Set(slice.flatMap(({ originals }) => (originals ?? []).flat()))];
  const vectorOf = hasOriginal && measures.vectors !== null ? await vectorsByItem(items, measures.vectors, measures.labels) : null;
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
      const own = placements[at];
      places[at] += own.reduce((sum, { rows }) => sum + rows.length, 0);
      if (outcome?.attacks[at]?.kind !== 'placed') errored[at] += 1;
      const said = named[at];
      if (originals === null || figures === null) {
        addNamedCluster(said, record.cluster, puzzle, own, null);
        return null;
      }
      const total = figures[at];
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

/** Adds slices up, in their order: expectations are no whole numbers. Unmatched items by falling frequency, then by item. */
export function addClusters(attacks: number, slices: Iterable<ClusterSliceFigures>): ClusterSliceFigures {
  const totals = Array.from({ length: attacks }, noFigures);
  const places = totals.map(() => 0);
  const named = totals.map(noNamed);
  const errored = totals.map(() => 0);
  const unmatched = new Map<string, number>();
  const lost: number[] = [];
  let measured = true;
  let pieces = 0;
  let scored = 0;
  for (const slice of slices) {
    measured &&= slice.figures !== null;
    slice.figures?.forEach((own, at) => {
      addReassociations(totals[at], own);
    });
    slice.places.forEach((count, at) => {
      places[at] += count;
    });
    slice.named.forEach((own, at) => {
      addNamed(named[at], own);
    });
    slice.errored.forEach((count, at) => {
      errored[at] += count;
    });
    for (const [item, clusters] of slice.unmatched) unmatched.set(item, (unmatched.get(item) ?? 0) + clusters);
    for (const cluster of slice.lost) lost.push(cluster);
    pieces += slice.pieces;
    scored += slice.scored;
  }
  const byFrequency = [...unmatched].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return { figures: measured ? totals : null, pieces, scored, places, named, errored, unmatched: byFrequency, lost };
}
