import type { GroupRecord, UnitPointer } from '../../contracts/work.ts';
import { keyOf, type Puzzle, puzzleOf } from '../../core/attack/reassociation/pieces.ts';
import { type Placement, reconstructed } from '../../core/attack/reassociation/reconstruct.ts';
import {
  addClusterFigures,
  addUnattackable,
  noFigures,
  type ReassociationFigures,
} from '../../core/measure/disassociated/cluster-figures.ts';
import { expectedAtRandom } from '../../core/measure/disassociated/expected-at-random.ts';
import { type KmBreakage, KmBreakageCounter } from '../../core/measure/disassociated/km-breakage.ts';
import { type Pairing, pair } from '../../core/measure/disassociated/pairing.ts';
import type { VectorOf } from '../../core/measure/disassociated/word-movers-distance.ts';
import type { Cluster, DisassociatedRelease } from '../../core/model/disassociated.ts';
import { seeded } from '../../core/random/random.ts';
import { type BatchLimits, batches } from '../audit/batches.ts';
import { embedItems } from '../embed-items.ts';
import type { OriginalClusters } from './original-clusters.ts';
import { type Relating, scoreClusters, unitOf } from './score-clusters.ts';
import type { Reassociation } from './strategies.ts';

export interface ClusterInput {
  readonly release: DisassociatedRelease;
  readonly originals: OriginalClusters | null;
  readonly relating: Relating;
  /** How often a term is placed. */
  readonly placements: number;
  readonly attacks: readonly Reassociation[];
  readonly claim: { readonly k: number; readonly m: number } | null;
  readonly seed: string;
}

/** What one attack did to one cluster. */
export interface ClusterResult {
  readonly cluster: number;
  readonly puzzle: Puzzle;
  /** By attack. */
  readonly placements: readonly (readonly Placement[])[];
  /** By attack; null without the original or without an anchor. */
  readonly pairings: readonly (Pairing | null)[];
}

export interface ClusterFigures {
  /** By attack, in all; null without the original. */
  readonly figures: readonly ReassociationFigures[] | null;
  readonly breakage: readonly (KmBreakage | null)[];
  /** Pieces, and those with a score for at least one anchoring sub-record. */
  readonly pieces: number;
  readonly scored: number;
  /** Places by attack. */
  readonly places: readonly number[];
  readonly unmatched: ReadonlyMap<string, number>;
}

/** Units as batches see them: clusters by number, weighed by what there is to score. */
async function* pointers(release: DisassociatedRelease): AsyncGenerator<UnitPointer> {
  for (const [unit, { recordChunks, termChunk }] of release.clusters.entries()) {
    const anchors = new Set(recordChunks[0]?.flat()).size;
    const separated = termChunk.length + recordChunks.slice(1).reduce((count, chunk) => count + new Set(chunk.flat()).size, 0);
    yield { unit, slice: 0, blob: '', start: 0, end: 0, cells: anchors * separated };
  }
}

/** Scores, attacks and measures all clusters, batch by batch; each finished cluster is handed to `onCluster` in order. */
export async function attackClusters(
  input: ClusterInput,
  limits: BatchLimits,
  onCluster: (result: ClusterResult) => void,
  onProgress: (clusters: number) => void,
): Promise<ClusterFigures> {
  const { release, originals, relating, attacks, placements: termPlaces, claim } = input;
  const figures = originals === null ? null : attacks.map(noFigures);
  const counters = attacks.map(() => null as KmBreakageCounter | null);
  if (originals !== null && claim !== null) {
    const counter = KmBreakageCounter.of(originals.flat(), release, claim.k, claim.m);
    attacks.forEach((_, at) => {
      counters[at] = counter?.another() ?? null;
    });
  }
  const unmatched = new Map<string, number>();
  const places = attacks.map(() => 0);
  let pieces = 0;
  let scored = 0;
  for await (const batch of batches(pointers(release), limits)) {
    const puzzles = batch.map(({ unit }) => puzzleOf(release.clusters[unit] as Cluster, termPlaces));
    const units: GroupRecord[] = batch.map(({ unit }, at) => unitOf(String(unit), puzzles[at] as Puzzle));
    const scores = await scoreClusters(units, relating);
    const vectorOf =
      originals === null
        ? null
        : await vectorsFor(
            batch.flatMap(({ unit }) => originals[unit] ?? []),
            relating,
          );
    batch.forEach(({ unit }, at) => {
      const puzzle = puzzles[at] as Puzzle;
      const score = scores[at] as (typeof scores)[number];
      const cluster = release.clusters[unit] as Cluster;
      const own = originals?.[unit] ?? null;
      for (const item of score.unmatched) unmatched.set(item, (unmatched.get(item) ?? 0) + 1);
      pieces += puzzle.pieces.length;
      scored += puzzle.pieces.filter(({ items }) =>
        puzzle.anchors.some((anchor) => anchor.some((a) => items.some((item) => !Number.isNaN(score.closeness(item, a))))),
      ).length;
      const key = contentKey(cluster);
      const placed = attacks.map((attack, nth) => {
        const result = attack.place(puzzle, score.closeness, key);
        places[nth] = (places[nth] as number) + result.reduce((sum, { rows }) => sum + rows.length, 0);
        return result;
      });
      const atRandom =
        own === null || puzzle.anchors.length === 0 ? null : expectedAtRandom(cluster, puzzle, own, seeded(input.seed, 'expected', key));
      const pairings = placed.map((result, nth) => {
        if (own === null || figures === null) return null;
        if (atRandom === null) {
          addUnattackable(figures[nth] as ReassociationFigures, puzzle, own.length);
          return null;
        }
        const pairing = pair(cluster, puzzle, result, own, vectorOf);
        addClusterFigures(figures[nth] as ReassociationFigures, puzzle, result, pairing, own, vectorOf, atRandom);
        const counter = counters[nth];
        for (const [position, row] of pairing.rows.entries()) counter?.add(row, own[pairing.partnerOf[position] as number] ?? []);
        return pairing;
      });
      onCluster({ cluster: unit, puzzle, placements: placed, pairings });
    });
    onProgress((batch.at(-1)?.unit ?? 0) + 1);
  }
  return { figures, breakage: counters.map((counter) => counter?.result() ?? null), pieces, scored, places, unmatched };
}

/** The reconstructed transactions of a cluster; without an anchor nothing is put together. */
export const reconstructedRows = ({ puzzle, placements }: ClusterResult, attack: number): string[][] =>
  reconstructed(puzzle, placements[attack] ?? []);

/** Chance depends on what a cluster holds, not on where it stands. */
const contentKey = ({ size, recordChunks, termChunk }: Cluster): string =>
  JSON.stringify([size, recordChunks.map((chunk) => chunk.map(keyOf)), termChunk]);

/** The vector of every item of the originals, which hold every item of their clusters; null where no vectors were asked for. */
async function vectorsFor(originals: readonly (readonly string[])[], { vectors: source, labels }: Relating): Promise<VectorOf | null> {
  if (source === null) return null;
  const items = [...new Set(originals.flat())];
  const vectors = await embedItems(
    items.map((item) => labels?.get(item) ?? item),
    source,
  );
  const vectorOf = new Map(items.map((item, at) => [item, vectors[at] ?? null]));
  return (item) => vectorOf.get(item) ?? null;
}
