import type { Interval } from './intervals.ts';

export interface GatePolicy {
  /** Recall that the attack must not exceed. */
  readonly recall: number;
  /** At this precision. */
  readonly precision: number;
  /** Closed only when even the lower bound is above. */
  readonly lenient: boolean;
}

export interface GateVerdict {
  readonly open: boolean;
  readonly message: string;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Judges an attack's recall, decided at the policy's precision. `interval` null is too few to say; `expected`: there was no original. */
export function judge(policy: GatePolicy, recall: number | null, interval: Interval | null, expected: boolean): GateVerdict {
  const limit = `${percent(policy.recall)} at precision ${percent(policy.precision)}`;
  if (recall === null || interval === null) {
    const open = policy.lenient;
    return { open, message: `gate ${open ? 'open (lenient)' : 'closed'}: too few to say whether recall is above ${limit}` };
  }
  const bound = policy.lenient ? interval.low : interval.high;
  const open = bound <= policy.recall;
  const what = expected ? "recall as the attack's own model expects it (no original at hand)" : 'recall';
  const range = `${percent(recall)} (${percent(interval.low)} to ${percent(interval.high)})`;
  return {
    open,
    message: `gate ${open ? 'open' : 'closed'}: ${what} ${range}, ${policy.lenient ? 'lower' : 'upper'} bound ${open ? 'not above' : 'above'} ${limit}`,
  };
}
