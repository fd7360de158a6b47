import { betaBelow } from '../numeric/numeric.ts';
import type { Interval } from '../statistics/intervals.ts';
import { NORMAL_975, student975, studentOf } from '../statistics/student.ts';
import type { Uncertainty } from './finding.ts';

/**
 * Sums over clusters of targets, for one attacker at one confidence and for the baseline. A gain is the attacker's probability of being right on a target
 * minus the baseline's. Sums of slices can be added.
 */
export const noExposure = () => ({
  clusters: 0,
  targets: 0,
  /** Squares of the number of targets by cluster. */
  targetSquares: 0,
  people: 0,
  right: 0,
  less: 0,
  /** Squares of the gain by cluster; gain times targets by cluster; squares of the gain by target. */
  gainSquares: 0,
  gainTargets: 0,
  ownSquares: 0,
  /** Variance of the baseline's hits, if it acts with known probabilities. */
  chance: 0,
  /** Clusters where the attacker or the baseline acts, targets acted on there, and their squares. */
  acting: 0,
  acted: 0,
  actedSquares: 0,
});

export type ExposureSums = ReturnType<typeof noExposure>;

/** One target, or several alike. `baselineActs` may be a fraction: a baseline may act on some of several targets with equal confidence. */
export interface TargetActs {
  readonly weight: number;
  readonly acts: boolean;
  readonly right: number;
  readonly baselineActs: number;
  readonly baselineRight: number;
}

export function addExposureCluster(sums: ExposureSums, targets: Iterable<TargetActs>): void {
  let [count, gain, acted] = [0, 0, 0];
  for (const { weight, acts, right, baselineActs, baselineRight } of targets) {
    count += weight;
    const own = acts ? right : 0;
    const less = baselineActs * baselineRight;
    if (acts) sums.people += weight;
    sums.right += weight * own;
    sums.less += weight * less;
    sums.ownSquares += weight * (own - less) * (own - less);
    sums.chance += weight * less * (1 - less);
    gain += weight * (own - less);
    acted += weight * Math.max(acts ? 1 : 0, baselineActs);
  }
  sums.clusters += 1;
  sums.targets += count;
  sums.targetSquares += count * count;
  sums.gainSquares += gain * gain;
  sums.gainTargets += gain * count;
  if (acted === 0) return;
  sums.acting += 1;
  sums.acted += acted;
  sums.actedSquares += acted * acted;
}

export function addExposure(total: ExposureSums, more: ExposureSums): void {
  for (const key of Object.keys(total) as (keyof ExposureSums)[]) total[key] += more[key];
}

/**
 * Uncertainty of the exposed share. `error` is the standard error for a mean gain of 0: it tests whether there is a leak. `spread` is the one around the
 * mean gain: it says how large a leak is. Both are at least what the baseline's known probabilities imply, since few hits without a miss do not show it.
 * One extra cluster, in which the attack is wrong, guards against kinds of clusters that were not met. Checked by simulation: bench/planted.bench.ts.
 */
export function uncertaintyOf(sums: ExposureSums): Uncertainty {
  const { targets, targetSquares, acting, acted, actedSquares, gainSquares, gainTargets, ownSquares, chance, right, less } = sums;
  const clusters = targetSquares === 0 ? 0 : (targets * targets) / targetSquares;
  if (acting === 0) return { error: 0, spread: 0, tested: 0, degrees: 1, unseen: 0, clusters };
  const exposed = (right - less) / targets;
  const about = gainSquares - 2 * exposed * gainTargets + exposed * exposed * targetSquares;
  const among = acting / Math.max(1, acting - 1);
  const se = (squares: number): number => Math.sqrt(squares * among) / targets;
  const degrees = Math.max(1, (acted * acted) / actedSquares - 1);
  return {
    error: se(Math.max(gainSquares, ownSquares, chance)),
    spread: se(Math.max(about, chance)),
    // People who are found or missed together vary as one, which few misses do not show.
    tested: se(Math.max(gainSquares, ownSquares, chance * (ownSquares === 0 ? 1 : Math.max(1, gainSquares / ownSquares)))),
    degrees,
    unseen: less / acting / targets,
    clusters,
  };
}

/** In clusters, Poisson's exact upper end of a count lies this far above the normal one: 3.7 clusters if none was seen. */
const BEYOND_NORMAL = 1.8;

/**
 * 95 % interval. The lower end uses Student's quantile, since there may be few clusters. The upper end is that of a count of clusters: with Student's
 * quantile one more exposed target could lower it.
 */
export function exposedInterval(exposed: number, { error, spread, degrees, unseen, clusters }: Uncertainty): Interval {
  if (clusters === 0) return { low: exposed, high: exposed };
  const one = 1 / clusters;
  return {
    low: Math.max(-1, exposed - unseen - student975(degrees) * spread),
    high: Math.min(1, exposed + NORMAL_975 * Math.sqrt(error * error + one * one) + BEYOND_NORMAL * one),
  };
}

/** Adds the spread of the extra cluster: where people are found or missed together and hardly anybody is missed, no real cluster shows it. */
const withUnseen = (error: number, unseen: number): number => Math.sqrt(error * error + unseen * unseen);

/** One-sided p-value of the exposed share. */
export function chanceOf(exposed: number, { tested, degrees, unseen }: Uncertainty): number {
  const beyond = exposed - unseen;
  const about = withUnseen(tested, unseen);
  if (beyond <= 0 || about === 0) return beyond > 0 && about === 0 ? 0 : 1;
  const t = beyond / about;
  return 0.5 * betaBelow(degrees / (degrees + t * t), degrees / 2, 0.5);
}

/** Student's one-sided 95 % quantile, corrected for the number of findings tried together. */
const oneSided = (degrees: number, tried: number): number => studentOf(degrees, Math.max(tried, 1) / 2);

/** A lower bound that holds for all findings tried together. */
export const lowerBound = (exposed: number, { spread, degrees, unseen }: Uncertainty, tried: number): number =>
  exposed - unseen - oneSided(degrees, tried) * withUnseen(spread, unseen);

/** The normal quantile at 0.9. */
const NORMAL_900 = 1.2815515655446004;
const HALVINGS = 30;

/**
 * The smallest share of targets whose exposure would be noticed with probability 0.9, corrected for the number of findings, even if whole clusters are
 * exposed at once: fewer clusters show less. 1 if none would be.
 */
export function powerOf({ tested, degrees, unseen, clusters }: Uncertainty, tried: number): number {
  if (clusters === 0) return 1;
  const noticed = (share: number): boolean => {
    const own = share / clusters;
    const known = Math.max(degrees, share * clusters - 1);
    if (known < 1) return false;
    const about = Math.sqrt(tested * tested + own);
    return share - unseen - oneSided(known, tried) * withUnseen(about, unseen) - NORMAL_900 * about > 0;
  };
  if (!noticed(1)) return 1;
  let [low, high] = [0, 1];
  for (let left = HALVINGS; left > 0; left -= 1) {
    const middle = (low + high) / 2;
    if (noticed(middle)) high = middle;
    else low = middle;
  }
  return high;
}
