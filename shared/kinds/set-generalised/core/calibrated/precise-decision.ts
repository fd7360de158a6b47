import { logistic } from '../../../../core/numeric/numeric.ts';
import { type CalibrationMap, calibrated } from '../../../../core/statistics/isotonic.ts';
import { type Covariance, logitOf, varianceAt } from './between-worlds.ts';
import type { HeldOut, HeldOutTable, LikelyTable } from './held-out.ts';

/** Cells in elimination order: ascending probability of being original, up to `most`, while every row and column keeps one. */
export function eliminationOrder({ rows, columns, probability }: LikelyTable, most = 1): number[] {
  if (most < 0) return [];
  const inRow = new Int32Array(rows).fill(columns);
  const inColumn = new Int32Array(columns).fill(rows);
  const order = Array.from(probability.keys()).sort((a, b) => probability[a] - probability[b] || a - b);
  const out: number[] = [];
  for (const cell of order) {
    if (probability[cell] > most) break;
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    if (inRow[row] < 2 || inColumn[column] < 2) continue;
    inRow[row] -= 1;
    inColumn[column] -= 1;
    out.push(cell);
  }
  return out;
}

export interface PrecisionCut {
  /** Cells up to this probability are eliminated; negative: no cut keeps the promise. */
  readonly most: number;
  /** Precision on held-out practice there, and its one-sided 90 % lower bound. */
  readonly precision: number | null;
  readonly lower: number | null;
}

/** Eliminates nothing. */
export const UNCUT: PrecisionCut = { most: -1, precision: null, lower: null };

/** Further uncertainty in the bound, in addition to the spread of the tables. */
export interface Unsure {
  /** Common standard error of the log-odds of the release's cells. */
  readonly logOddsError?: number;
  /** The release looks denser than practice: the log-odds of its cells may be higher by so much. */
  readonly raised?: number;
  /** How log-odds vary between worlds, those that this map says. */
  readonly between?: Covariance;
  readonly calibration?: CalibrationMap;
  /** Mean number of tables that use an item: the effective number of tables is divided by it. */
  readonly reuse?: number;
}

const ONE_SIDED_90 = 1.2815515655446004;

interface Steps {
  readonly table: Int32Array;
  readonly p: Float64Array;
  readonly right: Uint8Array;
  /** How much likelier to be original the cell may be than practice says. */
  readonly worse: Float64Array;
}

/** Each table keeps an item in every row and column, as in `eliminationOrder`. */
function stepsOf({ tables, table, cell }: HeldOut, worseOf: (p: number) => number): Steps {
  const inRow = tables.map(({ rows, columns }) => new Int32Array(rows).fill(columns));
  const inColumn = tables.map(({ rows, columns }) => new Int32Array(columns).fill(rows));
  const steps = {
    table: new Int32Array(cell.length),
    p: new Float64Array(cell.length),
    right: new Uint8Array(cell.length),
    worse: new Float64Array(cell.length),
  };
  let made = 0;
  for (let at = 0; at < cell.length; at += 1) {
    const number = table[at];
    const place = cell[at];
    const { columns, probability, original } = tables[number];
    const [ofRows, ofColumns] = [inRow[number] as Int32Array, inColumn[number] as Int32Array];
    const column = place % columns;
    const row = (place - column) / columns;
    if (ofRows[row] < 2 || ofColumns[column] < 2) continue;
    ofRows[row] -= 1;
    ofColumns[column] -= 1;
    steps.table[made] = number;
    steps.p[made] = probability[place];
    steps.right[made] = original[place] === 1 ? 0 : 1;
    steps.worse[made] = worseOf(probability[place]);
    made += 1;
  }
  return {
    table: steps.table.subarray(0, made),
    p: steps.p.subarray(0, made),
    right: steps.right.subarray(0, made),
    worse: steps.worse.subarray(0, made),
  };
}

/**
 * The last cut whose lower bound on held-out precision reaches the asked one: the lower of a cluster bound by tables and Wilson's (which stays
 * below 1 without errors), and by how much its cells may be likelier than said. Also returns the cuts without each of some parts of the tables.
 */
export function precisionCuts(
  held: HeldOut,
  asked: number,
  unsure: Unsure,
  parts: readonly ReadonlySet<number>[],
): { readonly cut: PrecisionCut; readonly without: readonly PrecisionCut[] } {
  const steps = stepsOf(held, worseBy(unsure));
  const cutWithout = (part: ReadonlySet<number>): PrecisionCut => lastCut(held.tables, steps, asked, unsure.reuse ?? 1, part);
  return { cut: cutWithout(NONE), without: parts.map(cutWithout) };
}

const NONE: ReadonlySet<number> = new Set();
const NO_VARIANCE: Covariance = [0, 0, 0];
const AS_SAID: CalibrationMap = { from: [], to: [] };

/** By how much a cell may be likelier to be original, one-sided 90 %: each by its own log-odds, since a straight line from .97 ends too high. */
function worseBy({ logOddsError = 0, raised = 0, between = NO_VARIANCE, calibration = AS_SAID }: Unsure): (p: number) => number {
  return (p) => {
    const x = logitOf(calibrated(calibration, p));
    const far = ONE_SIDED_90 * Math.sqrt(logOddsError * logOddsError + varianceAt(between, x));
    return logistic(x + raised + far) - logistic(x);
  };
}

function lastCut(tables: readonly HeldOutTable[], steps: Steps, asked: number, reuse: number, left: ReadonlySet<number>): PrecisionCut {
  const count = tables.length - left.size;
  const correction = count / Math.max(1, count - 1);
  const weights = Float64Array.from(tables, ({ weight }, at) => (left.has(at) ? 0 : weight));
  const made = new Float64Array(tables.length);
  const good = new Float64Array(tables.length);
  let [n, c, squares, cc, cn, nn] = [0, 0, 0, 0, 0, 0];
  let worse = 0;
  let best = UNCUT;
  for (let step = 0; step < steps.p.length; step += 1) {
    const at = steps.table[step];
    const weight = weights[at];
    if (weight === 0) continue;
    const right = steps.right[step];
    const m = made[at];
    const g = good[at];
    const own = weight * weight;
    made[at] = m + 1;
    good[at] = g + right;
    n += weight;
    c += weight * right;
    worse += weight * steps.worse[step];
    squares += own;
    cc += own * right * (2 * g + 1);
    cn += own * ((m + 1) * (g + right) - m * g);
    nn += own * (2 * m + 1);
    // Cells of equal probability form one step; left-out tables do not count.
    let next = step + 1;
    while (weights[steps.table[next]] === 0) next += 1;
    if (steps.p[next] === steps.p[step]) continue;
    const precision = c / n;
    // The bound is below the precision, so most steps need no bound.
    if (precision < asked) continue;
    const spread = Math.max(0, cc - 2 * precision * cn + precision * precision * nn) * correction * reuse;
    const effective = (n * n) / squares / reuse;
    const onPractice = Math.min(precision - (ONE_SIDED_90 * Math.sqrt(spread)) / n, wilsonLower(precision * effective, effective));
    if (onPractice < asked) continue;
    const byChance = precision - onPractice;
    const lower = precision - Math.sqrt(byChance * byChance + (worse / n) * (worse / n));
    if (lower >= asked) best = { most: steps.p[step], precision, lower };
  }
  return best;
}

function wilsonLower(right: number, all: number): number {
  const z2 = ONE_SIDED_90 * ONE_SIDED_90;
  const p = right / all;
  return (p + z2 / (2 * all) - ONE_SIDED_90 * Math.sqrt((p * (1 - p)) / all + z2 / (4 * all * all))) / (1 + z2 / all);
}
