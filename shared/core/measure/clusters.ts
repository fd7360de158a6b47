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

export const rowsOf = ({ clusters }: Shares): number => clusters.group.length;

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

/** A figure of each row, 8 bytes a row: for what is summed more than once, since asking each row again is most of the work. */
export const columnOf = (shares: Shares, of: (row: number) => number): Float64Array =>
  new Float64Array(rowsOf(shares)).map((_, row) => of(row));

/** For each cluster the sum of its rows' values. */
export function sumsBy(places: Int32Array, values: Float64Array): Float64Array {
  let clusters = 0;
  for (const place of places) clusters = Math.max(clusters, place + 1);
  const sums = new Float64Array(clusters);
  for (let row = 0; row < places.length; row += 1)
    sums[places[row] as number] = (sums[places[row] as number] as number) + (values[row] as number);
  return sums;
}

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
  return { count, effective: squares > 0 ? (total * total) / squares : 0 };
}
