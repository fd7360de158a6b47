import { exp } from '../../../../core/numeric/numeric.ts';

/**
 * The table model: P(table) ~ exp(sum of s over its original cells), over tables in which every row and column keeps an original item. Log-odds `s`
 * are row-major.
 */
interface Marginals {
  /** Probability that each cell is original, given a possible table. */
  readonly probability: Float64Array;
  /** Log of the sum over all possible tables (the normaliser). */
  readonly logTotal: number;
}

/** The shorter side up to which the marginals are exact: 2^16 sets of covered columns. */
export const EXACT_SIDE = 16;

/**
 * Exact marginals by forward and backward sums over sets of covered columns: positive terms only, so nothing cancels as in inclusion-exclusion.
 * O(cells x 2^side) with the shorter side as columns; columns that are surely covered are not tracked.
 */
export function exactMarginals(s: Float64Array, rows: number, columns: number): Marginals {
  const probability = new Float64Array(s.length);
  return { probability, logTotal: sumTables(s, rows, columns, probability) };
}

export function sumTables(s: Float64Array, rows: number, columns: number, probability: Float64Array): number {
  if (columns <= rows) return sweep(rows, columns, s, columns, 1, probability);
  return sweep(columns, rows, s, 1, columns, probability);
}

/** Independent probabilities of each cell, p and 1 - p (computed separately to keep digits). No call reads another's values. */
let yes = new Float64Array(1 << 10);
let no = new Float64Array(1 << 10);

/** Work arrays of one table shape. A fit sums the same few shapes tens of thousands of times. */
interface Space {
  readonly rows: number;
  readonly columns: number;
  /** Bit of each column in a set; 0: surely covered. */
  readonly bits: Int32Array;
  readonly sets: number;
  /** At row * sets: weight of each set of columns covered by earlier rows. */
  readonly covered: Float64Array;
  /** At j * sets: weight of each covered set after the first j cells of a row with at least one original. */
  readonly steps: Float64Array;
  /** Weight of the first j cells all being added. */
  readonly untouched: Float64Array;
  /** Whether the steps of all rows are kept; else only those of the latest row, to save memory. */
  readonly keepsAll: boolean;
  /** Backward weight by covered set; within a row split by whether it already has an original. */
  readonly kept: Float64Array;
  readonly empty: Float64Array;
}

/** Cached work arrays of small, frequent shapes. No call reads another's values. */
const KEPT = new Map<number, Space>();
const MOST_KEPT = 256;
const SMALL = 1 << 13;

function spaceFor(rows: number, columns: number, sure: Uint8Array | null): Space {
  const key = rows * (EXACT_SIDE + 1) + columns;
  const known = sure === null ? KEPT.get(key) : undefined;
  if (known !== undefined) return known;
  let sets = 1;
  const bits = new Int32Array(columns);
  for (let column = 0; column < columns; column += 1) {
    if (sure?.[column] === 1) continue;
    bits[column] = sets;
    sets *= 2;
  }
  const keepsAll = rows * (columns + 1) * sets <= SMALL;
  const walked = keepsAll ? rows : 1;
  const space: Space = {
    rows,
    columns,
    bits,
    sets,
    covered: new Float64Array((rows + 1) * sets),
    steps: new Float64Array(walked * (columns + 1) * sets),
    untouched: new Float64Array(walked * (columns + 1)).fill(1),
    keepsAll,
    kept: new Float64Array(sets),
    empty: new Float64Array(sets),
  };
  if (sure === null && keepsAll && KEPT.size < MOST_KEPT) KEPT.set(key, space);
  return space;
}

/** A cell is at row * `rowStep` + column * `columnStep`. */
function sweep(rows: number, columns: number, s: Float64Array, rowStep: number, columnStep: number, probability: Float64Array): number {
  let logTotal = alone(rows, columns, s, rowStep, columnStep);
  const space = spaceFor(rows, columns, sureColumns(rows, columns));
  const { sets, covered, steps, keepsAll, kept, empty } = space;
  covered.fill(0, 0, sets);
  covered[0] = 1;
  for (let row = 0; row < rows; row += 1) {
    forward(space, row);
    const last = keepsAll ? row * (columns + 1) + columns : columns;
    logTotal += brought(steps, last * sets, covered, (row + 1) * sets, sets);
  }
  logTotal += Math.log(covered[(rows + 1) * sets - 1]);
  kept.fill(0);
  kept[sets - 1] = 1;
  for (let row = rows - 1; row >= 0; row -= 1) {
    // The last row's steps are still valid.
    if (!keepsAll && row < rows - 1) forward(space, row);
    backward(space, row, probability, row * rowStep, columnStep);
    brought(empty, 0, kept, 0, sets);
  }
  return logTotal;
}

/** Products are logged above this: one logarithm for hundreds of cells. */
const MUCH = 1e200;

/** Independent cells; returns the log of the sum over all tables, possible or not. */
function alone(rows: number, columns: number, s: Float64Array, rowStep: number, columnStep: number): number {
  if (s.length > yes.length) [yes, no] = [new Float64Array(2 * s.length), new Float64Array(2 * s.length)];
  let log = 0;
  let product = 1;
  for (let row = 0, at = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, at += 1) {
      const each = s[row * rowStep + column * columnStep];
      const decay = exp(-Math.abs(each));
      const likelier = 1 / (1 + decay);
      const other = decay * likelier;
      yes[at] = each >= 0 ? likelier : other;
      no[at] = each >= 0 ? other : likelier;
      if (each > 0) log += each;
      product *= 1 + decay;
      if (product > MUCH) {
        log += Math.log(product);
        product = 1;
      }
    }
  }
  return log + Math.log(product);
}

/** Probabilities of an empty column below this are treated as 0: beyond double precision. */
const NEVER = 1e-18;
/** Minimum probability for each row; one row for each column is not counted, since a row may be forced by another column. */
const LEAST_EACH = 0.1;

/** With fewer rows (in addition to the columns) no column is surely covered. */
const FEWEST_ROWS = 17;

/** Columns that surely keep an original in some row; null: none. */
function sureColumns(rows: number, columns: number): Uint8Array | null {
  if (rows < columns + FEWEST_ROWS) return null;
  let least = NEVER;
  for (let column = 1; column < columns; column += 1) least *= LEAST_EACH;
  const enough = new Uint8Array(columns);
  const without = new Float64Array(columns).fill(1);
  let found = false;
  for (let row = 0, at = 0; row < rows; row += 1, at += columns) {
    let [none, possible] = [1, 0];
    for (let column = 0; column < columns; column += 1) {
      possible += none * yes[at + column];
      none *= no[at + column];
    }
    for (let column = 0; column < columns; column += 1) {
      without[column] *= Math.max(LEAST_EACH, 1 - yes[at + column] / possible);
      if (without[column] > least) continue;
      enough[column] = 1;
      found = true;
    }
  }
  return found ? enough : null;
}

function forward({ columns, bits, sets, covered, steps, untouched, keepsAll }: Space, row: number): void {
  const before = row * sets;
  const walked = keepsAll ? row * (columns + 1) : 0;
  steps.fill(0, walked * sets, (walked + 1) * sets);
  for (let j = 0; j < columns; j += 1) {
    const p = yes[row * columns + j];
    const not = no[row * columns + j];
    const still = untouched[walked + j];
    const bit = bits[j];
    const here = (walked + j) * sets;
    const next = here + sets;
    untouched[walked + j + 1] = still * not;
    if (bit === 0) {
      for (let set = 0; set < sets; set += 1) steps[next + set] = steps[here + set] + p * still * covered[before + set];
      continue;
    }
    for (let half = 0; half < sets >> 1; half += 1) {
      // All sets without the column.
      const set = half + (half & -bit);
      const a = steps[here + set];
      const b = steps[here + set + bit];
      steps[next + set] = not * a;
      steps[next + set + bit] = b + p * (a + still * (covered[before + set] + covered[before + set + bit]));
    }
  }
}

/** Writes the row's marginals and moves the backward weights one row back (`kept` becomes scratch). */
function backward(space: Space, row: number, probability: Float64Array, first: number, columnStep: number): void {
  const { columns, bits, sets, covered, steps, kept, empty, untouched, keepsAll } = space;
  const before = row * sets;
  const walked = keepsAll ? row * (columns + 1) : 0;
  let total = 0;
  for (let set = 0; set < sets; set += 1) total += steps[(walked + columns) * sets + set] * kept[set];
  empty.fill(0);
  for (let j = columns - 1; j >= 0; j -= 1) {
    const p = yes[row * columns + j];
    const not = no[row * columns + j];
    const still = untouched[walked + j];
    const bit = bits[j];
    const here = (walked + j) * sets;
    let chosen = 0;
    for (let set = 0; bit === 0 && set < sets; set += 1) {
      const after = kept[set];
      chosen += (steps[here + set] + still * covered[before + set]) * after;
      empty[set] = not * empty[set] + p * after;
    }
    for (let half = 0; bit > 0 && half < sets >> 1; half += 1) {
      const set = half + (half & -bit);
      const other = set + bit;
      const after = kept[other];
      const weight = steps[here + set] + steps[here + other] + still * (covered[before + set] + covered[before + other]);
      chosen += weight * after;
      kept[set] = not * kept[set] + p * after;
      empty[set] = not * empty[set] + p * after;
      empty[other] = not * empty[other] + p * after;
    }
    probability[first + j * columnStep] = Math.min(1, (p * chosen) / total);
  }
}

/** Weights below this are rescaled, so hundreds of rows do not underflow. */
const LITTLE = 1e-20;

/** Copies weights, rescaled if small; returns the log of the divisor. */
function brought(from: Float64Array, fromAt: number, to: Float64Array, toAt: number, length: number): number {
  let most = 0;
  for (let at = 0; at < length; at += 1) {
    const weight = from[fromAt + at];
    to[toAt + at] = weight;
    if (weight > most) most = weight;
  }
  if (most >= LITTLE) return 0;
  for (let at = 0; at < length; at += 1) to[toAt + at] /= most;
  return Math.log(most);
}
