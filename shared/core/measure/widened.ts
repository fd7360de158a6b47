import { exp } from '../numeric/numeric.ts';
import type { Interval } from './intervals.ts';
import { NORMAL_975 } from './student.ts';

/** The interval of a share that bears a further error of its own, a standard error on the logit. At 0 and 1 there is no logit, and it stays. */
export function widenedShare(share: number | null, interval: Interval | null, error: number): Interval | null {
  if (interval === null || share === null || share <= 0 || share >= 1 || error === 0) return interval;
  const middle = logit(share);
  const low = middle - further(middle - logit(interval.low), error);
  const high = middle + further(logit(interval.high) - middle, error);
  return { low: 1 / (1 + exp(-low)), high: 1 / (1 + exp(-high)) };
}

/** That of a difference, in which the share has the error. */
export function widenedLift<T extends { readonly of: number | null; readonly lift: number | null } & Ends>(lift: T, error: number): T {
  const { of, lift: middle, low, high } = lift;
  if (of === null || middle === null || low === null || high === null) return lift;
  const own = error * of * (1 - of);
  return { ...lift, low: middle - further(middle - low, own), high: middle + further(high - middle, own) };
}

interface Ends {
  readonly low: number | null;
  readonly high: number | null;
}

const logit = (share: number): number => {
  const within = Math.max(1e-9, Math.min(1 - 1e-9, share));
  return Math.log(within / (1 - within));
};

/** Two errors of their own: their squares add up. */
const further = (reach: number, error: number): number => Math.sqrt(reach * reach + NORMAL_975 * NORMAL_975 * error * error);
