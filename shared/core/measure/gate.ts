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

/** What there is to judge: a recall with its ends, or why there is none. */
export type Judged =
  | {
      readonly recall: number;
      readonly interval: Interval /** By the attack's own model: there was no original. */;
      readonly expected: boolean;
    }
  | { readonly tooFew: string };

/** Judges an attack's recall, decided at the policy's precision. */
export function judge(policy: GatePolicy, judged: Judged): GateVerdict {
  const limit = `${percent(policy.recall)} at precision ${percent(policy.precision)}`;
  if ('tooFew' in judged) {
    const open = policy.lenient;
    return {
      open,
      message: `gate ${open ? 'open (lenient)' : 'closed'}: too few to say whether recall is above ${limit}: ${judged.tooFew}`,
    };
  }
  const { recall, interval, expected } = judged;
  const open = (policy.lenient ? interval.low : interval.high) <= policy.recall;
  const what = expected ? "recall as the attack's own model expects it (no original at hand)" : 'recall';
  const range = `${percent(recall)} (${percent(interval.low)} to ${percent(interval.high)})`;
  return {
    open,
    message: `gate ${open ? 'open' : 'closed'}: ${what} ${range}, ${policy.lenient ? 'lower' : 'upper'} bound ${open ? 'not above' : 'above'} ${limit}`,
  };
}
