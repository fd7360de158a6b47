import { exp } from '../numeric/numeric.ts';
import { type Bearing, bearing, type Clusters, rowCount, type Shares, type Sums, sumsOf } from './clusters.ts';
import { fewGroupsInterval } from './few-groups.ts';
import { studentOf } from './student.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface Lift extends Interval {
  readonly lift: number;
}

/** Fewer groups, as counted by weight, and the variance between them means nothing: the interval is another one. */
const FEWEST_GROUPS = 30;
/** With fewer that bear on a figure nothing is said of how sure it is; `expected`: of each, for what a model expects without the original. */
export const FEWEST = { groups: 2, transactions: 30, expected: 30 } as const;
export const TOO_FEW = `an interval needs ${FEWEST.groups} generalised items and ${FEWEST.transactions} transactions that bear on the figure`;

/**
 * 95 % interval of a share under resampling of groups and of transactions: V = max(Vg + Vt - Vr, Vg, Vt), on the logit. The variances are
 * those that resampling comes to (each cluster's sum of influences, squared), so no draws are needed; the quantile is Student's with as many
 * degrees of freedom as there are clusters of the fewer kind, by weight, less one. The end towards one half is moved by what one more group,
 * half of it so, would do: a kind of group that is rare and unlike the others may not have been met (coverage 81 % of 95 without).
 * Only clusters that bear on the share count. With few groups see few-groups.ts. Null is too few to say.
 */
export function shareInterval(shares: Shares): Interval | null {
  const share = shareOf(shares);
  if (share === null) return null;
  const { clusters, part, whole } = shares;
  const wholes = sumsOf(clusters, whole);
  const among = amongOf(wholes);
  if (tooFew(among)) return null;
  if (among.group.effective < FEWEST_GROUPS) {
    const parts = sumsOf(clusters, part).groups;
    const found = Array.from(wholes.groups, (all, at) => ({ part: parts[at] as number, whole: all })).filter((group) => group.whole > 0);
    return fewGroupsInterval(found, designOf(shares, share, among));
  }
  const fewest = fewestOf(among);
  // Nothing to resample at 0 or 1: the rule of three, over clusters.
  if (share <= 0) return { low: 0, high: 3 / fewest };
  if (share >= 1) return { low: 1 - 3 / fewest, high: 1 };
  const logit = Math.log(share / (1 - share));
  const quantile = quantileOf(among);
  const reach = (quantile * Math.sqrt(variance(clusters, influence(shares, share), among))) / (share * (1 - share));
  const back = (x: number): number => 1 / (1 + exp(-x));
  const moved = (quantile * (share - 0.5)) / among.group.effective;
  const beyond = (far: number): number => Math.sqrt(far * far + moved * moved);
  return {
    low: share > 0.5 ? share - beyond(share - back(logit - reach)) : back(logit - reach),
    high: share < 0.5 ? share + beyond(back(logit + reach) - share) : back(logit + reach),
  };
}

/** How a difference is read: shares of how much they are quoted as, by constant factors; and how many differences hold together. */
export interface LiftReading {
  readonly scales: readonly [of: number, over: number];
  readonly comparisons: number;
}

const PLAIN: LiftReading = { scales: [1, 1], comparisons: 1 };

/** Interval of the difference of two shares over the same rows, paired row by row. */
export function liftInterval(of: Shares, over: Shares, { scales, comparisons }: LiftReading = PLAIN): Lift | null {
  const [first, second] = [shareOf(of), shareOf(over)];
  const among = bearingOn([of, over]);
  if (tooFew(among) || first === null || second === null) return null;
  const [a, b] = [influence(of, first), influence(over, second)];
  const paired = variance(of.clusters, (row) => a(row) * scales[0] - b(row) * scales[1], among);
  return liftWithin(first * scales[0] - second * scales[1], paired, among, comparisons);
}

export function shareOf(shares: Shares): number | null {
  const { parts, wholes } = totalsOf(shares);
  return wholes > 0 ? parts / wholes : null;
}

interface Totals {
  readonly parts: number;
  readonly wholes: number;
}

/** Found once for a share, which is held against many others. */
function totalsOf(shares: Shares): Totals {
  const known = TOTALS.get(shares);
  if (known !== undefined) return known;
  let [parts, wholes] = [0, 0];
  for (let row = 0; row < rowCount(shares); row += 1) {
    parts += shares.part(row);
    wholes += shares.whole(row);
  }
  const totals = { parts, wholes };
  TOTALS.set(shares, totals);
  return totals;
}

const TOTALS = new WeakMap<Shares, Totals>();

export interface Among {
  readonly group: Bearing;
  readonly transaction: Bearing;
  readonly row: Bearing;
}

/** The clusters that bear on any of some shares over the same rows, each share weighing the same. */
export function bearingOn(shares: readonly [Shares, ...Shares[]]): Among {
  const totals = Float64Array.from(shares, (each) => totalsOf(each).wholes);
  const weightOf = (row: number): number => {
    let weight = 0;
    for (let at = 0; at < totals.length; at += 1) {
      const total = totals[at] as number;
      if (total !== 0) weight += (shares[at] as Shares).whole(row) / total;
    }
    return weight;
  };
  return amongOf(sumsOf(shares[0].clusters, weightOf));
}

const amongOf = ({ groups, transactions, rows }: Sums): Among => ({
  group: bearing(groups),
  transaction: bearing(transactions),
  row: rows,
});

export const tooFew = ({ group, transaction }: Among): boolean => group.count < FEWEST.groups || transaction.count < FEWEST.transactions;

/** The group more that is added gains nothing, and where groups are few loses as much. Null where the lift may be about anything: too few to say. */
export function liftWithin(lift: number, squared: number, among: Among, comparisons = 1): Lift | null {
  const unseen = (among.group.effective < FEWEST_GROUPS ? 2 * lift : lift) / among.group.effective;
  const reach = quantileOf(among, comparisons) * Math.sqrt(squared + unseen * unseen);
  return reach < 1 ? { lift, low: lift - reach, high: lift + reach } : null;
}

/** What a difference over a baseline can be where both are shares: no less than the baseline below it, no more than what is left above it. */
export function withinShares(found: Lift, baseline: number): Lift {
  const low = Math.max(found.low, 0 - baseline);
  const high = Math.min(found.high, 1 - baseline);
  // A baseline of other rows than the difference's own must not part it from its interval.
  return { lift: found.lift, low: Math.min(found.lift, low), high: Math.max(found.lift, high) };
}

export const twoWay = (byGroup: number, byTransaction: number, byRow: number): number =>
  Math.max(byGroup + byTransaction - byRow, byGroup, byTransaction);

const quantileOf = (among: Among, comparisons = 1): number => studentOf(Math.max(1, fewestOf(among) - 1), comparisons);

const fewestOf = ({ group, transaction }: Among): number => Math.min(group.effective, transaction.effective);

/** What each row adds to how a share varies. Asked row by row: no column of it is held. */
function influence(shares: Shares, share: number): (row: number) => number {
  const { part, whole } = shares;
  const all = totalsOf(shares).wholes;
  return (row) => (part(row) - share * whole(row)) / all;
}

/** What resampling clusters of one kind, of which so many bear on it, makes of a figure, from the squares of the sums of their rows' influences. */
const between = (squares: number, { count }: Bearing): number => (squares * count) / Math.max(1, count - 1);

function squaresOf(sums: Float64Array): number {
  let squares = 0;
  for (let at = 0; at < sums.length; at += 1) squares += (sums[at] as number) * (sums[at] as number);
  return squares;
}

/** Each row is a cluster of its own. */
function variance(clusters: Clusters, influence: (row: number) => number, among: Among): number {
  const { groups, transactions, squares } = sumsOf(clusters, influence);
  return twoWay(between(squaresOf(groups), among.group), between(squaresOf(transactions), among.transaction), between(squares, among.row));
}

/** How many cells of a transaction are worth one; where all are so, or none, nothing tells, and each transaction is one. */
function designOf(shares: Shares, share: number, among: Among): number {
  const whole = totalsOf(shares).wholes;
  if (share <= 0 || share >= 1) return Math.max(1, whole / among.transaction.effective);
  const { transactions, squares } = sumsOf(shares.clusters, influence(shares, share));
  const most = Math.max(between(squaresOf(transactions), among.transaction), between(squares, among.row));
  return Math.max(1, (most * whole) / (share * (1 - share)));
}
