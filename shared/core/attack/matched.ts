import { type Random, seeded } from '../random/random.ts';
import { type AttackOptions, seedOf } from './attack.ts';
import { RandomCells } from './random-cells.ts';
import type { DistanceTable } from './table.ts';

/** Draws whose mean is the baseline *matched*. */
export const DRAWS = 200;

/** A random order can run into the guard before it has made its number; it is drawn again at most this often. */
const TRIES = 20;

/**
 * The eliminations that stand beside an attack's: as many, at random, under the same guard. Each of the draws gives, for each
 * of `counts`, the cells taken out. One order serves all counts, so attacks are compared on the same luck, and what one attack
 * is compared with does not depend on which others were run. Where no try makes the number, the longest stands.
 * A draw costs as many steps as the largest count needs.
 */
export function* matchedDraws(table: DistanceTable, counts: readonly number[], options: AttackOptions = {}): Generator<Int32Array[]> {
  const most = Math.max(0, ...counts);
  const seed = seedOf('matched', table, options);
  const cells = new RandomCells(table.cells.length);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const random = seeded(...seed, draw);
    const found: Int32Array[] = counts.map(() => new Int32Array(0));
    for (let attempt = 0, longest = 0; attempt < TRIES && longest < most; attempt += 1) {
      cells.reset();
      const taken = randomOrder(table, cells, most, random);
      longest = taken.length;
      counts.forEach((count, index) => {
        const before = found[index] as Int32Array;
        if (before.length < count && taken.length > before.length) found[index] = taken.subarray(0, count);
      });
    }
    yield found;
  }
}

function randomOrder({ rows, columns }: DistanceTable, cells: RandomCells, most: number, random: Random): Int32Array {
  const rowLeft = new Int32Array(rows).fill(columns);
  const columnLeft = new Int32Array(columns).fill(rows);
  const taken = new Int32Array(most);
  let count = 0;
  while (count < most && cells.left > 0) {
    const cell = cells.next(random);
    const row = Math.floor(cell / columns);
    const column = cell % columns;
    const inRow = rowLeft[row] as number;
    const inColumn = columnLeft[column] as number;
    if (inRow < 2 || inColumn < 2) continue;
    rowLeft[row] = inRow - 1;
    columnLeft[column] = inColumn - 1;
    taken[count] = cell;
    count += 1;
  }
  return taken.slice(0, count);
}
