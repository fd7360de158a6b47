import { exp } from '../numeric/numeric.ts';
import { type Bearing, bearing, type Clusters, columnOf, rowsOf, type Shares, sumsBy } from './clusters.ts';
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
  const wholes = columnOf(shares, whole);
  const [groups, transactions] = [sumsBy(clusters.group, wholes), sumsBy(clusters.transaction, wholes)];
  const among = { group: bearing(groups), transaction: bearing(transactions), row: bearing(wholes) };
  if (tooFew(among)) return null;
  if (among.group.effective < FEWEST_GROUPS) {
    const parts = sumsBy(clusters.group, columnOf(shares, part));
    const found = Array.from(groups, (all, at) => ({ part: parts[at] as number, whole: all })).filter((group) => group.whole > 0);
    return fewGroupsInterval(found, designOf(shares, share, among));
  }
  const fewest = fewestOf(among);
  // Nothing to resample at 0 or 1: the rule of three, over clusters.
  if (share <= 0) return { low: 0, high: 3 / fewest };
  if (share >= 1) return { low: 1 - 3 / fewest, high: 1 };
  const logit = Math.log(share / (1 - share));
  const quantile = quantileOf(among);
  const reach = (quantile * Math.sqrt(variance(clusters, influences(shares, share), among))) / (share * (1 - share));
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
  const [a, b] = [influences(of, first), influences(over, second)];
  const paired = variance(
    of.clusters,
    a.map((each, at) => each * scales[0] - (b[at] as number) * scales[1]),
    among,
  );
  return liftWithin(first * scales[0] - second * scales[1], paired, among, comparisons);
}

export function shareOf(shares: Shares): number | null {
  let [parts, wholes] = [0, 0];
  for (let row = 0; row < rowsOf(shares); row += 1) [parts, wholes] = [parts + shares.part(row), wholes + shares.whole(row)];
  return wholes > 0 ? parts / wholes : null;
}

export interface Among {
  readonly group: Bearing;
  readonly transaction: Bearing;
  readonly row: Bearing;
}

/** The clusters that bear on any of some shares over the same rows, each share weighing the same. */
export function bearingOn(shares: readonly [Shares, ...Shares[]]): Among {
  const totals = shares.map(wholeOf);
  const weightOf = (row: number): number =>
    shares.reduce((sum, { whole }, at) => sum + (totals[at] === 0 ? 0 : whole(row) / (totals[at] as number)), 0);
  const [first] = shares;
  const { group, transaction } = first.clusters;
  const weights = columnOf(first, weightOf);
  return { group: bearing(sumsBy(group, weights)), transaction: bearing(sumsBy(transaction, weights)), row: bearing(weights) };
}

export const tooFew = ({ group, transaction }: Among): boolean => group.count < FEWEST.groups || transaction.count < FEWEST.transactions;

/** The group more that is added gains nothing, and where groups are few loses as much. Null where the lift may be about anything: too few to say. */
export function liftWithin(lift: number, squared: number, among: Among, comparisons = 1): Lift | null {
  const unseen = (among.group.effective < FEWEST_GROUPS ? 2 * lift : lift) / among.group.effective;
  const reach = quantileOf(among, comparisons) * Math.sqrt(squared + unseen * unseen);
  return reach < 1 ? { lift, low: lift - reach, high: lift + reach } : null;
}

export const twoWay = (byGroup: number, byTransaction: number, byRow: number): number =>
  Math.max(byGroup + byTransaction - byRow, byGroup, byTransaction);

const quantileOf = (among: Among, comparisons = 1): number => studentOf(Math.max(1, fewestOf(among) - 1), comparisons);

const fewestOf = ({ group, transaction }: Among): number => Math.min(group.effective, transaction.effective);

function wholeOf(shares: Shares): number {
  let total = 0;
  for (let row = 0; row < rowsOf(shares); row += 1) total += shares.whole(row);
  return total;
}

function influences(shares: Shares, share: number): Float64Array {
  const whole = wholeOf(shares);
  return columnOf(shares, (row) => (shares.part(row) - share * shares.whole(row)) / whole);
}

/** What resampling clusters of one kind, of which so many bear on it, makes of a figure, from the sums of their rows' influences. */
function between(sums: Float64Array, { count }: Bearing): number {
  let squares = 0;
  for (const sum of sums) squares += sum * sum;
  return (squares * count) / Math.max(1, count - 1);
}

const betweenAll = (places: Int32Array, influence: Float64Array, bears: Bearing): number => between(sumsBy(places, influence), bears);

/** Each row is a cluster of its own. */
const variance = ({ group, transaction }: Clusters, influence: Float64Array, among: Among): number =>
  twoWay(betweenAll(group, influence, among.group), betweenAll(transaction, influence, among.transaction), between(influence, among.row));

/** How many cells of a transaction are worth one; where all are so, or none, nothing tells, and each transaction is one. */
function designOf(shares: Shares, share: number, among: Among): number {
  const whole = wholeOf(shares);
  if (share <= 0 || share >= 1) return Math.max(1, whole / among.transaction.effective);
  const influence = influences(shares, share);
  const most = Math.max(betweenAll(shares.clusters.transaction, influence, among.transaction), between(influence, among.row));
  return Math.max(1, (most * whole) / (share * (1 - share)));
}
