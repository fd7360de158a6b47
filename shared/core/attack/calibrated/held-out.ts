/** A table with a probability of being original for each cell. */
export interface LikelyTable {
  readonly rows: number;
  readonly columns: number;
  readonly probability: Float64Array;
}

/** A practice table as a model that has not seen it judges it. */
export interface HeldOutTable extends LikelyTable {
  readonly original: Uint8Array;
  /** How much it counts: more where it is like the release's own tables. 1 in the mean. */
  readonly weight: number;
}

/** All cells of the tables, the least likely to be original first, cells of equal probability in their order: sorted once for all that is read off them. */
export interface HeldOut {
  readonly tables: readonly HeldOutTable[];
  /** Of each cell its table, and its place there. */
  readonly table: Int32Array;
  readonly cell: Int32Array;
}

export function heldOut(tables: readonly HeldOutTable[]): HeldOut {
  const cells = tables.reduce((total, { original }) => total + original.length, 0);
  const table = new Int32Array(cells);
  const cell = new Int32Array(cells);
  const probability = new Float64Array(cells);
  let at = 0;
  for (const [number, each] of tables.entries()) {
    table.fill(number, at, at + each.original.length);
    probability.set(each.probability, at);
    for (let place = 0; place < each.original.length; place += 1, at += 1) cell[at] = place;
  }
  const order = Int32Array.from(cell.keys()).sort((a, b) => (probability[a] as number) - (probability[b] as number) || a - b);
  return { tables, table: order.map((each) => table[each] as number), cell: order.map((each) => cell[each] as number) };
}
