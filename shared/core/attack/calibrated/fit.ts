import { exp, log1p } from '../../numeric/numeric.ts';
import { minimise } from '../../optimise/minimise.ts';
import { exactMarginals } from './table-model.ts';

/** A table whose truth is known: scaled evidence (cells times columns of evidence) and which cells are original. */
export interface KnownTable {
  readonly rows: number;
  readonly columns: number;
  readonly evidence: Float64Array;
  readonly original: Uint8Array;
}

/** One weight a column of evidence; the last is the intercept. */
export type Weights = Float64Array;

/** Log-odds beyond this are certainty enough, and keep the sums within range. */
export const LIMIT = 25;

/** Up to this shorter side a table is fitted under the exact constraint, 2^side a cell; beyond it by each cell given the others. */
const EXACT_FIT_SIDE = 6;

export function logOdds(evidence: Float64Array, weights: Weights): Float64Array {
  const width = weights.length - 1;
  const cells = evidence.length / Math.max(1, width);
  const s = new Float64Array(cells);
  for (let cell = 0, at = 0; cell < cells; cell += 1) {
    let total = weights[width] as number;
    for (let column = 0; column < width; column += 1, at += 1) total += (evidence[at] as number) * (weights[column] as number);
    s[cell] = Math.max(-LIMIT, Math.min(LIMIT, total));
  }
  return s;
}

export interface FitOptions {
  readonly start?: Weights | undefined;
  readonly steps?: number;
  /** What weights are drawn to; 0 unless said. */
  readonly prior?: Weights;
}

/** Weights of greatest likelihood of the known tables under the table model, less `strength` / 2 times the squares of how far they are from the prior. */
export function fitTables(tables: readonly KnownTable[], width: number, strength: number, options: FitOptions = {}): Weights {
  const { start, steps = 60, prior } = options;
  const objective = (weights: Float64Array, gradient: Float64Array): number => {
    let loss = likelihoodLoss(tables, weights, gradient);
    for (let column = 0; column < width; column += 1) {
      const weight = (weights[column] as number) - (prior?.[column] ?? 0);
      loss += (strength / 2) * weight * weight;
      gradient[column] = (gradient[column] as number) + strength * weight;
    }
    return loss;
  };
  return minimise(objective, start ?? new Float64Array(width + 1), steps, 1e-5);
}

/** Minus the log-likelihood, and its gradient. */
export function likelihoodLoss(tables: readonly KnownTable[], weights: Weights, gradient: Float64Array): number {
  const width = weights.length - 1;
  gradient.fill(0);
  let loss = 0;
  for (const table of tables) {
    const s = logOdds(table.evidence, weights);
    const { lossOfTable, excess } = Math.min(table.rows, table.columns) <= EXACT_FIT_SIDE ? whole(table, s) : cellByCell(table, s);
    loss += lossOfTable;
    for (let cell = 0, at = 0; cell < s.length; cell += 1) {
      const over = excess[cell] as number;
      if (over === 0) {
        at += width;
        continue;
      }
      gradient[width] = (gradient[width] as number) + over;
      for (let column = 0; column < width; column += 1, at += 1) {
        gradient[column] = (gradient[column] as number) + over * (table.evidence[at] as number);
      }
    }
  }
  return loss;
}

interface Loss {
  readonly lossOfTable: number;
  /** Expected less observed, a cell: the derivative by its log-odds. */
  readonly excess: Float64Array;
}

const softplus = (x: number): number => (x > 0 ? x + log1p(exp(-x)) : log1p(exp(x)));

function whole({ rows, columns, original }: KnownTable, s: Float64Array): Loss {
  const { probability, logPossible } = exactMarginals(s, rows, columns);
  let lossOfTable = logPossible;
  for (let cell = 0; cell < s.length; cell += 1) {
    const each = s[cell] as number;
    lossOfTable += softplus(each) - (original[cell] === 1 ? each : 0);
    probability[cell] = (probability[cell] as number) - (original[cell] as number);
  }
  return { lossOfTable, excess: probability };
}

/** The pseudo-likelihood: a cell that its row or column needs, given the others, is no evidence; the others are free. */
function cellByCell({ rows, columns, original }: KnownTable, s: Float64Array): Loss {
  const inRow = new Int32Array(rows);
  const inColumn = new Int32Array(columns);
  for (const [cell, yes] of original.entries()) {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    inRow[row] = (inRow[row] as number) + yes;
    inColumn[column] = (inColumn[column] as number) + yes;
  }
  const excess = new Float64Array(s.length);
  let lossOfTable = 0;
  for (const [cell, yes] of original.entries()) {
    if (inRow[Math.floor(cell / columns)] === yes || inColumn[cell % columns] === yes) continue;
    const each = s[cell] as number;
    lossOfTable += softplus(each) - (yes === 1 ? each : 0);
    excess[cell] = 1 / (1 + exp(-each)) - yes;
  }
  return { lossOfTable, excess };
}
