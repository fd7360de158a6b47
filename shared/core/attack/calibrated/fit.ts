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
  // Four sums side by side, each in the order of columns: the same bits, and no addition waits for the one before.
  const fours = cells - (cells % 4);
  for (let cell = 0; cell < fours; cell += 4) {
    const ofA = cell * width;
    const ofB = ofA + width;
    const ofC = ofB + width;
    const ofD = ofC + width;
    let a = weights[width] as number;
    let [b, c, d] = [a, a, a];
    for (let at = 0; at < width; at += 1) {
      const weight = weights[at] as number;
      a += (evidence[ofA + at] as number) * weight;
      b += (evidence[ofB + at] as number) * weight;
      c += (evidence[ofC + at] as number) * weight;
      d += (evidence[ofD + at] as number) * weight;
    }
    s[cell] = limited(a);
    s[cell + 1] = limited(b);
    s[cell + 2] = limited(c);
    s[cell + 3] = limited(d);
  }
  for (let cell = fours; cell < cells; cell += 1) {
    let total = weights[width] as number;
    for (let at = 0; at < width; at += 1) total += (evidence[cell * width + at] as number) * (weights[at] as number);
    s[cell] = limited(total);
  }
  return s;
}

const limited = (total: number): number => Math.max(-LIMIT, Math.min(LIMIT, total));

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
  gradient.fill(0);
  let loss = 0;
  for (const table of tables) {
    const s = logOdds(table.evidence, weights);
    const { lossOfTable, excess } = Math.min(table.rows, table.columns) <= EXACT_FIT_SIDE ? whole(table, s) : cellByCell(table, s);
    loss += lossOfTable;
    addGradient(gradient, table.evidence, excess);
  }
  return loss;
}

/** Four cells at a time, each number added in the order of cells: the same bits, with a quarter of the loads and stores. */
function addGradient(gradient: Float64Array, evidence: Float64Array, excess: Float64Array): void {
  const width = gradient.length - 1;
  const fours = excess.length - (excess.length % 4);
  for (let cell = 0; cell < fours; cell += 4) {
    const a = excess[cell] as number;
    const b = excess[cell + 1] as number;
    const c = excess[cell + 2] as number;
    const d = excess[cell + 3] as number;
    const ofA = cell * width;
    const ofB = ofA + width;
    const ofC = ofB + width;
    const ofD = ofC + width;
    for (let at = 0; at < width; at += 1) {
      const ab = (gradient[at] as number) + a * (evidence[ofA + at] as number) + b * (evidence[ofB + at] as number);
      gradient[at] = ab + c * (evidence[ofC + at] as number) + d * (evidence[ofD + at] as number);
    }
    gradient[width] = (gradient[width] as number) + a + b + c + d;
  }
  for (let cell = fours; cell < excess.length; cell += 1) {
    const over = excess[cell] as number;
    const from = cell * width;
    for (let at = 0; at < width; at += 1) gradient[at] = (gradient[at] as number) + over * (evidence[from + at] as number);
    gradient[width] = (gradient[width] as number) + over;
  }
}

interface Loss {
  readonly lossOfTable: number;
  /** Expected less observed, a cell: the derivative by its log-odds. */
  readonly excess: Float64Array;
}

/** log(1 + e^x), from e^-|x|. */
const softplus = (x: number, decay: number): number => (x > 0 ? x + log1p(decay) : log1p(decay));

function whole({ rows, columns, original }: KnownTable, s: Float64Array): Loss {
  const { probability, logPossible, decay } = exactMarginals(s, rows, columns);
  let lossOfTable = logPossible;
  for (let cell = 0; cell < s.length; cell += 1) {
    const each = s[cell] as number;
    lossOfTable += softplus(each, decay[cell] as number) - (original[cell] === 1 ? each : 0);
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
    lossOfTable += softplus(each, exp(-Math.abs(each))) - (yes === 1 ? each : 0);
    excess[cell] = 1 / (1 + exp(-each)) - yes;
  }
  return { lossOfTable, excess };
}
