import { points } from '../findings/figure-text.ts';
import type { Interval } from '../measure/intervals.ts';

/** What an audit concludes, for whatever kind of release. Summary, report and gate read it, and none of them concludes for itself. */
const LEVELS = ['cannot judge', 'no more than chance', 'some', 'much'] as const;
export type Level = (typeof LEVELS)[number];

/** Why an audit cannot judge, with figures, and what to do about it. Whole clauses, in lower case. */
export interface Obstacle {
  readonly why: string;
  readonly remedy: string;
}

/** What the leading attack found, as far as the level rests on it. A kind supplies the figures. */
export interface Evidence {
  /** The most telling first; empty where the release can be judged. */
  readonly obstacles: readonly Obstacle[];
  /** How much of what the attack says is right, and how much of as many guesses at random; null where it says nothing, or nobody can tell. */
  readonly right: number | null;
  readonly chance: number | null;
  /** The 95 % interval of the difference, paired; null is too few to say. */
  readonly lift: Interval | null;
  /** How much of what was hidden it undoes. */
  readonly undone: number | null;
  /** Nothing was taken out, by an attack that could have. */
  readonly silent: boolean;
  /** The strongest attack on this kind of release is the one that leads: a weaker one that finds nothing says nothing. */
  readonly strongest: boolean;
}

export interface Verdict {
  readonly level: Level;
  /** Of a release that cannot be judged. */
  readonly obstacle: Obstacle | null;
  /** Beyond chance even so: what was found is a floor. */
  readonly floor: boolean;
}

/** From so much right, and so much undone, on it is much. */
const MUCH = { right: 0.8, undone: 0.3 } as const;
/** "No more than chance" is said only where the interval leaves no more than this above it. */
const WIDEST = 0.1;
/** Knowledge of fewer cells than this share judges nothing. */
export const LEAST_KNOWN = 0.5;

const NOTHING_TO_HOLD: Obstacle = {
  why: 'nobody can say how much of what the attack takes out is right',
  remedy: 'give the original (--original)',
};
const TOO_FEW: Obstacle = {
  why: 'there is too little to tell what was found from chance',
  remedy: 'audit more of the release at once, or releases of the same kind together',
};

/** The one table of levels: the first line that holds decides. */
export function verdictOf(evidence: Evidence): Verdict {
  const { right, chance, lift, undone, silent, strongest, obstacles } = evidence;
  const beyond = lift !== null && lift.low > 0;
  const cannot = (obstacle: Obstacle): Verdict => ({ level: 'cannot judge', obstacle, floor: beyond });
  const judged = (level: Level): Verdict => ({ level, obstacle: null, floor: false });
  const [first] = obstacles;
  if (first !== undefined) return cannot(first);
  const chanceOnly = (): Verdict => (strongest ? judged('no more than chance') : cannot(WEAKER));
  if (silent) return chanceOnly();
  if (right === null || chance === null) return cannot(NOTHING_TO_HOLD);
  if (lift === null) return cannot(TOO_FEW);
  if (beyond) return judged(right >= MUCH.right && undone !== null && undone >= MUCH.undone ? 'much' : 'some');
  if (lift.high > WIDEST) return cannot(tooWide(lift));
  return chanceOnly();
}

const WEAKER: Obstacle = {
  why: 'the attack that leads finds no more than chance, but a stronger one was not asked',
  remedy: 'let calibrated lead (--attack calibrated, or leave --attack out)',
};

const tooWide = ({ low, high }: Interval): Obstacle => ({
  ...TOO_FEW,
  why: `${TOO_FEW.why}: the difference may be anything from ${points(low)} to ${points(high)} points`,
});
