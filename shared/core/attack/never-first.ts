import type { Guard } from './guard.ts';
import { type DistanceTable, isNever } from './table.ts';

/** Pairs never together rank above every number and equal each other: they go first, by row and then column. */
export function eliminateNever(
  { cells }: DistanceTable,
  guard: Guard,
  eliminate: (cell: number, why: number) => void = (cell, why) => guard.eliminate(cell, why),
): void {
  for (let cell = 0; cell < cells.length; cell += 1) {
    if (isNever(cells[cell] as number) && guard.lets(cell)) eliminate(cell, Number.POSITIVE_INFINITY);
  }
}
