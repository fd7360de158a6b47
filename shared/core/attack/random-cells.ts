import type { Random } from '../random/random.ts';

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

  /**
   * Puts every cell back in its place, at the cost of those drawn: the order they stand in depends on the draws before. A place holds another
   * cell only if its own was drawn.
   */
  reset(): void {
    const cells = this.#cells;
    for (let place = this.#left; place < cells.length; place += 1) {
      const drawn = cells[place] as number;
      if (drawn < this.#left) cells[drawn] = drawn;
      cells[place] = place;
    }
    this.#left = cells.length;
  }

  next(random: Random): number {
    const at = random.below(this.#left);
    this.#left -= 1;
    const cell = this.#cells[at] as number;
    this.#cells[at] = this.#cells[this.#left] as number;
    this.#cells[this.#left] = cell;
    return cell;
  }
}
