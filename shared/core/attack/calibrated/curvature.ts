import { logistic } from '../../numeric/numeric.ts';
import { type LabelledTable, logOdds, type Weights } from './fit.ts';

/** About how the likelihood of a cell curves by the weights: weight by weight, row by row, the lower half. With it fits take steps of the right length. */
export type Curvature = Float64Array;

/** Cells that tell how weights go together: enough for fits to take a third of the steps, for the work of a few. */
const CELLS = 1000;

/** The first tables, as many as tell that. */
export function tellingOf(tables: readonly LabelledTable[]): LabelledTable[] {
  let cells = 0;
  return tables.filter(({ original }) => {
    cells += original.length;
    return cells <= CELLS || cells === original.length;
  });
}

/**
 * By weights that are near those to be found. Each line of a table along its shorter side stands alone: its cells are free, but one at least is
 * original. That is nearly all of what the table model says, and a difference of two sums of squares. Takes the square of the number of weights a cell.
 */
export function curvatureOf(tables: readonly LabelledTable[], weights: Weights): Curvature {
  const n = weights.length;
  const each = new Squares(n);
  const together = new Squares(n);
  const own = new Float64Array(n).fill(1);
  const line = new Float64Array(n);
  let cells = 0;
  for (const { rows, columns, evidence } of tables) {
    const s = logOdds(evidence, weights);
    const [lines, length] = columns <= rows ? [rows, columns] : [columns, rows];
    const [lineStep, step] = columns <= rows ? [columns, 1] : [1, columns];
    for (let nth = 0; nth < lines; nth += 1) {
      // Added up, since 1 less what is nearly 1 has no digits left.
      let [none, possible] = [1, 0];
      for (let at = 0; at < length; at += 1) {
        const p = logistic(s[nth * lineStep + at * step] as number);
        possible += none * p;
        none *= 1 - p;
      }
      line.fill(0);
      for (let at = 0; at < length; at += 1) {
        const cell = nth * lineStep + at * step;
        const p = logistic(s[cell] as number);
        for (let column = 0, from = cell * (n - 1); column < n - 1; column += 1, from += 1) {
          own[column] = evidence[from] as number;
          line[column] = (line[column] as number) + p * (own[column] as number);
        }
        line[n - 1] = (line[n - 1] as number) + p;
        each.add(Math.sqrt((p * (1 - p)) / possible), own);
      }
      together.add(Math.sqrt(none) / possible, line);
    }
    cells += s.length;
  }
  const [free, bound] = [each.sums(), together.sums()];
  return free.map((square, at) => (square - (bound[at] as number)) / Math.max(1, cells));
}

/** The sum of the squares of vectors: each of their numbers times each. */
class Squares {
  readonly #n: number;
  readonly #sums: Float64Array;
  /** Four vectors at a time: a quarter of the loads and stores. */
  readonly #four: Float64Array;
  #held = 0;

  constructor(n: number) {
    this.#n = n;
    this.#sums = new Float64Array(n * n);
    this.#four = new Float64Array(4 * n);
  }

  add(times: number, vector: Float64Array): void {
    for (let at = 0; at < this.#n; at += 1) this.#four[4 * at + this.#held] = times * (vector[at] as number);
    this.#held += 1;
    if (this.#held === 4) this.#flush();
  }

  sums(): Float64Array {
    this.#flush();
    return this.#sums;
  }

  #flush(): void {
    const [n, sums, four] = [this.#n, this.#sums, this.#four];
    for (let row = 0; row < n; row += 1) {
      const a = four[4 * row] as number;
      const b = four[4 * row + 1] as number;
      const c = four[4 * row + 2] as number;
      const d = four[4 * row + 3] as number;
      for (let column = 0, at = row * n, from = 0; column <= row; column += 1, at += 1, from += 4) {
        const ab = a * (four[from] as number) + b * (four[from + 1] as number);
        sums[at] = (sums[at] as number) + ab + c * (four[from + 2] as number) + d * (four[from + 3] as number);
      }
    }
    four.fill(0);
    this.#held = 0;
  }
}
