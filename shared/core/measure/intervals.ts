import { exp } from '../numeric/numeric.ts';
import { seeded } from '../random/random.ts';
import { student975 } from './student.ts';

/** What one row of one table adds to a share: of `whole`, `part` are so. F1 is one too: 2 correct of eliminated + added. */
export interface RowShare {
  readonly group: number;
  readonly transaction: number;
  readonly part: number;
  readonly whole: number;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface Lift extends Interval {
  readonly lift: number;
}

/** Under so many groups or transactions a variance between them means nothing. */
export const FEWEST = 30;

/**
 * 95 % interval of a share under resampling of groups and of transactions: V = max(Vg + Vt - Vr, Vg, Vt), on the logit. The variances are
 * those that resampling comes to (each cluster's sum of influences, squared), so no draws are needed; the quantile is Student's with as many
 * degrees of freedom as there are clusters of the fewer kind, less one. Null is too few to say.
 */
export function shareInterval(rows: readonly RowShare[], clusters = clustersOf(rows)): Interval | null {
  const share = shareOf(rows);
  if (clusters.fewest < FEWEST || share === null) return null;
  // Nothing to resample at 0 or 1: the rule of three, over clusters.
  if (share <= 0) return { low: 0, high: 3 / clusters.fewest };
  if (share >= 1) return { low: 1 - 3 / clusters.fewest, high: 1 };
  const logit = Math.log(share / (1 - share));
  const reach = reachOf(clusters, influences(rows, share)) / (share * (1 - share));
  const back = (x: number): number => 1 / (1 + exp(-x));
  return { low: back(logit - reach), high: back(logit + reach) };
}

/** Interval of the difference of two shares over the same rows, paired row by row. */
export function liftInterval(of: readonly RowShare[], over: readonly RowShare[], clusters = clustersOf(of)): Lift | null {
  const [first, second] = [shareOf(of), shareOf(over)];
  if (clusters.fewest < FEWEST || first === null || second === null) return null;
  const [a, b] = [influences(of, first), influences(over, second)];
  return around(
    first - second,
    reachOf(
      clusters,
      a.map((each, at) => each - (b[at] as number)),
    ),
  );
}

/** Resamples of each kind of cluster, for what has no influence function: the best of several. */
const DRAWS = 400;
/** More clusters are drawn in so many random lots: the variance is the same, the work bounded. */
const LOTS = 1000;

/** A share held against the best of others, by their positions. */
export interface AgainstBest {
  readonly of: number;
  readonly over: readonly number[];
}

/**
 * Lifts of shares over the best of others, all of them over the same rows; the best is chosen anew in each resample of groups, of
 * transactions and of rows. All come from the same draws: at most 3 x 400 x 1000 steps a share. Null is too few to say.
 */
export function bestLifts(shares: readonly (readonly RowShare[])[], wanted: readonly AgainstBest[], seed: string): (Lift | null)[] {
  const [rows] = shares;
  if (rows === undefined) return wanted.map(() => null);
  const clusters = clustersOf(rows);
  const liftsAt = (values: Float64Array): number[] =>
    wanted.map(({ of, over }) => {
      const known = over.map((at) => values[at] as number).filter((value) => !Number.isNaN(value));
      return (values[of] as number) - Math.max(...known);
    });
  const lots = (names: readonly number[]): number[] => names.map((name) => name % LOTS);
  const variances = [clusters.group, clusters.transaction, rows.keys().toArray()].map((names, kind) => {
    const sums = sumsBy(lots(names), shares);
    const random = seeded(seed, 'resample', kind);
    const draws = Array.from({ length: DRAWS }, () => liftsAt(drawnShares(sums, shares.length, random.below)));
    return wanted.map((_, at) => varianceOf(draws.map((lifts) => lifts[at] as number)));
  }) as [number[], number[], number[]];
  const lifts = liftsAt(Float64Array.from(shares, (each) => shareOf(each) ?? Number.NaN));
  return lifts.map((lift, at) => {
    if (clusters.fewest < FEWEST || !Number.isFinite(lift)) return null;
    const [byGroup, byTransaction, byRow] = variances.map((each) => each[at] as number) as [number, number, number];
    return around(lift, student975(clusters.fewest - 1) * Math.sqrt(twoWay(byGroup, byTransaction, byRow)));
  });
}

export function shareOf(rows: readonly RowShare[]): number | null {
  let [part, whole] = [0, 0];
  for (const row of rows) [part, whole] = [part + row.part, whole + row.whole];
  return whole > 0 ? part / whole : null;
}

export const tooFew = (rows: readonly RowShare[]): boolean => clustersOf(rows).fewest < FEWEST;

export interface Clusters {
  /** Of each row, as positions from 0. */
  readonly group: readonly number[];
  readonly transaction: readonly number[];
  readonly fewest: number;
}

/** Found once for all shares over the same rows. */
export function clustersOf(rows: readonly RowShare[]): Clusters {
  const [groups, transactions] = [new Map<number, number>(), new Map<number, number>()];
  const place = (known: Map<number, number>, name: number): number => {
    const found = known.get(name) ?? known.size;
    if (found === known.size) known.set(name, found);
    return found;
  };
  const group = rows.map((row) => place(groups, row.group));
  const transaction = rows.map((row) => place(transactions, row.transaction));
  return { group, transaction, fewest: Math.min(groups.size, transactions.size) };
}

const around = (lift: number, reach: number): Lift => ({ lift, low: lift - reach, high: lift + reach });

const twoWay = (byGroup: number, byTransaction: number, byRow: number): number =>
  Math.max(byGroup + byTransaction - byRow, byGroup, byTransaction);

function influences(rows: readonly RowShare[], share: number): number[] {
  const whole = rows.reduce((total, row) => total + row.whole, 0);
  return rows.map((row) => (row.part - share * row.whole) / whole);
}

/** How far 95 % reach to either side, from the influence of each row. */
function reachOf({ group, transaction, fewest }: Clusters, influence: readonly number[]): number {
  const between = (names: readonly number[]): number => {
    const sums: number[] = [];
    for (const [at, name] of names.entries()) sums[name] = (sums[name] ?? 0) + (influence[at] as number);
    let squares = 0;
    for (const each of sums) squares += each * each;
    return (squares * sums.length) / Math.max(1, sums.length - 1);
  };
  const byRow = between(influence.keys().toArray());
  return student975(fewest - 1) * Math.sqrt(twoWay(between(group), between(transaction), byRow));
}

/** For each cluster the parts and wholes of all shares, side by side. */
function sumsBy(names: readonly number[], shares: readonly (readonly RowShare[])[]): Float64Array {
  const clusters = names.reduce((most, name) => Math.max(most, name + 1), 0);
  const width = 2 * shares.length;
  const sums = new Float64Array(clusters * width);
  for (const [at, name] of names.entries()) {
    for (const [share, rows] of shares.entries()) {
      const { part, whole } = rows[at] as RowShare;
      const place = name * width + 2 * share;
      sums[place] = (sums[place] as number) + part;
      sums[place + 1] = (sums[place + 1] as number) + whole;
    }
  }
  return sums;
}

/** As many clusters as there are, drawn with replacement: what each share then is. */
function drawnShares(sums: Float64Array, shares: number, below: (below: number) => number): Float64Array {
  const width = 2 * shares;
  const clusters = sums.length / width;
  const total = new Float64Array(width);
  for (let left = clusters; left > 0; left -= 1) {
    const from = below(clusters) * width;
    for (let at = 0; at < width; at += 1) total[at] = (total[at] as number) + (sums[from + at] as number);
  }
  return Float64Array.from({ length: shares }, (_, share) => (total[2 * share] as number) / (total[2 * share + 1] as number));
}

function varianceOf(values: readonly number[]): number {
  const known = values.filter(Number.isFinite);
  const centre = known.reduce((total, value) => total + value, 0) / known.length;
  return known.reduce((total, value) => total + (value - centre) * (value - centre), 0) / Math.max(1, known.length - 1);
}
