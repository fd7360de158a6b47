import { logistic } from '../../../../core/numeric/numeric.ts';
import { type LabelledTable, logOdds, type Weights } from './fit.ts';

/** Approximate Hessian of the likelihood for each cell (lower triangle by row). It preconditions fits. */
export type Curvature = Float64Array;

/** Cells used for the curvature: fits then take a third of the steps, and it costs a few. */
const CELLS = 1000;

export function tellingOf(tables: readonly LabelledTable[]): LabelledTable[] {
  let cells = 0;
  return tables.filter(({ original }) => {
    cells += original.length;
    return cells <= CELLS || cells === original.length;
  });
}

/**
 * Evaluated near the solution. Each line along the shorter side is treated alone: free cells with at least one original. That is most of the table
 * model and a difference of two sums of squares. Time: weights squared for each cell.
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
      // Summed directly: 1 minus a number close to 1 would lose all digits.
      let [none, possible] = [1, 0];
      for (let at = 0; at < length; at += 1) {
        const p = logistic(s[nth * lineStep + at * step]);
        possible += none * p;
        none *= 1 - p;
      }
      line.fill(0);
      for (let at = 0; at < length; at += 1) {
        const cell = nth * lineStep + at * step;
        const p = logistic(s[cell]);
        for (let column = 0, from = cell * (n - 1); column < n - 1; column += 1, from += 1) {
          own[column] = evidence[from];
          line[column] += p * own[column];
        }
        line[n - 1] += p;
        each.add(Math.sqrt((p * (1 - p)) / possible), own);
      }
      together.add(Math.sqrt(none) / possible, line);
    }
    cells += s.length;
  }
  const [free, bound] = [each.sums(), together.sums()];
  return free.map((square, at) => (square - bound[at]) / Math.max(1, cells));
}

class Squares {
  readonly #n: number;
  readonly #sums: Float64Array;
  /** Four vectors at a time need a quarter of the loads and stores. */
  readonly #four: Float64Array;
  #held = 0;

  constructor(n: number) {
    this.#n = n;
    this.#sums = new Float64Array(n * n);
    this.#four = new Float64Array(4 * n);
  }

  add(times: number, vector: Float64Array): void {
    for (let at = 0; at < this.#n; at += 1) this.#four[4 * at + this.#held] = times * vector[at];
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
      const a = four[4 * row];
      const b = four[4 * row + 1];
      const c = four[4 * row + 2];
      const d = four[4 * row + 3];
      for (let column = 0, at = row * n, from = 0; column <= row; column += 1, at += 1, from += 4) {
        const ab = a * four[from] + b * four[from + 1];
        sums[at] = sums[at] + ab + c * four[from + 2] + d * four[from + 3];
      }
    }
    four.fill(0);
    this.#held = 0;
  }
}
