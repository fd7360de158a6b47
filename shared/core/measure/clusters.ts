/** The clusters of each row, as positions from 0. */
export interface Clusters {
  readonly group: Int32Array;
  readonly transaction: Int32Array;
}

/**
 * What the rows of tables add to a share: of `whole`, `part` are so. F1 is one too: 2 correct of eliminated + added. Asked row by row, so
 * that no rate of any attack is held beside the counts that it is made of: a release has millions of rows.
 */
export interface Shares {
  readonly clusters: Clusters;
  readonly part: (row: number) => number;
  readonly whole: (row: number) => number;
}

export const rowCount = ({ clusters }: Shares): number => clusters.group.length;

/** What one row adds to a share, where rows are few enough for an object each. */
export interface RowShare {
  readonly group: number;
  readonly transaction: number;
  readonly part: number;
  readonly whole: number;
}

export const sharesOf = (rows: readonly RowShare[]): Shares => ({
  clusters: clustersOf(
    rows.map(({ group }) => group),
    rows.map(({ transaction }) => transaction),
  ),
  part: (row) => (rows[row] as RowShare).part,
  whole: (row) => (rows[row] as RowShare).whole,
});

/** Found once for all shares over the same rows, from the names of their groups and transactions. */
export const clustersOf = (groups: ArrayLike<number>, transactions: ArrayLike<number>): Clusters => ({
  group: placesOf(groups),
  transaction: placesOf(transactions),
});

function placesOf(names: ArrayLike<number>): Int32Array {
  const known = new Map<number, number>();
  return Int32Array.from(names, (name) => {
    const found = known.get(name) ?? known.size;
    if (found === known.size) known.set(name, found);
    return found;
  });
}

/** The sums of some value of each row. */
export interface Sums {
  readonly groups: Float64Array;
  readonly transactions: Float64Array;
  readonly rows: Bearing;
  /** Of the values themselves. */
  readonly squares: number;
}

/** For each cluster the sum of its rows' values; all in one pass, since to ask for a value costs more than to add it. */
export function sumsOf({ group, transaction }: Clusters, of: (row: number) => number): Sums {
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

/** Clusters are numbered as they first come, so the last of them is the greatest number. Counted once for many sums over the same places. */
function countOf(places: Int32Array): number {
  const known = COUNTS.get(places);
  if (known !== undefined) return known;
  let count = 0;
  for (let row = 0; row < places.length; row += 1) if ((places[row] as number) >= count) count = (places[row] as number) + 1;
  COUNTS.set(places, count);
  return count;
}

const COUNTS = new WeakMap<Int32Array, number>();

/** Those clusters that bear on a figure: what weighs nothing in it tells nothing of how it varies. */
export interface Bearing {
  readonly count: number;
  /** How many of equal weight would be as many: (sum of weights)² / sum of squares. */
  readonly effective: number;
}

export function bearing(weights: Iterable<number>): Bearing {
  let [count, total, squares] = [0, 0, 0];
  for (const weight of weights) {
    if (weight > 0) count += 1;
    total += weight;
    squares += weight * weight;
  }
  return bearingOf(count, total, squares);
}

const bearingOf = (count: number, total: number, squares: number): Bearing => ({
  count,
  effective: squares > 0 ? (total * total) / squares : 0,
});
