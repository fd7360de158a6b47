import { assign } from '../../optimise/assignment.ts';

/**
 * The most probable table in which every row and every column keeps an original item: every cell with s > 0, and what is then
 * uncovered is covered at least total -s. An edge cover of least weight: each uncovered row or column takes its best cell, unless
 * a matching of uncovered rows with uncovered columns saves one of the two. Exact; O(side^3). 1 is kept as original.
 */
export function coverDecision(s: Float64Array, rows: number, columns: number): Uint8Array {
  const kept = Uint8Array.from(s, (each) => (each > 0 ? 1 : 0));
  const at = (row: number, column: number): number => s[row * columns + column] as number;
  const openRows = range(rows).filter((row) => range(columns).every((column) => at(row, column) <= 0));
  const openColumns = range(columns).filter((column) => range(rows).every((row) => at(row, column) <= 0));
  const bestColumn = new Map(openRows.map((row) => [row, argmax(range(columns), (column) => at(row, column))]));
  const bestRow = new Map(openColumns.map((column) => [column, argmax(range(rows), (row) => at(row, column))]));
  const keep = (row: number, column: number): void => {
    kept[row * columns + column] = 1;
  };
  const side = Math.max(openRows.length, openColumns.length);
  // What a pair costs beyond covering its row and its column apart: less than 0 where one cell does for both.
  const costs = new Float64Array(side * side);
  for (const [i, row] of openRows.entries()) {
    for (const [j, column] of openColumns.entries()) {
      costs[i * side + j] = Math.min(
        0,
        at(row, bestColumn.get(row) as number) + at(bestRow.get(column) as number, column) - at(row, column),
      );
    }
  }
  const together = side === 0 ? new Int32Array() : (assign(side, side, costs)?.columnOf ?? new Int32Array(side));
  for (const [i, row] of openRows.entries()) {
    const j = together[i] as number;
    if (j < openColumns.length && (costs[i * side + j] as number) < 0) {
      keep(row, openColumns[j] as number);
      bestRow.delete(openColumns[j] as number);
    } else keep(row, bestColumn.get(row) as number);
  }
  for (const [column, row] of bestRow) keep(row, column);
  return kept;
}

const range = (length: number): number[] => Array.from({ length }, (_, at) => at);

/** The first of the greatest. */
const argmax = (values: readonly number[], of: (value: number) => number): number =>
  values.reduce((best, each) => (of(each) > of(best) ? each : best));
