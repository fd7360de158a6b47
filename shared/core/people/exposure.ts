/** What an attacker says of one target of one person. A kind of release supplies these; every figure of people is made from them alone. */
export interface Exposure {
  /** Position of the person in the release, from 0. */
  readonly person: number;
  readonly id: string | null;
  /** What stands and falls together: the group or cluster it was found in. */
  readonly unit: number;
  /** What is named: a member of a generalised item, a piece, a sensitive value. */
  readonly target: string;
  /** That it is the person's. */
  readonly probability: number;
  /** The same by an attacker without outside knowledge; null where there is none. */
  readonly without: number | null;
  /** What the leading attack made of it. */
  readonly decision: string;
  /** Null without the original. */
  readonly truth: boolean | null;
  /** The neighbour that says most. */
  readonly betrayedBy: string | null;
  /** It stands in a privacy constraint. */
  readonly isProtected: boolean;
}

/** At which probability a target is named. */
export const CERTAINTIES = [0.8, 0.9, 0.95] as const;

/** Through whose eyes, and which targets: the attack with all it knows, and without outside knowledge; all targets, and protected ones. */
export const VIEWS = ['all', 'all without', 'protected', 'protected without'] as const;
export type View = (typeof VIEWS)[number];

/** The probability that a view looks at; null where it has none. */
export function probabilityIn(view: View, { probability, without, isProtected }: Exposure): number | null {
  if (view.startsWith('protected') && !isProtected) return null;
  return view.endsWith('without') ? without : probability;
}

/** Expectations add up as whole numbers, so that no order of adding changes them. */
export const MILLION = 1_000_000;
