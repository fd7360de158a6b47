import { assign } from '../../optimise/assignment.ts';

/**
 * The most probable table in which every row and every column keeps an original item: every cell with s > 0, and what is then
 * uncovered is covered at least total -s. An edge cover of least weight: each uncovered row or column takes its best cell, unless
 * a matching of uncovered rows with uncovered columns saves one of the two. Exact; O(shorter^2 x longer). 1 is kept as original.
 */
export function coverDecision(s: Float64Array, rows: number, columns: number): Uint8Array {
  const bestColumn = new Int32Array(rows);
  const bestRow = new Int32Array(columns);
  const kept = new Uint8Array(s.length);
  for (let cell = 0, row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, cell += 1) {
      const each = s[cell] as number;
      if (each > 0) kept[cell] = 1;
      // The first of the greatest.
      if (each > (s[row * columns + (bestColumn[row] as number)] as number)) bestColumn[row] = column;
      if (each > (s[(bestRow[column] as number) * columns + column] as number)) bestRow[column] = row;
    }
  }
  const best = (row: number): number => row * columns + (bestColumn[row] as number);
  const bestAbove = (column: number): number => (bestRow[column] as number) * columns + column;
  const openRows = Array.from(bestColumn.keys()).filter((row) => kept[best(row)] === 0);
  const openColumns = Array.from(bestRow.keys()).filter((column) => kept[bestAbove(column)] === 0);
  const across = openColumns.length;
  // What a pair costs beyond covering its row and its column apart: less than 0 where one cell does for both.
  const costs = new Float64Array(openRows.length * across);
  for (const [i, row] of openRows.entries()) {
    for (const [j, column] of openColumns.entries()) {
      const apart = (s[best(row)] as number) + (s[bestAbove(column)] as number);
      costs[i * across + j] = Math.min(0, apart - (s[row * columns + column] as number));
    }
  }
  // Pairs at cost 0 are no pairs, so nobody has to be left over.
  const together = costs.some((cost) => cost < 0) ? (assign(openRows.length, across, costs)?.columnOf ?? NONE) : NONE;
  const paired = new Set<number>();
  for (const [i, row] of openRows.entries()) {
    const j = together[i] ?? -1;
    if (j >= 0 && (costs[i * across + j] as number) < 0) {
      const column = openColumns[j] as number;
      kept[row * columns + column] = 1;
      paired.add(column);
    } else kept[best(row)] = 1;
  }
  for (const column of openColumns) if (!paired.has(column)) kept[bestAbove(column)] = 1;
  return kept;
}

const NONE = new Int32Array();
