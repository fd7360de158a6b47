import { compareCodePoints } from '../model/code-points.ts';

/** One guess: that a target belongs to a person. A kind of release supplies these; all figures about people follow from them. */
export interface Exposure {
  /** Position of the person in the release, from 0. */
  readonly person: number;
  readonly id: string | null;
  /** Group or cluster of the person: its targets are found or missed together. */
  readonly unit: number;
  /** A member of a generalised item, a piece or a sensitive value. */
  readonly target: string;
  readonly probability: number;
  /** The same for an attacker without outside knowledge; null if there is none. */
  readonly without: number | null;
  /** Decision of the leading attack. */
  readonly decision: string;
  /** Null without the original. */
  readonly truth: boolean | null;
  /** The neighbour with the strongest evidence. */
  readonly betrayedBy: string | null;
  /** Part of a privacy constraint. */
  readonly isProtected: boolean;
}

/** Probabilities from which on a target counts as named. */
export const CERTAINTIES = [0.8, 0.9, 0.95] as const;

/** The attack with all its knowledge, or without outside knowledge; on all targets, or on the protected ones. */
export const VIEWS = ['all', 'all without', 'protected', 'protected without'] as const;
export type View = (typeof VIEWS)[number];

/** The probability in a view; null if the view leaves the target out. */
export function probabilityIn(view: View, { probability, without, isProtected }: Exposure): number | null {
  if (view.startsWith('protected') && !isProtected) return null;
  return view.endsWith('without') ? without : probability;
}

/** The targets of one person that one view names. */
export interface Named {
  /** The most probable target: probability, value, unit, whether it is right, and the neighbour that gives it away. */
  readonly p: number;
  readonly target: string;
  readonly unit: number;
  readonly right: boolean | null;
  readonly by: string | null;
  /** At each certainty: targets named, and of these right (0 if unknown). */
  readonly named: readonly number[];
  readonly hits: readonly number[];
}

export interface Person {
  readonly t: number;
  readonly id: string | null;
  readonly targets: number;
  /** In the order of VIEWS; null if a view has no target. */
  readonly views: readonly (Named | null)[];
}

export function personOf(exposure: Exposure): Person {
  return { t: exposure.person, id: exposure.id, targets: 1, views: VIEWS.map((view) => namedBy(exposure, probabilityIn(view, exposure))) };
}

function namedBy({ target, unit, truth, betrayedBy }: Exposure, p: number | null): Named | null {
  if (p === null) return null;
  const at = CERTAINTIES.map((certainty) => (p >= certainty ? 1 : 0));
  return {
    p,
    target,
    unit,
    right: truth,
    by: betrayedBy,
    named: at,
    hits: at.map((named) => (truth === true ? named : 0)),
  };
}

export const joinPeople = (a: Person, b: Person): Person => ({
  t: a.t,
  id: a.id,
  targets: a.targets + b.targets,
  views: a.views.map((own, at) => joinNamed(own, b.views[at] ?? null)),
});

function joinNamed(a: Named | null, b: Named | null): Named | null {
  if (a === null || b === null) return a ?? b;
  const surest = a.p > b.p || (a.p === b.p && compareCodePoints(a.target, b.target) <= 0) ? a : b;
  const sum = (x: readonly number[], y: readonly number[]): number[] => x.map((value, at) => value + y[at]);
  return { ...surest, named: sum(a.named, b.named), hits: sum(a.hits, b.hits) };
}
