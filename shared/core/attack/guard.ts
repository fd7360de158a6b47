import { candidatesOf, type DistanceTable, type Elimination, isNever } from './table.ts';

/**
 * At least one item stays in every row and every column: a cell may go only while two are left in both. Counts every
 * cell of the table, scored or not, and keeps the eliminations in order.
 */
export class Guard {
  readonly eliminations: Elimination[] = [];
  /** Items left in each row and in each column. */
  readonly rowLeft: Int32Array;
  readonly columnLeft: Int32Array;
  readonly #columns: number;

  constructor({ rows, columns }: DistanceTable) {
    this.#columns = columns;
    this.rowLeft = new Int32Array(rows).fill(columns);
    this.columnLeft = new Int32Array(columns).fill(rows);
  }

  rowOf(cell: number): number {
    return Math.floor(cell / this.#columns);
  }

  columnOf(cell: number): number {
    return cell % this.#columns;
  }

  lets(cell: number): boolean {
    return this.rowLeft[this.rowOf(cell)] >= 2 && this.columnLeft[this.columnOf(cell)] >= 2;
  }

  eliminate(cell: number, why: number | null): void {
    const row = this.rowOf(cell);
    const column = this.columnOf(cell);
    this.rowLeft[row] -= 1;
    this.columnLeft[column] -= 1;
    this.eliminations.push({ row, column, why });
  }
}

/** Pairs never together rank above every number and equal each other: they go first, by row and then column. */
export function eliminateNever(
  { cells }: DistanceTable,
  guard: Guard,
  eliminate: (cell: number, why: number) => void = (cell, why) => guard.eliminate(cell, why),
): void {
  for (let cell = 0; cell < cells.length; cell += 1) {
    if (isNever(cells[cell]) && guard.lets(cell)) eliminate(cell, Number.POSITIVE_INFINITY);
  }
}

/** 1 - 1/n for n items left in a row or column: the fewer are left, the less it takes to keep one. */
export const factorOf = (left: number): number => 1 - 1 / left;

/** The weighted distance of one cell, at the number of items now left in its row and column. */
export const weighted = ({ cells }: DistanceTable, guard: Guard, cell: number): number =>
  cells[cell] * factorOf(guard.rowLeft[guard.rowOf(cell)]) * factorOf(guard.columnLeft[guard.columnOf(cell)]);

/** The weighted distances of all candidates; NaN elsewhere. */
export function weightedTable(table: DistanceTable, guard: Guard): Float64Array {
  const values = new Float64Array(table.cells.length).fill(Number.NaN);
  for (const cell of candidatesOf(table)) values[cell] = weighted(table, guard, cell);
  return values;
}
