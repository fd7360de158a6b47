import { factored, solveBy } from '../../../../core/numeric/cholesky.ts';
import { minimise, type Reach } from '../../../../core/numeric/minimise.ts';
import { exp, log1p, sum } from '../../../../core/numeric/numeric.ts';
import { addWeightedRows, scoreRows } from '../../../../core/numeric/rows.ts';
import type { Curvature } from './curvature.ts';
import { sumTables } from './table-model.ts';

/** A table whose truth is known: scaled evidence (cells times columns of evidence) and which cells are original. */
export interface LabelledTable {
  readonly rows: number;
  readonly columns: number;
  readonly evidence: Float64Array;
  readonly original: Uint8Array;
}

/** One weight for each column of evidence; the last is the intercept. */
export type Weights = Float64Array;

/** Log-odds are clipped here to keep sums within range. */
const LIMIT = 25;

/** Up to this shorter side the exact constraint is used (2^side for each cell), beyond it the pseudo-likelihood. */
const EXACT_FIT_SIDE = 6;

export function logOdds(evidence: Float64Array, weights: Weights): Float64Array {
  const s = new Float64Array(evidence.length / Math.max(1, weights.length - 1));
  writeLogOdds(evidence, weights, s);
  return s;
}

function writeLogOdds(evidence: Float64Array, weights: Weights, s: Float64Array): void {
  scoreRows(evidence, weights, s);
  clip(s);
}

export function clip(s: Float64Array): void {
  for (let cell = 0; cell < s.length; cell += 1) s[cell] = Math.max(-LIMIT, Math.min(LIMIT, s[cell]));
}

export interface FitOptions {
  readonly start?: Weights | undefined;
  readonly steps?: number;
  /** Centre of the penalty; default 0. */
  readonly prior?: Weights;
  /** Initial curvature of these or similar tables: saves two thirds of the steps. */
  readonly curvature?: Curvature | undefined;
}

/**
 * Bound of the intercept. If each row has one original, the likelihood grows with ever rarer originals; without a bound log-odds would be clipped
 * and evidence lost.
 */
const FLATTEST = 6;

/** Maximum penalised likelihood under the table model: penalty `strength` / 2 x squared distance from the prior. */
export function fitTables(tables: readonly LabelledTable[], width: number, strength: number, options: FitOptions = {}): Weights {
  const { start, steps = 60, prior, curvature } = options;
  const objective = (weights: Float64Array, gradient: Float64Array): number => {
    let loss = likelihoodLoss(tables, weights, gradient);
    for (let column = 0; column < width; column += 1) {
      const weight = weights[column] - (prior?.[column] ?? 0);
      loss += (strength / 2) * weight * weight;
      gradient[column] += strength * weight;
    }
    const intercept = weights[width] - (prior?.[width] ?? 0);
    const beyond = intercept - Math.max(-FLATTEST, Math.min(FLATTEST, intercept));
    gradient[width] += strength * beyond;
    return loss + (strength / 2) * beyond * beyond;
  };
  return minimise(objective, start ?? new Float64Array(width + 1), steps, 1e-5, curvature && reachBy(curvature, tables, strength));
}

function reachBy(curvature: Curvature, tables: readonly LabelledTable[], strength: number): Reach | undefined {
  const n = Math.sqrt(curvature.length);
  const cells = tables.reduce((total, { original }) => total + original.length, 0);
  const whole = curvature.map((each) => each * cells);
  // The intercept (last) is not penalised.
  for (let at = 0; at + 1 < n; at += 1) whole[at * (n + 1)] += strength;
  const factor = factored(whole, n);
  return factor === null ? undefined : (gradient) => solveBy(factor, gradient.slice());
}

/** Only the intercept: the model without evidence. */
export function flatWeights(tables: readonly LabelledTable[], width: number): Weights {
  const weights = new Float64Array(width + 1);
  const [intercept = 0] = fitTables(tables, 0, 0);
  weights[width] = Math.max(-FLATTEST, Math.min(FLATTEST, intercept));
  return weights;
}

export function likelihoodLoss(tables: readonly LabelledTable[], weights: Weights, gradient: Float64Array): number {
  gradient.fill(0);
  let loss = 0;
  for (const table of tables) {
    const { s, excess } = bufferFor(table.original.length);
    writeLogOdds(table.evidence, weights, s);
    loss += Math.min(table.rows, table.columns) <= EXACT_FIT_SIDE ? whole(table, s, excess) : cellByCell(table, s, excess);
    addWeightedRows(gradient, table.evidence, excess);
  }
  return loss;
}

/** Work arrays of a table: log-odds, and expected minus observed (the derivative). */
interface Buffer {
  readonly s: Float64Array;
  readonly excess: Float64Array;
}

/** Cached for small tables, which are frequent. No call reads another's values. */
const BUFFERS: Buffer[] = [];
const SMALL = 1 << 10;

function bufferFor(cells: number): Buffer {
  const known = BUFFERS[cells];
  if (known !== undefined) return known;
  const buffer = { s: new Float64Array(cells), excess: new Float64Array(cells) };
  if (cells <= SMALL) BUFFERS[cells] = buffer;
  return buffer;
}

function whole({ rows, columns, original }: LabelledTable, s: Float64Array, excess: Float64Array): number {
  let loss = sumTables(s, rows, columns, excess);
  for (let cell = 0; cell < s.length; cell += 1) {
    if (original[cell] !== 1) continue;
    loss -= s[cell];
    excess[cell] -= 1;
  }
  return loss;
}

/** Pseudo-likelihood: a cell that its row or column needs, given the others, is no evidence; the others are free. */
function cellByCell({ rows, columns, original }: LabelledTable, s: Float64Array, excess: Float64Array): number {
  const inRow = new Int32Array(rows);
  const inColumn = new Int32Array(columns);
  for (const [cell, yes] of original.entries()) {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    inRow[row] += yes;
    inColumn[column] += yes;
  }
  let loss = 0;
  excess.fill(0);
  for (const [cell, yes] of original.entries()) {
    if (inRow[Math.floor(cell / columns)] === yes || inColumn[cell % columns] === yes) continue;
    const each = s[cell];
    const decay = exp(-Math.abs(each));
    loss += Math.max(0, each) + log1p(decay) - (yes === 1 ? each : 0);
    excess[cell] = (each >= 0 ? 1 : decay) / (1 + decay) - yes;
  }
  return loss;
}

/** Penalty strengths to try, strongest first: each fit starts from the previous one. */
const STRENGTHS: readonly number[] = [600, 200, 60];

export interface Fitted {
  readonly weights: Weights;
  readonly strength: number;
  /** Held-out loss for each cell, by strength. */
  readonly losses: readonly { readonly strength: number; readonly loss: number }[];
}

/**
 * Chooses the penalty by cross-validation over folds of tables, then fits all of them. An item is in one table, so in one fold. A weaker penalty
 * must win by more than the standard error of the paired difference, else it would overfit practice.
 */
export function fitByCrossValidation(tables: readonly LabelledTable[], width: number, options: FitOptions, folds = 2): Fitted {
  const cells = tables.reduce((total, { original }) => total + original.length, 0);
  const starts = Array.from({ length: folds }, () => options.start);
  const gradient = new Float64Array(width + 1);
  const losses: { strength: number; loss: number }[] = [];
  let best: { readonly strength: number; readonly byTable: Float64Array } | null = null;
  for (const strength of STRENGTHS) {
    const byTable = new Float64Array(tables.length);
    for (let fold = 0; fold < folds; fold += 1) {
      const kept = tables.filter((_, at) => at % folds !== fold);
      const weights = fitTables(kept, width, strength, { ...options, start: starts[fold], steps: 20 });
      starts[fold] = weights;
      for (let at = fold; at < tables.length; at += folds) byTable[at] = likelihoodLoss([tables[at]], weights, gradient);
    }
    losses.push({ strength, loss: sum(byTable) / Math.max(1, cells) });
    if (best !== null && !isBetter(byTable, best.byTable)) break;
    best = { strength, byTable };
  }
  const strength = best?.strength ?? STRENGTHS[0];
  return { weights: fitTables(tables, width, strength, { ...options, start: starts[0], steps: 40 }), strength, losses };
}

function isBetter(losses: Float64Array, than: Float64Array): boolean {
  const gains = losses.map((loss, at) => than[at] - loss);
  const mean = sum(gains) / gains.length;
  const squares = sum(gains.map((gain) => (gain - mean) * (gain - mean)));
  return sum(gains) > Math.sqrt((squares * gains.length) / Math.max(1, gains.length - 1));
}
