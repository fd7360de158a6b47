import { percent } from '../findings/figure-text.ts';
import type { Interval } from './intervals.ts';

/** How a limit is judged. */
interface Judging {
  /** Closed only when even the lower bound is above. */
  readonly lenient: boolean;
  /** What it does where nothing can be decided: closed, unless the request says otherwise in so many words. */
  readonly undecided: 'closed' | 'open';
}

interface GatePolicy extends Judging {
  /** Recall that the attack must not exceed. */
  readonly recall: number;
  /** At this precision. */
  readonly precision: number;
}

export interface PeoplePolicy extends Judging {
  /** Share of people that must not be exceeded. */
  readonly people: number;
  /** Of whom something hidden is named with at least this probability. */
  readonly certainty: number;
}

export interface GateVerdict {
  readonly open: boolean;
  readonly message: string;
}

/** What there is to judge: a recall with its ends, or why there is none. */
export type Judged =
  | {
      readonly recall: number;
      readonly interval: Interval;
      /** By the attack's own model: there was no original. */
      readonly expected: boolean;
    }
  | { readonly undecided: string };

/** Judges an attack's recall, decided at the policy's precision. */
export function judge(policy: GatePolicy, judged: Judged): GateVerdict {
  const limit = `${percent(policy.recall)} at precision ${percent(policy.precision)}`;
  if ('undecided' in judged) return cannotDecide(policy.undecided, `recall is above ${limit}`, judged.undecided);
  const { recall, interval, expected } = judged;
  const open = (policy.lenient ? interval.low : interval.high) <= policy.recall;
  const what = expected ? "recall as the attack's own model expects it (no original at hand)" : 'recall';
  const range = `${percent(recall)} (${percent(interval.low)} to ${percent(interval.high)})`;
  return {
    open,
    message: `gate ${open ? 'open' : 'closed'}: ${what} ${range}, ${policy.lenient ? 'lower' : 'upper'} bound ${open ? 'not above' : 'above'} ${limit}`,
  };
}

/** Judges the share of people of whom something is named; `why` says why there is none to judge. */
export function judgePeople(
  policy: PeoplePolicy,
  found:
    | ({ readonly value: number | null } & { readonly low: number | null; readonly high: number | null })
    | { readonly undecided: string },
): GateVerdict {
  const limit = `${percent(policy.people)} at ${percent(policy.certainty)} certainty`;
  const whether = `the share of people of whom something hidden is named is above ${limit}`;
  if ('undecided' in found) return cannotDecide(policy.undecided, whether, found.undecided);
  const { value, low, high } = found;
  if (value === null || low === null || high === null)
    return cannotDecide(policy.undecided, whether, 'the generalised items, clusters or people are too few to say');
  const open = (policy.lenient ? low : high) <= policy.people;
  return {
    open,
    message: `gate ${open ? 'open' : 'closed'}: something hidden is named of ${percent(value)} of the people (${percent(low)} to ${percent(high)}), ${policy.lenient ? 'lower' : 'upper'} bound ${open ? 'not above' : 'above'} ${limit}`,
  };
}

/** No gate stands open on what nobody can tell; one that was told to says so. */
function cannotDecide(undecided: Judging['undecided'], whether: string, why: string): GateVerdict {
  const open = undecided === 'open';
  const how = open ? 'open, as the request says of what cannot be decided' : 'closed';
  return { open, message: `gate ${how}: it cannot be decided whether ${whether}: ${why}` };
}
