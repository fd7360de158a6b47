/** The clusters of each row, as positions from 0: numbered as they first come. */
export interface Clusters {
  readonly group: Int32Array;
  readonly transaction: Int32Array;
}

/** Contributions of rows to a share: `part` of `whole`. F1 is a share too: 2 x correct of eliminated + added. */
export interface Shares {
  readonly clusters: Clusters;
  readonly part: (row: number) => number;
  readonly whole: (row: number) => number;
}

export interface RowShare {
  readonly group: number;
  readonly transaction: number;
  readonly part: number;
  readonly whole: number;
}

export const sharesOf = (rows: readonly RowShare[]): Shares => ({
  clusters: { group: placesOf(rows.map(({ group }) => group)), transaction: placesOf(rows.map(({ transaction }) => transaction)) },
  part: (row) => rows[row].part,
  whole: (row) => rows[row].whole,
});

function placesOf(names: readonly number[]): Int32Array {
  const known = new Map<number, number>();
  return Int32Array.from(names, (name) => numberIn(known, name));
}

/** The number of a name; names are numbered by first occurrence. */
export function numberIn<T>(known: Map<T, number>, name: T): number {
  const found = known.get(name) ?? known.size;
  if (found === known.size) known.set(name, found);
  return found;
}
