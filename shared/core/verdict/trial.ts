import { type Interval, type Lift, withinShares } from '../statistics/intervals.ts';
import { failureName } from './failure.ts';

/** Null means not computable, never 0. */
type Detail = number | string | boolean | null;

/** People whose best guess is at least so sure, as a share of all, and how many of these guesses are right. */
export interface DisclosedAt {
  readonly certainty: number;
  readonly share: number;
  readonly right: number | null;
}

/** Symbol for the error of a failed trial. It is not stored: its message may quote a value. */
export const FAILURE = Symbol('failure');

export interface Trial {
  readonly attack: string;
  /** Subject, such as a sensitive column; null: identity. */
  readonly about: string | null;
  readonly status: 'decided' | 'not computable' | 'errored';
  /** In words: what it found, or why it cannot say. */
  readonly reason: string;
  /** People that it was tried on, and the share of them that it says something of. */
  readonly people: number;
  readonly coverage: number | null;
  /** Name of the figure: `value guessed right`, `linked right`. */
  readonly figure: string;
  readonly value: number | null;
  readonly interval: Interval | null;
  readonly baseline: { readonly name: string; readonly value: number | null } | null;
  /** Above the marginal, and above the baseline that is named. */
  readonly overMarginal: Lift | null;
  readonly overBaseline: Lift | null;
  /** People named by confidence, if the attack states one. */
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

/** A decided trial. NaN in its figure makes it errored: an empty figure would read as harmless. */
export function decided(attack: string, about: string | null, reason: string, rest: Partial<Trial>): Trial {
  const { value, interval, baseline, overMarginal, overBaseline, disclosedAt = [], details } = rest;
  const figures = [{ value }, interval, baseline, overMarginal, overBaseline, details, ...disclosedAt].flatMap((of) =>
    Object.values(of ?? {}),
  );
  if (figures.some((figure) => typeof figure === 'number' && !Number.isFinite(figure)))
    return { ...EMPTY, attack, about, status: 'errored', reason: 'it failed: a figure is not a number' };
  const over = possible(overBaseline ?? null, value, baseline?.value);
  return { ...EMPTY, attack, about, status: 'decided', reason, ...rest, overBaseline: over };
}

/** A normal interval of a difference of shares may end beyond what shares can be. */
const possible = (over: Lift | null, value: number | null = null, baseline: number | null = null): Lift | null =>
  over === null || !isShare(value) || !isShare(baseline) ? over : withinShares(over, baseline);

const isShare = (value: number | null): value is number => value !== null && value >= 0 && value <= 1;

export function notComputable(attack: string, about: string | null, reason: string): Trial {
  return { ...EMPTY, attack, about, status: 'not computable', reason };
}

/** An attack that throws is errored, never harmless. Its message may quote a value; its class is enough to find it by. */
export function attempt(attack: string, about: string | null, run: () => Trial): Trial {
  try {
    return run();
  } catch (error) {
    return { ...EMPTY, attack, about, status: 'errored', reason: `it failed: ${failureName(error)}`, [FAILURE]: error };
  }
}
