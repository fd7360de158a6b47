import { exp } from '../numeric/numeric.ts';
import { BY_ROWS } from './by-rows.ts';
import type { Shares } from './clusters.ts';
import { fewGroupsInterval } from './few-groups.ts';
import { type Among, type Bearing, type Sample, type Squares, shareIn } from './sample.ts';
import { studentOf } from './student.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface Lift extends Interval {
  readonly lift: number;
}

/** Below this effective number of groups the variance between them means nothing, and few-groups.ts takes over. */
const FEWEST_GROUPS = 30;
/** Minimum clusters for an interval; `expected`: minimum for a model's expectation without the original. */
export const FEWEST = { groups: 2, transactions: 30, expected: 30 } as const;
export const TOO_FEW = `an interval needs ${FEWEST.groups} generalised items and ${FEWEST.transactions} transactions that bear on the figure`;

/**
 * 95 % interval of a share under resampling of groups and of transactions: V = max(Vg + Vt - Vr, Vg, Vt), on the logit. The variances are
 * those that resampling comes to (each cluster's sum of influences, squared), so no draws are needed; the quantile is Student's with as many
 * degrees of freedom as there are clusters of the fewer kind, by weight, less one. The end towards one half is moved by what one more group,
 * half of it so, would do: a kind of group that is rare and unlike the others may not have been met (coverage 81 % of 95 without).
 * Only clusters that bear on the share count. With few groups see few-groups.ts. Null is too few to say.
 */
export function shareIntervalIn<S>(sample: Sample<S>, asked: S): Interval | null {
  const share = shareIn(sample, asked);
  if (share === null) return null;
  const among = sample.among(asked);
  if (tooFew(among)) return null;
  if (among.group.effective < FEWEST_GROUPS) return fewGroupsInterval(sample.groups(asked), designOf(sample, asked, share, among));
  const fewest = fewestOf(among);
  // Nothing to resample at 0 or 1: the rule of three, over clusters.
  if (share <= 0) return { low: 0, high: 3 / fewest };
  if (share >= 1) return { low: 1 - 3 / fewest, high: 1 };
  const logit = Math.log(share / (1 - share));
  const quantile = quantileOf(among);
  const reach = (quantile * Math.sqrt(variance(sample.squares({ share: asked, scale: 1 }), among))) / (share * (1 - share));
  const back = (x: number): number => 1 / (1 + exp(-x));
  const moved = (quantile * (share - 0.5)) / among.group.effective;
  const beyond = (far: number): number => Math.sqrt(far * far + moved * moved);
  return {
    low: share > 0.5 ? share - beyond(share - back(logit - reach)) : back(logit - reach),
    high: share < 0.5 ? share + beyond(back(logit + reach) - share) : back(logit + reach),
  };
}

export const shareInterval = (shares: Shares): Interval | null => shareIntervalIn(BY_ROWS, shares);

/** How a difference is quoted: constant factors on its shares, and the number of simultaneous differences. */
interface LiftReading {
  readonly scales: readonly [of: number, over: number];
  readonly comparisons: number;
}

const PLAIN: LiftReading = { scales: [1, 1], comparisons: 1 };

/** Interval of the difference of two shares over the same rows, paired row by row. */
export function liftIntervalIn<S>(sample: Sample<S>, of: S, over: S, { scales, comparisons }: LiftReading = PLAIN): Lift | null {
  const [first, second] = [shareIn(sample, of), shareIn(sample, over)];
  const among = sample.among(of, over);
  if (tooFew(among) || first === null || second === null) return null;
  const squares = sample.squares({ share: of, scale: scales[0] }, { share: over, scale: scales[1] });
  return liftWithin(first * scales[0] - second * scales[1], variance(squares, among), among, comparisons);
}

export const liftInterval = (of: Shares, over: Shares, reading?: LiftReading): Lift | null => liftIntervalIn(BY_ROWS, of, over, reading);

export const shareOf = (shares: Shares): number | null => shareIn(BY_ROWS, shares);

export const tooFew = ({ group, transaction }: Among): boolean => group.count < FEWEST.groups || transaction.count < FEWEST.transactions;

/** Includes one unseen group that gains nothing or, if groups are few, loses as much as they gain. Null: the interval would exclude no lift. */
export function liftWithin(lift: number, squared: number, among: Among, comparisons = 1): Lift | null {
  const unseen = (among.group.effective < FEWEST_GROUPS ? 2 * lift : lift) / among.group.effective;
  const reach = quantileOf(among, comparisons) * Math.sqrt(squared + unseen * unseen);
  return reach < 1 ? { lift, low: lift - reach, high: lift + reach } : null;
}

/** Clips the interval of a difference between two shares to its possible range. */
export function withinShares(found: Lift, baseline: number): Lift {
  const low = Math.max(found.low, 0 - baseline);
  const high = Math.min(found.high, 1 - baseline);
  // The baseline may come from other rows: the difference must stay in its interval.
  return { lift: found.lift, low: Math.min(found.lift, low), high: Math.max(found.lift, high) };
}

export const twoWay = (byGroup: number, byTransaction: number, byRow: number): number =>
  Math.max(byGroup + byTransaction - byRow, byGroup, byTransaction);

const quantileOf = (among: Among, comparisons = 1): number => studentOf(Math.max(1, fewestOf(among) - 1), comparisons);

const fewestOf = ({ group, transaction }: Among): number => Math.min(group.effective, transaction.effective);

/** Bootstrap variance of a figure from the squared influences of its clusters. */
const between = (squares: number, { count }: Bearing): number => (squares * count) / Math.max(1, count - 1);

const variance = ({ group, transaction, row }: Squares, among: Among): number =>
  twoWay(between(group, among.group), between(transaction, among.transaction), between(row, among.row));

/** Number of cells of a transaction that count as one. At a share of 0 or 1 it cannot be estimated, and each transaction counts as one. */
function designOf<S>(sample: Sample<S>, asked: S, share: number, among: Among): number {
  const { wholes } = sample.totals(asked);
  if (share <= 0 || share >= 1) return Math.max(1, wholes / among.transaction.effective);
  const { transaction, row } = sample.squares({ share: asked, scale: 1 });
  const most = Math.max(between(transaction, among.transaction), between(row, among.row));
  return Math.max(1, (most * wholes) / (share * (1 - share)));
}
