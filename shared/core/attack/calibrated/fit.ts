import { exp, log1p } from '../../numeric/numeric.ts';
import { minimise, type Reach } from '../../optimise/minimise.ts';
import { factored, solvedBy } from '../../optimise/solve.ts';
import type { Curvature } from './curvature.ts';
import { sumTables } from './table-model.ts';

/** A table whose truth is known: scaled evidence (cells times columns of evidence) and which cells are original. */
export interface LabelledTable {
  readonly rows: number;
  readonly columns: number;
  readonly evidence: Float64Array;
  readonly original: Uint8Array;
}

/** One weight a column of evidence; the last is the intercept. */
export type Weights = Float64Array;

/** Log-odds beyond this are certainty enough, and keep the sums within range. */
const LIMIT = 25;

/** Up to this shorter side a table is fitted under the exact constraint, 2^side a cell; beyond it by each cell given the others. */
const EXACT_FIT_SIDE = 6;

export function logOdds(evidence: Float64Array, weights: Weights): Float64Array {
  const s = new Float64Array(evidence.length / Math.max(1, weights.length - 1));
  writeLogOdds(evidence, weights, s);
  return s;
}

function writeLogOdds(evidence: Float64Array, weights: Weights, s: Float64Array): void {
  const width = weights.length - 1;
  const cells = s.length;
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
}

const limited = (total: number): number => Math.max(-LIMIT, Math.min(LIMIT, total));

export interface FitOptions {
  readonly start?: Weights | undefined;
  readonly steps?: number;
  /** What weights are drawn to; 0 unless said. */
  readonly prior?: Weights;
  /** At the start, of these tables or of others like them: with it a third of the steps are enough. */
  readonly curvature?: Curvature | undefined;
}

/**
 * How far the intercept goes freely. Where each row has one original, the rarer originals are said to be the better: without an end to it log-odds
 * would be cut off, and evidence say nothing.
 */
const FLATTEST = 6;

/** Weights of greatest likelihood of the known tables under the table model, less `strength` / 2 times the squares of how far they are from the prior. */
export function fitTables(tables: readonly LabelledTable[], width: number, strength: number, options: FitOptions = {}): Weights {
  const { start, steps = 60, prior, curvature } = options;
  const objective = (weights: Float64Array, gradient: Float64Array): number => {
    let loss = likelihoodLoss(tables, weights, gradient);
    for (let column = 0; column < width; column += 1) {
      const weight = (weights[column] as number) - (prior?.[column] ?? 0);
      loss += (strength / 2) * weight * weight;
      gradient[column] = (gradient[column] as number) + strength * weight;
    }
    const intercept = (weights[width] as number) - (prior?.[width] ?? 0);
    const beyond = intercept - Math.max(-FLATTEST, Math.min(FLATTEST, intercept));
    gradient[width] = (gradient[width] as number) + strength * beyond;
    return loss + (strength / 2) * beyond * beyond;
  };
  return minimise(objective, start ?? new Float64Array(width + 1), steps, 1e-5, curvature && reachBy(curvature, tables, strength));
}

function reachBy(curvature: Curvature, tables: readonly LabelledTable[], strength: number): Reach | undefined {
  const n = Math.sqrt(curvature.length);
  const cells = tables.reduce((total, { original }) => total + original.length, 0);
  const whole = curvature.map((each) => each * cells);
  // The intercept, which is last, is not drawn to anything.
  for (let at = 0; at + 1 < n; at += 1) whole[at * (n + 1)] = (whole[at * (n + 1)] as number) + strength;
  const factor = factored(whole, n);
  return factor === null ? undefined : (gradient) => solvedBy(factor, gradient);
}

/** The weights of a model that knows how many cells are original, and nothing else: no evidence, and the intercept that fits best. */
export function flatWeights(tables: readonly LabelledTable[], width: number): Weights {
  const weights = new Float64Array(width + 1);
  const [intercept = 0] = fitTables(tables, 0, 0);
  weights[width] = Math.max(-FLATTEST, Math.min(FLATTEST, intercept));
  return weights;
}

/** Minus the log-likelihood, and its gradient. */
export function likelihoodLoss(tables: readonly LabelledTable[], weights: Weights, gradient: Float64Array): number {
  gradient.fill(0);
  let loss = 0;
  for (const table of tables) {
    const { s, excess } = bufferFor(table.original.length);
    writeLogOdds(table.evidence, weights, s);
    loss += Math.min(table.rows, table.columns) <= EXACT_FIT_SIDE ? whole(table, s, excess) : cellByCell(table, s, excess);
    addGradient(gradient, table.evidence, excess);
  }
  return loss;
}

/** What a table of so many cells is summed in: its log-odds, and expected less observed, the derivative by them. */
interface Buffer {
  readonly s: Float64Array;
  readonly excess: Float64Array;
}

/** Kept between calls for small tables, which are the frequent ones. No call reads what another one wrote. */
const BUFFERS: Buffer[] = [];
const SMALL = 1 << 10;

function bufferFor(cells: number): Buffer {
  const known = BUFFERS[cells];
  if (known !== undefined) return known;
  const buffer = { s: new Float64Array(cells), excess: new Float64Array(cells) };
  if (cells <= SMALL) BUFFERS[cells] = buffer;
  return buffer;
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

/** Writes what is expected less what was observed, and returns the loss. */
function whole({ rows, columns, original }: LabelledTable, s: Float64Array, excess: Float64Array): number {
  let loss = sumTables(s, rows, columns, excess);
  for (let cell = 0; cell < s.length; cell += 1) {
    if (original[cell] !== 1) continue;
    loss -= s[cell] as number;
    excess[cell] = (excess[cell] as number) - 1;
  }
  return loss;
}

/** The pseudo-likelihood: a cell that its row or column needs, given the others, is no evidence; the others are free. */
function cellByCell({ rows, columns, original }: LabelledTable, s: Float64Array, excess: Float64Array): number {
  const inRow = new Int32Array(rows);
  const inColumn = new Int32Array(columns);
  for (const [cell, yes] of original.entries()) {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    inRow[row] = (inRow[row] as number) + yes;
    inColumn[column] = (inColumn[column] as number) + yes;
  }
  let loss = 0;
  excess.fill(0);
  for (const [cell, yes] of original.entries()) {
    if (inRow[Math.floor(cell / columns)] === yes || inColumn[cell % columns] === yes) continue;
    const each = s[cell] as number;
    const decay = exp(-Math.abs(each));
    loss += Math.max(0, each) + log1p(decay) - (yes === 1 ? each : 0);
    excess[cell] = (each >= 0 ? 1 : decay) / (1 + decay) - yes;
  }
  return loss;
}
