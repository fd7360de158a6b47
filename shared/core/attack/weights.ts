import type { Guard } from './guard.ts';
import { candidatesOf, type DistanceTable } from './table.ts';

/** 1 - 1/n for n items left in a row or column: the fewer are left, the less it takes to keep one. */
export const factorOf = (left: number): number => 1 - 1 / left;

/** The weighted distance of one cell, at the number of items now left in its row and column. */
export const weighted = ({ cells }: DistanceTable, guard: Guard, cell: number): number =>
  (cells[cell] as number) *
  factorOf(guard.rowLeft[guard.rowOf(cell)] as number) *
  factorOf(guard.columnLeft[guard.columnOf(cell)] as number);

/** The weighted distances of all candidates; NaN elsewhere. */
export function weightedTable(table: DistanceTable, guard: Guard): Float64Array {
  const values = new Float64Array(table.cells.length).fill(Number.NaN);
  for (const cell of candidatesOf(table)) values[cell] = weighted(table, guard, cell);
  return values;
}
