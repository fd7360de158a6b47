import { type Attack, thresholdOf } from './attack.ts';
import { eliminateNever, factorOf, Guard, weighted } from './guard.ts';
import { MaxTree } from './max-tree.ts';
import { candidatesOf, type DistanceTable, toleranceOf } from './table.ts';

/** WBA: the greatest weighted distance, again and again, where each removal makes its row and column harder to take from. */
export const wba: Attack['run'] = (table, options = {}) => {
  const guard = new Guard(table);
  const tolerance = toleranceOf(table);
  const delta = thresholdOf(
    Float64Array.from(candidatesOf(table), (cell) => weighted(table, guard, cell)),
    options,
  );
  eliminateNever(table, guard);
  const candidates = new Weighted(table, guard);
  for (;;) {
    const cell = candidates.greatest(tolerance);
    if (cell === null) break;
    const value = weighted(table, guard, cell);
    if (!(value - (delta as number) > tolerance)) break;
    guard.eliminate(cell, value);
    candidates.leave(cell);
  }
  return { kind: 'decided', delta, eliminations: guard.eliminations };
};

/**
 * The candidates that the guard lets go, a tournament for each column over its rows. A column's factor is common to its
 * members and stays outside the tree, so one elimination costs the members of its row only: columns x log rows.
 */
class Weighted {
  readonly #table: DistanceTable;
  readonly #guard: Guard;
  readonly #columns: MaxTree[];
  readonly #gone: Uint8Array;

  constructor(table: DistanceTable, guard: Guard) {
    this.#table = table;
    this.#guard = guard;
    this.#columns = Array.from({ length: table.columns }, () => new MaxTree(table.rows));
    this.#gone = new Uint8Array(table.cells.length).fill(1);
    for (const cell of candidatesOf(table)) this.#gone[cell] = 0;
    for (let row = 0; row < table.rows; row += 1) this.#weigh(row);
  }

  greatest(tolerance: number): number | null {
    let maximum = Number.NEGATIVE_INFINITY;
    this.#columns.forEach((tree, column) => {
      const left = this.#guard.columnLeft[column];
      if (left >= 2 && tree.greatest >= 0) maximum = Math.max(maximum, tree.greatest * factorOf(left));
    });
    let first: number | null = null;
    this.#columns.forEach((tree, column) => {
      const left = this.#guard.columnLeft[column];
      const enough = (value: number): boolean => maximum - value * factorOf(left) <= tolerance;
      if (left < 2 || tree.greatest < 0 || !enough(tree.greatest)) return;
      const cell = tree.first(enough) * this.#table.columns + column;
      if (first === null || cell < first) first = cell;
    });
    return first;
  }

  leave(cell: number): void {
    this.#gone[cell] = 1;
    this.#weigh(this.#guard.rowOf(cell));
  }

  #weigh(row: number): void {
    const left = this.#guard.rowLeft[row];
    const factor = factorOf(left);
    this.#columns.forEach((tree, column) => {
      const cell = row * this.#table.columns + column;
      const stays = left < 2 || this.#gone[cell] === 1;
      tree.set(row, stays ? Number.NEGATIVE_INFINITY : this.#table.cells[cell] * factor);
    });
  }
}
