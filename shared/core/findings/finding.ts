import { type Interval, type Lift, withinShares } from '../measure/intervals.ts';
import { failureName } from './failure.ts';

/** What is not a number on some tables: null is not computable, never 0. */
type Detail = number | string | boolean | null;

/** People whose best guess is at least so sure, as a share of all, and how many of these guesses are right. */
export interface DisclosedAt {
  readonly certainty: number;
  readonly share: number;
  readonly right: number | null;
}

/** The error of a finding that failed, beside what is stored of it: a message may quote a value, and nothing of it goes into JSON. */
export const FAILURE = Symbol('failure');

/** What one attack comes to. */
export interface Trial {
  readonly attack: string;
  /** What it is about, such as a sensitive column; null: about who is who. */
  readonly about: string | null;
  readonly status: 'decided' | 'not computable' | 'errored';
  /** In words: what it found, or why it cannot say. */
  readonly reason: string;
  /** People that it was tried on, and the share of them that it says something of. */
  readonly people: number;
  readonly coverage: number | null;
  /** What the figure is: `value guessed right`, `linked right`. */
  readonly figure: string;
  readonly value: number | null;
  readonly interval: Interval | null;
  readonly baseline: { readonly name: string; readonly value: number | null } | null;
  /** Above the marginal, and above the baseline that is named. */
  readonly overMarginal: Lift | null;
  readonly overBaseline: Lift | null;
  /** How many people are named at which certainty, where the attack states one. */
  readonly disclosedAt: readonly DisclosedAt[];
  readonly details: Readonly<Record<string, Detail>>;
  readonly [FAILURE]?: unknown;
}

const EMPTY = {
  people: 0,
  coverage: null,
  figure: '',
  value: null,
  interval: null,
  baseline: null,
  overMarginal: null,
  overBaseline: null,
  disclosedAt: [],
  details: {},
} as const;

/** What an attack found. A figure that is no number is a fault of the attack, and is said to be: an empty one would read as harmless. */
export function decided(attack: string, about: string | null, reason: string, rest: Partial<Trial>): Trial {
  const { value, interval, baseline, overMarginal, overBaseline, disclosedAt = [], details } = rest;
  const figures = [{ value }, interval, baseline, overMarginal, overBaseline, details, ...disclosedAt].flatMap((of) =>
    Object.values(of ?? {}),
  );
  if (figures.some((figure) => typeof figure === 'number' && !Number.isFinite(figure)))
    return { ...EMPTY, attack, about, status: 'errored', reason: 'it failed: a figure is not a number' };
  return {
    ...EMPTY,
    attack,
    about,
    status: 'decided',
    reason,
    ...rest,
    overBaseline: possible(overBaseline ?? null, value, baseline?.value),
  };
}

/** A normal interval of a difference of shares may end beyond what shares can be. */
const possible = (over: Lift | null, value: number | null = null, baseline: number | null = null): Lift | null =>
  over === null || !isShare(value) || !isShare(baseline) ? over : withinShares(over, baseline);

const isShare = (value: number | null): value is number => value !== null && value >= 0 && value <= 1;

export const notComputable = (attack: string, about: string | null, reason: string): Trial => ({
  ...EMPTY,
  attack,
  about,
  status: 'not computable',
  reason,
});

/** An attack that throws is errored, never harmless. Its message may quote a value; its class is enough to find it by. */
export function attempt(attack: string, about: string | null, run: () => Trial): Trial {
  try {
    return run();
  } catch (error) {
    return { ...EMPTY, attack, about, status: 'errored', reason: `it failed: ${failureName(error)}`, [FAILURE]: error };
  }
}
