/** What one row of one table adds to a share: of `whole`, `part` are so. F1 is one too: 2 correct of eliminated + added. */
export interface RowShare {
  readonly group: number;
  readonly transaction: number;
  readonly part: number;
  readonly whole: number;
}

/** The clusters of each row, as positions from 0. */
export interface Clusters {
  readonly group: readonly number[];
  readonly transaction: readonly number[];
}

/** Found once for all shares over the same rows. */
export function clustersOf(rows: readonly Pick<RowShare, 'group' | 'transaction'>[]): Clusters {
  const [groups, transactions] = [new Map<number, number>(), new Map<number, number>()];
  const place = (known: Map<number, number>, name: number): number => {
    const found = known.get(name) ?? known.size;
    if (found === known.size) known.set(name, found);
    return found;
  };
  return { group: rows.map((row) => place(groups, row.group)), transaction: rows.map((row) => place(transactions, row.transaction)) };
}

/** For each cluster the sum of its rows' values. */
export function sumsBy(names: readonly number[], of: (row: number) => number): number[] {
  const sums: number[] = [];
  for (const [row, name] of names.entries()) sums[name] = (sums[name] ?? 0) + of(row);
  return sums;
}

/** Those clusters that bear on a figure: what weighs nothing in it tells nothing of how it varies. */
export interface Bearing {
  readonly count: number;
  /** How many of equal weight would be as many: (sum of weights)² / sum of squares. */
  readonly effective: number;
}

export function bearing(weights: readonly number[]): Bearing {
  let [count, total, squares] = [0, 0, 0];
  for (const weight of weights) {
    if (weight > 0) count += 1;
    total += weight;
    squares += weight * weight;
  }
  return { count, effective: squares > 0 ? (total * total) / squares : 0 };
}
