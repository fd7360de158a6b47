import type { DistanceTable } from './table.ts';
import type { Elimination } from './verdict.ts';

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
    return (this.rowLeft[this.rowOf(cell)] as number) >= 2 && (this.columnLeft[this.columnOf(cell)] as number) >= 2;
  }

  eliminate(cell: number, why: number | null): void {
    const row = this.rowOf(cell);
    const column = this.columnOf(cell);
    this.rowLeft[row] = (this.rowLeft[row] as number) - 1;
    this.columnLeft[column] = (this.columnLeft[column] as number) - 1;
    this.eliminations.push({ row, column, why });
  }
}
