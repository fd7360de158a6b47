/** What a source says about a pair: the documents with x, with y, with both, and all. NaN where it has no answer. */
export interface PairCounts {
  readonly x: number;
  readonly y: number;
  readonly both: number;
  readonly size: number;
}

/**
 * - `undefined`: there is no number: a term is not attested, cannot be asked for, or the formula divides by zero; the value is NaN.
 * - `never together`: both are attested, no document holds both; the value follows from the smoothing that was chosen.
 * - `unreliable`: the counts contradict each other, as approximate sources do; the value is as computed and enters no mean.
 */
export type RelatednessState = 'ok' | 'undefined' | 'never together' | 'unreliable';

/** One measure of one pair, whatever the measure is. */
export interface Relatedness {
  readonly state: RelatednessState;
  /** NaN if the state is `undefined`; infinite only with `infinite` smoothing. */
  readonly value: number;
}

/** What stands for a pair that is never together: see `ngd`. */
export type Smoothing = 'cautious' | 'half' | 'infinite';

export const UNDEFINED: Relatedness = { state: 'undefined', value: Number.NaN };

/** The state as far as the counts alone decide it. */
export function stateOf({ x, y, both, size }: PairCounts): RelatednessState {
  if (!(x > 0 && y > 0 && both >= 0 && size > 0)) return 'undefined';
  if (both === 0) return 'never together';
  return both > Math.min(x, y) || Math.max(x, y) > size ? 'unreliable' : 'ok';
}
