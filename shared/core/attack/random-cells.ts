import type { Random } from '../random/random.ts';

/** The cells of a table in random order, drawn one by one: Fisher and Yates as far as it is needed, at a constant cost a draw. */
export class RandomCells {
  readonly #cells: Int32Array;
  #left: number;

  constructor(count: number) {
    this.#cells = new Int32Array(count);
    this.#left = count;
    this.reset();
  }

  get left(): number {
    return this.#left;
  }

  /** Puts every cell back. The order they now stand in depends on the draws before, so the start is made afresh. */
  reset(): void {
    for (let cell = 0; cell < this.#cells.length; cell += 1) this.#cells[cell] = cell;
    this.#left = this.#cells.length;
  }

  next(random: Random): number {
    const at = random.below(this.#left);
    this.#left -= 1;
    const cell = this.#cells[at] as number;
    this.#cells[at] = this.#cells[this.#left] as number;
    return cell;
  }
}
