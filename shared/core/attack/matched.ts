import { type Random, streamOf } from '../random/random.ts';
import { RandomCells } from './chance.ts';
import type { DistanceTable } from './table.ts';

/** Draws whose mean is the baseline *matched*. */
export const DRAWS = 200;

/** A random order can run into the guard before it has made its number; it is drawn again at most this often. */
const TRIES = 20;

type Shape = Pick<DistanceTable, 'rows' | 'columns'>;

/** Cells in the order in which chance took them: the first `length` of `cells`, which are overwritten by the next order. */
interface Order {
  readonly cells: Int32Array;
  readonly length: number;
}

/**
 * As many eliminations at random as each attack made, under the same guard. `counts` rise; each gets one order in each draw: `use` gets an order
 * with the range of counts that it serves. So attacks are compared on the same luck, whichever others were run. If no try is long enough, the
 * longest serves. A draw costs as many steps as the largest count needs, and allocates nothing.
 */
export function eachMatched(
  shape: Shape,
  counts: readonly number[],
  { seed, key }: { readonly seed: number | string; readonly key: string },
  use: (order: Order, from: number, to: number) => void,
): void {
  const random = streamOf(seed, 'matched', key);
  const orders = new RandomOrders(shape, counts.at(-1) ?? 0);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    random.branch(draw);
    let served = 0;
    let longest: Order | null = null;
    for (let attempt = 0; attempt < TRIES && served < counts.length; attempt += 1) {
      const order = orders.next(random);
      const from = served;
      while (served < counts.length && counts[served] <= order.length) served += 1;
      if (served > from) use(order, from, served);
      if (served < counts.length && order.length > (longest?.length ?? -1))
        longest = { ...order, cells: order.cells.slice(0, order.length) };
    }
    if (longest !== null && served < counts.length) use(longest, served, counts.length);
  }
}

/** For each of the rising counts: how many draws took each cell. The array is overwritten by the next count. */
export function* matchedTimes(
  shape: Shape,
  rising: readonly number[],
  seeds: { readonly seed: number | string; readonly key: string },
): Generator<Int32Array, undefined> {
  const size = shape.rows * shape.columns;
  // By count and cell: the draws that took it, less those of the count before. A draw costs its longest order, however many counts.
  const more = new Int32Array((rising.length + 1) * size);
  eachMatched(shape, rising, seeds, ({ cells, length }, from, to) => {
    for (let rank = from, taken = 0; rank < to; rank += 1) {
      for (const end = Math.min(length, rising[rank]); taken < end; taken += 1) {
        const [here, after] = [rank * size + cells[taken], to * size + cells[taken]];
        more[here] += 1;
        more[after] -= 1;
      }
    }
  });
  const times = new Int32Array(size);
  for (let rank = 0; rank < rising.length; rank += 1) {
    for (let cell = 0; cell < size; cell += 1) times[cell] += more[rank * size + cell];
    yield times;
  }
  return undefined;
}

class RandomOrders {
  readonly #order: { readonly cells: Int32Array; length: number };
  readonly #cells: RandomCells;
  readonly #rowOf: Int32Array;
  readonly #columns: number;
  readonly #rowLeft: Int32Array;
  readonly #columnLeft: Int32Array;

  constructor({ rows, columns }: Shape, most: number) {
    this.#order = { cells: new Int32Array(most), length: 0 };
    this.#cells = new RandomCells(rows * columns);
    this.#rowOf = Int32Array.from({ length: rows * columns }, (_, cell) => Math.floor(cell / columns));
    this.#columns = columns;
    this.#rowLeft = new Int32Array(rows).fill(columns);
    this.#columnLeft = new Int32Array(columns).fill(rows);
  }

  /** As many cells as are wanted at most, or as the guard lets through. */
  next(random: Random): Order {
    this.#putBack();
    const [order, cells, rowLeft, columnLeft] = [this.#order, this.#cells, this.#rowLeft, this.#columnLeft];
    const [taken, rowOf, columns] = [order.cells, this.#rowOf, this.#columns];
    let length = 0;
    while (length < taken.length && cells.left > 0) {
      const cell = cells.next(random);
      const row = rowOf[cell];
      const column = cell - row * columns;
      const inRow = rowLeft[row];
      const inColumn = columnLeft[column];
      if (inRow < 2 || inColumn < 2) continue;
      rowLeft[row] = inRow - 1;
      columnLeft[column] = inColumn - 1;
      taken[length] = cell;
      length += 1;
    }
    order.length = length;
    return order;
  }

  #putBack(): void {
    this.#cells.reset();
    this.#rowLeft.fill(this.#columns);
    this.#columnLeft.fill(this.#rowLeft.length);
  }
}
