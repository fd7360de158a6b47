// The cover decision by a square assignment: rows or columns that are missing on the shorter side are added at cost 0. O(side^3).
type Assign = (rows: number, columns: number, costs: Float64Array) => { readonly columnOf: Int32Array } | null;

export function paddedCover(s: Float64Array, rows: number, columns: number, assign: Assign): Uint8Array {
  const cell = (row: number, column: number): number => s[row * columns + column];
  const [allRows, allColumns] = [[...Array(rows).keys()], [...Array(columns).keys()]];
  const kept = Uint8Array.from(s, (each) => (each > 0 ? 1 : 0));
  const bestColumn = allRows.map((row) => allColumns.reduce((best, each) => (cell(row, each) > cell(row, best) ? each : best)));
  const bestRow = allColumns.map((column) => allRows.reduce((best, each) => (cell(each, column) > cell(best, column) ? each : best)));
  const openRows = allRows.filter((row) => !(cell(row, bestColumn[row]) > 0));
  const openColumns = allColumns.filter((column) => !(cell(bestRow[column], column) > 0));
  const side = Math.max(openRows.length, openColumns.length);
  const costs = new Float64Array(side * side);
  for (const [i, row] of openRows.entries()) {
    for (const [j, column] of openColumns.entries()) {
      const apart = cell(row, bestColumn[row]) + cell(bestRow[column], column);
      costs[i * side + j] = Math.min(0, apart - cell(row, column));
    }
  }
  const { columnOf } = assign(side, side, costs) as { readonly columnOf: Int32Array };
  const paired = new Set<number>();
  for (const [i, row] of openRows.entries()) {
    const j = columnOf[i];
    const together = j < openColumns.length && costs[i * side + j] < 0;
    const column = together ? openColumns[j] : bestColumn[row];
    kept[row * columns + column] = 1;
    if (together) paired.add(column);
  }
  for (const column of openColumns) if (!paired.has(column)) kept[bestRow[column] * columns + column] = 1;
  return kept;
}
