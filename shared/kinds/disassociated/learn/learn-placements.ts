import type { Notice } from '../../../app/audit/publish/notice.ts';
import { FEWEST_CHOICES, type PlacementModel, trainPlacements } from '../../../core/attack/placement/placement-model.ts';
import { practiceClusters } from '../../../core/attack/placement/practice-clusters.ts';
import { practicePuzzle } from '../../../core/attack/placement/practice-puzzle.ts';
import type { DisassociatedRelease } from '../../../core/model/disassociated.ts';
import { measuresOf, pairScores } from '../attack/pair-scores.ts';
import type { Relating } from '../attack/score-clusters.ts';

/** Practice: occurrences to learn from, and rounds at most. */
const OCCURRENCES = 8000;
const ROUNDS = 80;

interface PracticeClaim {
  /** Without a claim practice is as weak as a release can be. */
  readonly claim: { readonly k: number; readonly m: number } | null;
  readonly seed: string;
}

/**
 * Trains the calibrated attack on the release itself. The one step of it that needs the whole release; the clusters are then placed one by
 * one. There is no field for the original.
 */
export async function learnPlacements(release: DisassociatedRelease, relating: Relating, asked: PracticeClaim): Promise<PlacementModel> {
  const { k, m } = asked.claim ?? { k: 2, m: 2 };
  const practice = practiceClusters(release, { k, m, seed: asked.seed, occurrences: OCCURRENCES, rounds: ROUNDS });
  const scores = await pairScores(
    practice.map((each) => practicePuzzle(each).puzzle),
    relating,
  );
  return trainPlacements(release, practice, scores, { measures: measuresOf(relating), k });
}

/** What a reader of the results should know of the training. */
export function practiceNotices({ choices }: PlacementModel): Notice[] {
  if (choices >= FEWEST_CHOICES) return [];
  const message = `the release shows too little to practise on (${choices} unlike occurrences, ${FEWEST_CHOICES} wanted): the calibrated attack goes by the shape of the clusters alone`;
  return [{ code: 'little-practice', message }];
}
