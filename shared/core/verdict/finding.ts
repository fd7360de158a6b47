import type { Interval } from '../statistics/intervals.ts';

/** The three ways in which people are exposed. The order is that of every list. */
export const WAYS = ['singled out', 'linked', 'learned'] as const;
export type Way = (typeof WAYS)[number];

/**
 * Basis of a finding. `proved`: follows from the release with certainty. `measured`: compared with the original. `expected`: calibrated probabilities,
 * without an original. `not computable`: an input of the audit is missing. `not tried`: the attacker was not given this knowledge.
 */
export const FINDING_STATES = ['proved', 'measured', 'expected', 'not computable', 'not tried', 'errored'] as const;
type State = (typeof FINDING_STATES)[number];

/** Confidence levels at which an attacker acts. 0: on every target for which it has a guess. */
export const CONFIDENCES = [0, 0.5, 0.8, 0.9, 0.95, 1] as const;

/** Uncertainty of `exposed`, in shares of all targets. */
export interface Uncertainty {
  /** Standard error without any exposure, and around the estimate. */
  readonly error: number;
  readonly spread: number;
  /** Standard error for the test against chance. */
  readonly tested: number;
  /** Degrees of freedom of Student's quantile: effective number of clusters acted on, less one. */
  readonly degrees: number;
  /** Reduction by one extra cluster in which the attack is wrong. */
  readonly unseen: number;
  /** Effective number of clusters: as many of equal size. */
  readonly clusters: number;
}

/** Exposure by one attack or check at one confidence. A target is a person, whatever the number of rows. */
export interface Finding {
  readonly way: Way;
  readonly attack: string;
  /** The subject, such as a sensitive column; null if there is none. */
  readonly about: string | null;
  /** The attacker's knowledge in one sentence, without an item's text. */
  readonly knows: string;
  /** Facts that the attacker knows of a person: 1, 2, 3 known items; null if there is no such number. */
  readonly facts: number | null;
  readonly confidence: number;
  /** Targets acted on, and all targets. */
  readonly people: number;
  readonly of: number;
  /** How many are right; null if unknown. Ties count as fractions. */
  readonly right: number | null;
  /** The same as expected by calibrated probabilities; null without them. */
  readonly expectedRight: number | null;
  /** The same attacker without that knowledge, acting on as many targets. */
  readonly baseline: { readonly name: string; readonly right: number | null } | null;
  /** Share of all targets that are exposed beyond the baseline; negative if the baseline is better. */
  readonly exposed: number | null;
  /** 95 % interval; null without a figure. */
  readonly interval: Interval | null;
  /** Null for proved findings and those without a figure. */
  readonly uncertainty: Uncertainty | null;
  readonly state: State;
  /** The result, the missing input or the failure, in words without an item's text. */
  readonly reason: string;
  /** Units that were lost, or on which the attack failed. */
  readonly lost: number;
}

/** The fields that all findings of one attack share. */
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

/** A finding that follows from the release with certainty. */
export function proved(by: ByAttack, { people, of, right = people, confidence = 1, baseline, reason }: ProvedFigures): Finding {
  const exposed = of === 0 ? 0 : (right - (baseline.right ?? 0)) / of;
  const interval = { low: exposed, high: exposed };
  return { ...NOTHING, ...by, confidence, people, of, right, baseline, exposed, interval, state: 'proved', reason };
}

interface ProvedFigures extends Pick<Finding, 'people' | 'of' | 'reason'>, Partial<Pick<Finding, 'confidence'>> {
  readonly right?: number;
  readonly baseline: NonNullable<Finding['baseline']>;
}

/** Reason of an attack that the request leaves out: its result is unknown. */
export const LEFT_OUT = 'the request leaves it out (attacks)';

/** True if the verdict and the gate use its figure. */
export const hasFigure = ({ state }: Finding): boolean => state === 'proved' || state === 'measured' || state === 'expected';

/** Share that is right of the targets acted on; null if that is unknown or no target is acted on. */
export function rightShare({ people, right, expectedRight }: Finding): number | null {
  const rights = right ?? expectedRight;
  return people === 0 || rights === null ? null : rights / people;
}
