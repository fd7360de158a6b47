import { type Random, seeded } from '../random/random.ts';
import { type Attack, seedOf } from './attack.ts';
import { Guard } from './guard.ts';

/** The cells of a table in random order, drawn one by one: Fisher and Yates as far as it is needed, at a constant cost a draw. */
export class RandomCells {
  /** Those left, then those drawn, the last first. */
  readonly #cells: Int32Array;
  #left: number;

  constructor(count: number) {
    this.#cells = Int32Array.from({ length: count }, (_, cell) => cell);
    this.#left = count;
  }

  get left(): number {
    return this.#left;
  }

  /** Puts every cell back in its place, at the cost of those drawn. A place holds another cell only if its own was drawn. */
  reset(): void {
    const cells = this.#cells;
    for (let place = this.#left; place < cells.length; place += 1) {
      const drawn = cells[place];
      if (drawn < this.#left) cells[drawn] = drawn;
      cells[place] = place;
    }
    this.#left = cells.length;
  }

  next(random: Random): number {
    const at = random.below(this.#left);
    this.#left -= 1;
    const cell = this.#cells[at];
    this.#cells[at] = this.#cells[this.#left];
    this.#cells[this.#left] = cell;
    return cell;
  }
}

/** RA, the sources' baseline: a random number of attempts, each on a cell not yet tried, each coming off half the time. */
export const randomAttack: Attack['run'] = (table, options = {}) => {
  const random = seeded(...seedOf('random', table, options));
  const guard = new Guard(table);
  const cells = new RandomCells(table.cells.length);
  const attempts = random.below(table.cells.length + 1);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const cell = cells.next(random);
    if (random.unit() < 0.5 && guard.lets(cell)) guard.eliminate(cell, null);
  }
  return { kind: 'decided', delta: null, eliminations: guard.eliminations };
};

/** All cells in random order, each removed while the guard lets it: the result without any knowledge. */
export const blindAttack: Attack['run'] = (table, options = {}) => {
  const random = seeded(...seedOf('blind', table, options));
  const guard = new Guard(table);
  const cells = new RandomCells(table.cells.length);
  while (cells.left > 0) {
    const cell = cells.next(random);
    if (guard.lets(cell)) guard.eliminate(cell, null);
  }
  return { kind: 'decided', delta: null, eliminations: guard.eliminations };
};
