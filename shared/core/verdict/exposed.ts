import type { Interval } from '../measure/intervals.ts';
import { NORMAL_975, student975, studentOf } from '../measure/student.ts';
import { betaBelow } from '../numeric/numeric.ts';
import type { Uncertainty } from './finding.ts';

/**
 * What one attacker at one confidence adds up to over clusters of targets, next to who knows less. A gain is the attacker's chance of being right
 * on a target less the baseline's. Sums, so that slices add up.
 */
export interface ExposureSums {
  clusters: number;
  targets: number;
  /** Of the targets of each cluster, squared. */
  targetSquares: number;
  people: number;
  right: number;
  less: number;
  /** Of each cluster's gain, squared; of gain times targets; of each target's gain, squared. */
  gainSquares: number;
  gainTargets: number;
  ownSquares: number;
  /** Variance of the baseline's hits where it acts with known chances. */
  chance: number;
  /** Clusters that either acts in, targets acted on there, and their squares. */
  acting: number;
  acted: number;
  actedSquares: number;
}

export const noExposure = (): ExposureSums => ({
  clusters: 0,
  targets: 0,
  targetSquares: 0,
  people: 0,
  right: 0,
  less: 0,
  gainSquares: 0,
  gainTargets: 0,
  ownSquares: 0,
  chance: 0,
  acting: 0,
  acted: 0,
  actedSquares: 0,
});

/** One target, or several alike. `acts` and `lessActs` are shares of 1: a baseline may act on some of several that are equally sure. */
export interface TargetActs {
  readonly weight: number;
  readonly acts: boolean;
  readonly right: number;
  readonly lessActs: number;
  readonly lessRight: number;
}

export function addExposureCluster(sums: ExposureSums, targets: Iterable<TargetActs>): void {
  let [count, gain, acted] = [0, 0, 0];
  for (const { weight, acts, right, lessActs, lessRight } of targets) {
    count += weight;
    const own = acts ? right : 0;
    const less = lessActs * lessRight;
    if (acts) sums.people += weight;
    sums.right += weight * own;
    sums.less += weight * less;
    sums.ownSquares += weight * (own - less) * (own - less);
    sums.chance += weight * less * (1 - less);
    gain += weight * (own - less);
    acted += weight * Math.max(acts ? 1 : 0, lessActs);
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
 * How unsure the exposed share is. `error` is that of gains that are 0 in the mean: it tests whether there is a leak; `spread`, about the mean gain, tells
 * how large one is. Both are at least what the baseline's known chances give, since few hits without a miss do not show it. One more cluster, in which the attack is
 * wrong, guards against a kind of cluster that was not met. Tried by simulation: bench/planted.bench.ts.
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
    // Known chances of people who are found or missed together vary as one: few misses do not show it.
    tested: se(Math.max(gainSquares, ownSquares, chance * (ownSquares === 0 ? 1 : Math.max(1, gainSquares / ownSquares)))),
    degrees,
    unseen: less / acting / targets,
    clusters,
  };
}

/** Poisson's exact upper end of a count, in clusters, is this far above the normal one: 3.7 clusters where none was seen. */
const BEYOND_NORMAL = 1.8;

/**
 * 95 %. The lower end allows for few clusters by Student's quantile, the upper end as for a count of clusters: an exposed target more never lowers
 * it, as it would if the quantile fell.
 */
export function exposedInterval(exposed: number, { error, spread, degrees, unseen, clusters }: Uncertainty): Interval {
  if (clusters === 0) return { low: exposed, high: exposed };
  const one = 1 / clusters;
  return {
    low: Math.max(-1, exposed - unseen - student975(degrees) * spread),
    high: Math.min(1, exposed + NORMAL_975 * Math.sqrt(error * error + one * one) + BEYOND_NORMAL * one),
  };
}

/** With the spread of that one more cluster: where people stand and fall together and hardly anybody is missed, no cluster shows it. */
const withUnseen = (error: number, unseen: number): number => Math.sqrt(error * error + unseen * unseen);

/** One-sided: how likely chance alone gives so much. */
export function chanceOf(exposed: number, { tested, degrees, unseen }: Uncertainty): number {
  const beyond = exposed - unseen;
  const about = withUnseen(tested, unseen);
  if (beyond <= 0 || about === 0) return beyond > 0 && about === 0 ? 0 : 1;
  const t = beyond / about;
  return 0.5 * betaBelow(degrees / (degrees + t * t), degrees / 2, 0.5);
}

/** Student's one-sided 95 % quantile where so many are tried together. */
const oneSided = (degrees: number, tried: number): number => studentOf(degrees, Math.max(tried, 1) / 2);

/** Lower bound that holds for so many findings together. */
export const lowerBound = (exposed: number, { spread, degrees, unseen }: Uncertainty, tried: number): number =>
  exposed - unseen - oneSided(degrees, tried) * withUnseen(spread, unseen);

/** The normal quantile at 0.9. */
const NORMAL_900 = 1.2815515655446004;
const HALVINGS = 30;

/**
 * The smallest share of targets whose exposure would have been noticed with probability 0.9, among so many findings, even if whole clusters are
 * exposed at once: fewer of them tell less. 1: none.
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
