import type { Notice } from '../../../app/audit/publish/notice.ts';
import type { PracticeVerdict } from '../../../core/attack/calibrated/practice-verdict.ts';
import { percent } from '../../../core/findings/figure-text.ts';
import type { AttackResult } from './attack-results.ts';

/** What practice was worth, where a promise rested on it. Practice's own calibration is never quoted as the release's. */
export function practiceNotice(attacks: readonly AttackResult[], asked: number): Notice[] {
  const precise = attacks.find(({ attack }) => attack.name === 'calibrated-precise');
  const practice = practiceOf(precise);
  if (precise?.status !== 'decided' || practice === null) return [];
  const { tables, draws, area, areaError, limit, widened, cannotPromise } = practice;
  const alike =
    area === null || areaError === null
      ? 'how like the release they are could not be judged'
      : `a classifier that has not seen them tells the release's tables from these in ${percent(area)} of pairs (50 % is alike; standard error ${percent(areaError)})`;
  const made = `the calibrated attack practised on ${tables} tables in ${draws} ${draws === 1 ? 'draw' : 'draws'}; ${alike}`;
  if (cannotPromise === null) {
    const bound =
      widened > 0 ? `; the bound of the asked precision was widened for it, by a standard error of ${widened.toFixed(2)} in log-odds` : '';
    return [{ code: 'practice', message: `${made}${bound}` }];
  }
  return [
    { code: 'cannot-promise', message: `a precision of ${percent(asked)} cannot be promised: ${WHY[cannotPromise](limit)}. ${made}` },
  ];
}

const WHY: Readonly<Record<NonNullable<PracticeVerdict['cannotPromise']>, (limit: number) => string>> = {
  unlike: (limit) => `beyond ${percent(limit)} practice is too unlike the release`,
  'other frequencies': () => 'no items are published alone that are as frequent as the sensitive ones: practice had to do with others',
  'other supports': () =>
    'much is generalised, and hardly an item is published alone that is in a few transactions, as those are that rare items were merged with: practice has none of them',
  'density untold': () => 'too little tells original items from added ones in practice to say how many of each the release has',
  'too few': () => 'there is too little to say how like the release practice is',
};

/** Why an attack's own probabilities promise nothing of this release; null where they do. */
export function cannotPromise(result: AttackResult): string | null {
  const practice = practiceOf(result);
  return practice === null || practice.cannotPromise === null ? null : WHY[practice.cannotPromise](practice.limit);
}

const practiceOf = (result: AttackResult | undefined): PracticeVerdict | null =>
  (result?.details?.['practice'] as PracticeVerdict | undefined) ?? null;
