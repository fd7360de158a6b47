import { logistic, powerOfTwo } from '../../numeric/numeric.ts';

/**
 * The table model: P(table) proportional to exp(sum of s over its original cells), over the tables in which every row and
 * every column keeps an original item. Log-odds `s` are flat, row-major.
 */
export interface Marginals {
  /** Probability of each cell to be original, given that the table is a possible one. */
  readonly probability: Float64Array;
  /** Log of the probability that a table with independent cells would be a possible one: what a log-likelihood needs. */
  readonly logPossible: number;
}

/** The shorter side up to which the marginals are exact: 2^16 sets of covered columns. */
export const EXACT_SIDE = 16;

/**
 * Exact marginals. Cell by cell over the sets of columns covered so far, forward and then backward: sums of positive terms
 * only, so no digit is lost where inclusion and exclusion would cancel. O(cells * 2^side), the shorter side being the columns.
 */
export function exactMarginals(s: Float64Array, rows: number, columns: number): Marginals {
  if (columns <= rows) return sweep(s, rows, columns);
  const { probability, logPossible } = sweep(transposed(s, rows, columns), columns, rows);
  return { probability: transposed(probability, columns, rows), logPossible };
}

export function transposed(cells: Float64Array, rows: number, columns: number): Float64Array {
  const out = new Float64Array(cells.length);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) out[column * rows + row] = cells[row * columns + column] as number;
  }
  return out;
}

/** Probability of each cell to be original, and not to be, were it alone: both, since 1 - p loses digits near 1. */
interface Odds {
  readonly yes: Float64Array;
  readonly no: Float64Array;
}

function sweep(s: Float64Array, rows: number, columns: number): Marginals {
  const sets = powerOfTwo(columns);
  const odds: Odds = { yes: s.map(logistic), no: s.map((each) => logistic(-each)) };
  const steps = Array.from({ length: columns + 1 }, () => new Float64Array(sets));
  // covered[row]: the weight of each set of columns covered by the rows before it, each of which kept an item; at most 1.
  const covered = Array.from({ length: rows + 1 }, () => new Float64Array(sets));
  (covered[0] as Float64Array)[0] = 1;
  let logScale = 0;
  for (let row = 0; row < rows; row += 1) {
    forward(odds, row * columns, covered[row] as Float64Array, steps);
    logScale += rescale(steps[columns] as Float64Array, covered[row + 1] as Float64Array);
  }
  const logPossible = Math.log((covered[rows] as Float64Array)[sets - 1] as number) + logScale;
  const probability = new Float64Array(s.length);
  let ahead = new Float64Array(sets);
  ahead[sets - 1] = 1;
  for (let row = rows - 1; row >= 0; row -= 1) {
    forward(odds, row * columns, covered[row] as Float64Array, steps);
    ahead = backward(odds, row * columns, covered[row] as Float64Array, steps, ahead, probability);
  }
  return { probability, logPossible };
}

/** steps[j]: the weight of each covered set after the first j cells of the row, at least one of them original. */
function forward({ yes, no }: Odds, from: number, before: Float64Array, steps: readonly Float64Array[]): void {
  (steps[0] as Float64Array).fill(0);
  let untouched = 1;
  for (let j = 0; j + 1 < steps.length; j += 1) {
    const p = yes[from + j] as number;
    const not = no[from + j] as number;
    const here = steps[j] as Float64Array;
    const next = steps[j + 1] as Float64Array;
    const bit = powerOfTwo(j);
    for (let base = 0; base < here.length; base += 2 * bit) {
      for (let set = base; set < base + bit; set += 1) {
        const a = here[set] as number;
        const b = here[set + bit] as number;
        next[set] = not * a;
        next[set + bit] = b + p * (a + untouched * ((before[set] as number) + (before[set + bit] as number)));
      }
    }
    untouched *= not;
  }
}

/** Writes the row's marginals; returns the weight of what lies ahead of the row, by covered set, scaled to at most 1. */
function backward(
  { yes, no }: Odds,
  from: number,
  before: Float64Array,
  steps: readonly Float64Array[],
  ahead: Float64Array,
  probability: Float64Array,
): Float64Array<ArrayBuffer> {
  const columns = steps.length - 1;
  const sets = ahead.length;
  const total = dot(steps[columns] as Float64Array, ahead);
  const kept = ahead.slice();
  const empty = new Float64Array(sets);
  const untouched = new Float64Array(columns + 1).fill(1);
  for (let j = 0; j < columns; j += 1) untouched[j + 1] = (untouched[j] as number) * (no[from + j] as number);
  for (let j = columns - 1; j >= 0; j -= 1) {
    const p = yes[from + j] as number;
    const not = no[from + j] as number;
    const here = steps[j] as Float64Array;
    const still = untouched[j] as number;
    const bit = powerOfTwo(j);
    let chosen = 0;
    for (let base = 0; base < sets; base += 2 * bit) {
      for (let set = base; set < base + bit; set += 1) {
        const other = set + bit;
        const after = kept[other] as number;
        const weight = (here[set] as number) + (here[other] as number) + still * ((before[set] as number) + (before[other] as number));
        chosen += weight * after;
        kept[set] = not * (kept[set] as number) + p * after;
        empty[set] = not * (empty[set] as number) + p * after;
        empty[other] = not * (empty[other] as number) + p * after;
      }
    }
    probability[from + j] = Math.min(1, (p * chosen) / total);
  }
  rescale(empty, empty);
  return empty;
}

function dot(a: Float64Array, b: Float64Array): number {
  let total = 0;
  for (let at = 0; at < a.length; at += 1) total += (a[at] as number) * (b[at] as number);
  return total;
}

/** Divides by the greatest value, so that hundreds of rows do not underflow; returns its log. */
function rescale(from: Float64Array, to: Float64Array): number {
  let most = 0;
  for (const value of from) if (value > most) most = value;
  for (let at = 0; at < from.length; at += 1) to[at] = (from[at] as number) / most;
  return Math.log(most);
}
