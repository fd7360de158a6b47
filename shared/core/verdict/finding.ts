import type { Interval } from '../measure/intervals.ts';

/** The three ways in which people are exposed. The order is that of every list. */
export const WAYS = ['singled out', 'linked', 'learned'] as const;
export type Way = (typeof WAYS)[number];

/**
 * What a finding rests on. `proved`: follows from the release with certainty. `measured`: compared with the original. `expected`: no original, but
 * calibrated probabilities. `not computable`: an input of the audit is missing. `not tried`: the attacker was not given this knowledge.
 */
export const FINDING_STATES = ['proved', 'measured', 'expected', 'not computable', 'not tried', 'errored'] as const;
type State = (typeof FINDING_STATES)[number];

/** At which confidence an attacker acts. 0: on every target that it says anything of. */
export const CONFIDENCES = [0, 0.5, 0.8, 0.9, 0.95, 1] as const;

/** How unsure `exposed` is, as shares of all targets. */
export interface Uncertainty {
  /** Standard error if nobody were exposed, and about what is. */
  readonly error: number;
  readonly spread: number;
  /** Standard error for the test that chance alone gives so much. */
  readonly tested: number;
  /** Degrees of freedom of Student's quantile: clusters acted on, by weight, less one. */
  readonly degrees: number;
  /** What one more cluster, in which the attack is wrong, would take off. */
  readonly unseen: number;
  /** Clusters of equal size that the targets are worth. */
  readonly clusters: number;
}

/** What one attack or check exposes at one confidence. A target is a person, however many rows are the person's. */
export interface Finding {
  readonly way: Way;
  readonly attack: string;
  /** Such as a sensitive column; null: nothing in particular. */
  readonly about: string | null;
  /** The attacker's knowledge in one sentence, without an item's text. */
  readonly knows: string;
  /** Facts of a person that the attacker knows: 1, 2, 3 known items; null where no number says it. */
  readonly facts: number | null;
  readonly confidence: number;
  /** Targets acted on, of those in scope. */
  readonly people: number;
  readonly of: number;
  /** Rightly; null where nothing tells. Ties count as shares. */
  readonly right: number | null;
  /** By calibrated probabilities; null where nothing calibrates them. */
  readonly expectedRight: number | null;
  /** The same attacker without the knowledge in question, acting on as many targets. */
  readonly baseline: { readonly name: string; readonly right: number | null } | null;
  /** Share of the targets in scope that are exposed beyond the baseline; below 0 the baseline is better. */
  readonly exposed: number | null;
  /** 95 %; null: no figure. */
  readonly interval: Interval | null;
  /** Null for what is proved, and what has no figure. */
  readonly uncertainty: Uncertainty | null;
  readonly state: State;
  /** What it found, what is missing, or how it failed, in words without an item's text. */
  readonly reason: string;
  /** Units on which the attack failed, or that were lost. */
  readonly lost: number;
}

/** What every finding of one attack shares. */
export type ByAttack = Pick<Finding, 'way' | 'attack' | 'about' | 'knows' | 'facts'>;

export const byAttack = (way: Way, attack: string, knows: string, more: Partial<Pick<Finding, 'about' | 'facts'>> = {}): ByAttack => ({
  way,
  attack,
  knows,
  about: null,
  facts: null,
  ...more,
});

const NOTHING = {
  confidence: 0,
  people: 0,
  right: null,
  expectedRight: null,
  baseline: null,
  exposed: null,
  interval: null,
  uncertainty: null,
  lost: 0,
} as const;

/** An attack without a figure: it could not be computed, was not tried, or failed on some units. */
export const withoutFigure = (
  by: ByAttack,
  state: 'not computable' | 'not tried' | 'errored',
  reason: string,
  { of = 0, lost = 0 }: { readonly of?: number; readonly lost?: number } = {},
): Finding => ({ ...NOTHING, ...by, of, state, reason, lost });

/** What follows from the release with certainty: so many people, of whom as many would be guessed by who knows less. */
export function proved(by: ByAttack, { people, of, right = people, confidence = 1, baseline, reason }: ProvedFigures): Finding {
  const exposed = of === 0 ? 0 : (right - (baseline.right ?? 0)) / of;
  return {
    ...NOTHING,
    ...by,
    confidence,
    people,
    of,
    right,
    baseline,
    exposed,
    interval: { low: exposed, high: exposed },
    state: 'proved',
    reason,
  };
}

interface ProvedFigures {
  readonly people: number;
  readonly of: number;
  readonly right?: number;
  readonly confidence?: number;
  readonly baseline: NonNullable<Finding['baseline']>;
  readonly reason: string;
}

/** The reason of an attack on the kind's list that the request names others in the place of: nothing says what it would have found. */
export const LEFT_OUT = 'the request leaves it out (attacks)';

/** It says something: the verdict and the gate weigh its figure. */
export const hasFigure = ({ state }: Finding): boolean => state === 'proved' || state === 'measured' || state === 'expected';

/** How often a target that is acted on is right; null where nobody can tell or nobody is acted on. */
export function rightShare({ people, right, expectedRight }: Finding): number | null {
  const rights = right ?? expectedRight;
  return people === 0 || rights === null ? null : rights / people;
}
