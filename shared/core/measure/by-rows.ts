import type { Clusters, Shares } from './clusters.ts';
import { type Among, type Bearing, bearing, bearingOf, type Sample, type Squares, type Totals } from './sample.ts';

/** What intervals ask of shares, from their rows one by one. */
export const BY_ROWS: Sample<Shares> = {
  totals,
  among: (share, beside) => (beside === undefined ? amongOf(sumsOf(share.clusters, share.whole)) : bearingOn([share, beside])),
  squares(of, less) {
    const own = influence(of.share);
    if (less === undefined) return squaresOf(of.share.clusters, own);
    const theirs = influence(less.share);
    return squaresOf(of.share.clusters, (row) => own(row) * of.scale - theirs(row) * less.scale);
  },
  groups({ clusters, part, whole }) {
    const [parts, wholes] = [sumsOf(clusters, part).groups, sumsOf(clusters, whole).groups];
    return Array.from(wholes, (all, at) => ({ part: parts[at] as number, whole: all })).filter((group) => group.whole > 0);
  },
};

/** The clusters that bear on any of some shares over the same rows, each share weighing the same. */
export function bearingOn(shares: readonly [Shares, ...Shares[]]): Among {
  const wholes = Float64Array.from(shares, (each) => totals(each).wholes);
  const weightOf = (row: number): number => {
    let weight = 0;
    for (let at = 0; at < wholes.length; at += 1) {
      const all = wholes[at] as number;
      if (all !== 0) weight += (shares[at] as Shares).whole(row) / all;
    }
    return weight;
  };
  return amongOf(sumsOf(shares[0].clusters, weightOf));
}

/** Found once for a share, which is held against many others. */
function totals(shares: Shares): Totals {
  const known = TOTALS.get(shares);
  if (known !== undefined) return known;
  let [parts, wholes] = [0, 0];
  for (let row = 0; row < shares.clusters.group.length; row += 1) {
    parts += shares.part(row);
    wholes += shares.whole(row);
  }
  const found = { parts, wholes };
  TOTALS.set(shares, found);
  return found;
}

const TOTALS = new WeakMap<Shares, Totals>();

/** What each row adds to how a share varies. Asked row by row: no column of it is held. */
function influence(shares: Shares): (row: number) => number {
  const { part, whole } = shares;
  const { parts, wholes } = totals(shares);
  const share = parts / wholes;
  return (row) => (part(row) - share * whole(row)) / wholes;
}

/** The sums of some value of each row. */
interface Sums {
  readonly groups: Float64Array;
  readonly transactions: Float64Array;
  readonly rows: Bearing;
  /** Of the values themselves. */
  readonly squares: number;
}

/** For each cluster the sum of its rows' values; all in one pass, since to ask for a value costs more than to add it. */
function sumsOf({ group, transaction }: Clusters, of: (row: number) => number): Sums {
  const [groups, transactions] = [new Float64Array(countOf(group)), new Float64Array(countOf(transaction))];
  let [count, total, squares] = [0, 0, 0];
  for (let row = 0; row < group.length; row += 1) {
    const value = of(row);
    const [inGroup, inTransaction] = [group[row] as number, transaction[row] as number];
    groups[inGroup] = (groups[inGroup] as number) + value;
    transactions[inTransaction] = (transactions[inTransaction] as number) + value;
    if (value > 0) count += 1;
    total += value;
    squares += value * value;
  }
  return { groups, transactions, rows: bearingOf(count, total, squares), squares };
}

/** Clusters are numbered as they first come, so the last of them is the greatest number. */
function countOf(places: Int32Array): number {
  let count = 0;
  for (let row = 0; row < places.length; row += 1) if ((places[row] as number) >= count) count = (places[row] as number) + 1;
  return count;
}

const amongOf = ({ groups, transactions, rows }: Sums): Among => ({
  group: bearing(groups),
  transaction: bearing(transactions),
  row: rows,
});

function squaresOf(clusters: Clusters, influence: (row: number) => number): Squares {
  const { groups, transactions, squares } = sumsOf(clusters, influence);
  return { group: squared(groups), transaction: squared(transactions), row: squares };
}

function squared(sums: Float64Array): number {
  let squares = 0;
  for (let at = 0; at < sums.length; at += 1) squares += (sums[at] as number) * (sums[at] as number);
  return squares;
}
