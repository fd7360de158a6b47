import { logistic } from '../../../../core/numeric/numeric.ts';
import { type Covariance, varianceAt } from './between-worlds.ts';
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
  /** How log-odds vary between worlds. */
  readonly between?: Covariance;
  /** Mean number of tables that use an item: the effective number of tables is divided by it. */
  readonly reuse?: number;
}

const ONE_SIDED_90 = 1.2815515655446004;

interface Steps {
  readonly table: Int32Array;
  readonly p: Float64Array;
  readonly right: Uint8Array;
}

/** Each table keeps an item in every row and column, as in `eliminationOrder`. */
function stepsOf({ tables, table, cell }: HeldOut): Steps {
  const inRow = tables.map(({ rows, columns }) => new Int32Array(rows).fill(columns));
  const inColumn = tables.map(({ rows, columns }) => new Int32Array(columns).fill(rows));
  const steps = { table: new Int32Array(cell.length), p: new Float64Array(cell.length), right: new Uint8Array(cell.length) };
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
    made += 1;
  }
  return { table: steps.table.subarray(0, made), p: steps.p.subarray(0, made), right: steps.right.subarray(0, made) };
}

/**
 * The last cut whose lower bound on held-out precision reaches the asked one. On practice that is the lower of a cluster bound by tables and
 * Wilson's (which stays below 1 without errors); from there on it is one of log-odds, since a share far below 1 falls faster than one near it.
 * Also returns the cuts without each of some parts of the tables.
 */
export function precisionCuts(
  held: HeldOut,
  asked: number,
  unsure: Unsure,
  parts: readonly ReadonlySet<number>[],
): { readonly cut: PrecisionCut; readonly without: readonly PrecisionCut[] } {
  const steps = stepsOf(held);
  const cutWithout = (part: ReadonlySet<number>): PrecisionCut => lastCut(held.tables, steps, asked, unsure, part);
  return { cut: cutWithout(NONE), without: parts.map(cutWithout) };
}

const NONE: ReadonlySet<number> = new Set();
const NO_VARIANCE: Covariance = [0, 0, 0];

function lastCut(
  tables: readonly HeldOutTable[],
  steps: Steps,
  asked: number,
  { logOddsError = 0, reuse = 1, raised = 0, between = NO_VARIANCE }: Unsure,
  left: ReadonlySet<number>,
): PrecisionCut {
  const count = tables.length - left.size;
  const correction = count / Math.max(1, count - 1);
  const weights = Float64Array.from(tables, ({ weight }, at) => (left.has(at) ? 0 : weight));
  const made = new Float64Array(tables.length);
  const good = new Float64Array(tables.length);
  let [n, c, squares, cc, cn, nn] = [0, 0, 0, 0, 0, 0];
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
    // Where all were right, as if half a one were not.
    const middle = logOdds(Math.min(precision, 1 - 1 / (2 * effective)));
    const byChance = middle - logOdds(onPractice);
    const variance = logOddsError * logOddsError + varianceAt(between, -middle);
    const lower = logistic(middle - raised - Math.sqrt(byChance * byChance + ONE_SIDED_90 * ONE_SIDED_90 * variance));
    if (lower >= asked) best = { most: steps.p[step], precision, lower };
  }
  return best;
}

const logOdds = (p: number): number => Math.log(p / (1 - p));

function wilsonLower(right: number, all: number): number {
  const z2 = ONE_SIDED_90 * ONE_SIDED_90;
  const p = right / all;
  return (p + z2 / (2 * all) - ONE_SIDED_90 * Math.sqrt((p * (1 - p)) / all + z2 / (4 * all * all))) / (1 + z2 / all);
}
