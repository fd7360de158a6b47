import type { Notice } from '../../../kit/kind.ts';
import type { KmClaim } from '../core/breach/check-release.ts';
import type { DisassociatedRelease } from '../core/model.ts';
import type { PairScores } from '../core/placement/cluster-evidence.ts';
import { FEWEST_CHOICES, type PlacementModel, trainPlacements } from '../core/placement/placement-model.ts';
import { practiceClusters, practicePuzzle } from '../core/placement/practice-clusters.ts';
import { countLifts, measuresOf, pairScores } from '../score/pair-scores.ts';
import type { Relating } from '../score/score-clusters.ts';

/** Practice: occurrences to learn from, and rounds at most. */
const OCCURRENCES = 8000;
const ROUNDS = 80;

/**
 * Trains the calibrated attack on the release itself. The one step of it that needs the whole release; the clusters are then placed one by
 * one. There is no field for the original. Without a claim practice is as weak as a release can be.
 */
export async function learnPlacements(
  release: DisassociatedRelease,
  relating: Relating,
  { claim, seed }: { readonly claim: KmClaim | null; readonly seed: string },
): Promise<PlacementModel> {
  const { k, m } = claim ?? { k: 2, m: 2 };
  const practice = practiceClusters(release, { k, m, seed, occurrences: OCCURRENCES, rounds: ROUNDS });
  const scores: PairScores[] = [];
  for (const each of practice) {
    const { puzzle } = practicePuzzle(each);
    scores.push(await pairScores(puzzle, await countLifts(puzzle, relating), relating));
  }
  return trainPlacements(release, practice, scores, { measures: measuresOf(relating), k });
}

export function practiceNotices({ choices }: PlacementModel): Notice[] {
  if (choices >= FEWEST_CHOICES) return [];
  const message = `the release shows too little to practise on (${choices} unlike occurrences, ${FEWEST_CHOICES} wanted): the calibrated attack goes by the shape of the clusters alone`;
  return [{ code: 'little-practice', message }];
}
