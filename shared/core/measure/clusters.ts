/** The clusters of each row, as positions from 0: numbered as they first come. */
export interface Clusters {
  readonly group: Int32Array;
  readonly transaction: Int32Array;
}

/** What the rows of tables add to a share: of `whole`, `part` are so. F1 is one too: 2 correct of eliminated + added. */
export interface Shares {
  readonly clusters: Clusters;
  readonly part: (row: number) => number;
  readonly whole: (row: number) => number;
}

/** What one row adds to a share. */
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
const clustersOf = (groups: ArrayLike<number>, transactions: ArrayLike<number>): Clusters => ({
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
