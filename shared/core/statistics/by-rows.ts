import type { Clusters, Shares } from './clusters.ts';
import { type Among, type Bearing, bearing, bearingOf, type Sample, type Squares, type Totals } from './sample.ts';

/** Implementation of Sample from single rows. */
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
    return Array.from(wholes, (all, at) => ({ part: parts[at], whole: all })).filter((group) => group.whole > 0);
  },
};

/** Clusters with a weight in any of these shares over the same rows; shares have equal weight. */
export function bearingOn(shares: readonly [Shares, ...Shares[]]): Among {
  const wholes = Float64Array.from(shares, (each) => totals(each).wholes);
  const weightOf = (row: number): number => {
    let weight = 0;
    for (let at = 0; at < wholes.length; at += 1) {
      const all = wholes[at];
      if (all !== 0) weight += shares[at].whole(row) / all;
    }
    return weight;
  };
  return amongOf(sumsOf(shares[0].clusters, weightOf));
}

/** Cached: a share is compared with many others. */
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

/** Influence of each row on a share, computed on demand. */
function influence(shares: Shares): (row: number) => number {
  const { part, whole } = shares;
  const { parts, wholes } = totals(shares);
  const share = parts / wholes;
  return (row) => (part(row) - share * whole(row)) / wholes;
}

/** Sums of one value of each row. */
interface Sums {
  readonly groups: Float64Array;
  readonly transactions: Float64Array;
  readonly rows: Bearing;
  /** Of the values themselves. */
  readonly squares: number;
}

/** Sums by cluster. One pass for all of them, since computing a value costs more than adding it. */
function sumsOf({ group, transaction }: Clusters, of: (row: number) => number): Sums {
  const [groups, transactions] = [new Float64Array(countOf(group)), new Float64Array(countOf(transaction))];
  let [count, total, squares] = [0, 0, 0];
  for (let row = 0; row < group.length; row += 1) {
    const value = of(row);
    const [inGroup, inTransaction] = [group[row], transaction[row]];
    groups[inGroup] += value;
    transactions[inTransaction] += value;
    if (value > 0) count += 1;
    total += value;
    squares += value * value;
  }
  return { groups, transactions, rows: bearingOf(count, total, squares), squares };
}

/** Clusters are numbered from 0, so their count is the greatest number plus one. */
function countOf(places: Int32Array): number {
  let count = 0;
  for (let row = 0; row < places.length; row += 1) if (places[row] >= count) count = places[row] + 1;
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
  for (let at = 0; at < sums.length; at += 1) squares += sums[at] * sums[at];
  return squares;
}
