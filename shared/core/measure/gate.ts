import { percent } from '../findings/figure-text.ts';
import type { Interval } from './intervals.ts';

/** Recall that an attack that decides at this precision must not exceed. */
interface RecallLimit {
  readonly recall: number;
  readonly precision: number;
}

/** What there is to judge: a recall with its ends, or why there is none. */
export type Judged = { readonly recall: number; readonly interval: Interval } | { readonly undecided: string };

/** Open only if the upper end of the interval is at or below the limit. */
export function judgeRecall(
  { recall: most, precision }: RecallLimit,
  judged: Judged,
): { readonly open: boolean; readonly message: string } {
  const limit = `${percent(most)} at precision ${percent(precision)}`;
  if ('undecided' in judged) return { open: false, message: `it cannot be decided whether recall is above ${limit}: ${judged.undecided}` };
  const { recall, interval } = judged;
  const open = interval.high <= most;
  const range = `${percent(recall)} (${percent(interval.low)} to ${percent(interval.high)})`;
  return { open, message: `recall ${range}, upper end ${open ? 'not above' : 'above'} the limit ${limit}` };
}
