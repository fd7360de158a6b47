import { storeDistance } from '../../../app/audit/score/pair-columns.ts';
import type { ClusterOutcome, ClusterRecord, LearnedOutcome, StoredPlacement, StoredPlacements } from '../../../contracts/work.ts';
import type { PairScores } from '../../../core/attack/placement/affinity.ts';
import type { CalibratedPlacement } from '../../../core/attack/placement/place-calibrated.ts';
import type { PlacementModel } from '../../../core/attack/placement/placement-model.ts';
import type { Closeness } from '../../../core/attack/reassociation/closeness.ts';
import { type Puzzle, pieceKey, puzzleOf } from '../../../core/attack/reassociation/pieces.ts';
import type { Placement } from '../../../core/attack/reassociation/reconstruct.ts';
import { type AttackFailed, failureName } from '../../../core/findings/failure.ts';
import type { Cluster } from '../../../core/model/disassociated.ts';
import { pairScores } from './pair-scores.ts';
import { type Relating, scoreClusters } from './score-clusters.ts';
import type { ClusterView, Reassociation } from './strategies.ts';

export interface AttackInput {
  readonly relating: Relating;
  /** How often a term is placed. */
  readonly termPlaces: number;
  readonly attacks: readonly Reassociation[];
  readonly failed?: AttackFailed | undefined;
}

/** For attacks that learn: what `learnPlacements` made of the release, and what they ask, which is more pairs than a cluster's table has. */
interface LearnedInput extends Omit<AttackInput, 'relating'> {
  readonly learned: { readonly model: PlacementModel; readonly relating: Relating };
}

/** A cluster to attack, with its number. */
export interface ClusterWork {
  readonly unit: number;
  readonly record: ClusterRecord;
}

/**
 * Scores and attacks a batch of clusters: the work of one child of the map, or of one turn of the loop at home. What is found of a cluster
 * depends on the cluster alone, so any batch split gives the same.
 */
export async function attackClusters(
  batch: readonly ClusterWork[],
  { relating, termPlaces, attacks, failed }: AttackInput,
): Promise<ClusterOutcome[]> {
  const scores = await scoreClusters(
    batch.map(({ record }) => record),
    relating,
  );
  return batch.map(({ unit, record: { cluster } }, at): ClusterOutcome => {
    const { closeness, unmatched } = scores[at] as (typeof scores)[number];
    const puzzle = puzzleOf(cluster, termPlaces);
    const view: ClusterView = { puzzle, closeness, key: clusterContent(cluster), learned: null };
    return {
      unit,
      scored: puzzle.pieces.filter(({ items }) => isScored(puzzle, items, closeness)).length,
      unmatched,
      attacks: attacks.map((attack) => placed(attack, view, failed)),
    };
  });
}

/** What the attacks that learned say of a batch of clusters. */
export async function placeByModel(
  batch: readonly ClusterWork[],
  { learned: { model, relating }, termPlaces, attacks, failed }: LearnedInput,
): Promise<LearnedOutcome[]> {
  const puzzles = batch.map(({ record }) => puzzleOf(record.cluster, termPlaces));
  const pairs = await pairScores(puzzles, relating);
  return batch.map(({ unit, record: { cluster } }, at): LearnedOutcome => {
    const learned = { model, scores: pairs[at] as PairScores };
    const view: ClusterView = { puzzle: puzzles[at] as Puzzle, closeness: () => Number.NaN, key: clusterContent(cluster), learned };
    return { unit, attacks: attacks.map((attack) => placed(attack, view, failed)) };
  });
}

const isScored = ({ anchors }: Puzzle, items: readonly string[], closeness: Closeness): boolean =>
  anchors.some((anchor) => anchor.some((a) => items.some((item) => !Number.isNaN(closeness(item, a)))));

/** An attack that throws is errored on this cluster, and the others go on. */
function placed(attack: Reassociation, view: ClusterView, failed: AttackFailed | undefined): StoredPlacements {
  try {
    return { kind: 'placed', placements: attack.place(view).map(storePlacement) };
  } catch (error) {
    failed?.(attack.name, error);
    return { kind: 'errored', error: failureName(error) };
  }
}

/** The sign turned back, so that a pair never together is stored as every distance is. */
const storePlacement = ({ values, ...placement }: Placement | CalibratedPlacement): StoredPlacement => ({
  ...placement,
  values: values.map((value) => storeDistance(0 - value)),
});

/** Chance depends on what a cluster holds, not on where it stands. */
export const clusterContent = ({ size, recordChunks, termChunk }: Cluster): string =>
  JSON.stringify([size, recordChunks.map((chunk) => chunk.map(pieceKey)), termChunk]);
