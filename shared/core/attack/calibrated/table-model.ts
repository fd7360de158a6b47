import { exp } from '../../numeric/numeric.ts';

/**
 * The table model: P(table) proportional to exp(sum of s over its original cells), over the tables in which every row and
 * every column keeps an original item. Log-odds `s` are flat, row-major.
 */
export interface Marginals {
  /** Probability of each cell to be original, given that the table is a possible one. */
  readonly probability: Float64Array;
  /** Log of the probability that a table with independent cells would be a possible one: what a log-likelihood needs. */
  readonly logPossible: number;
  /** e^-|s| of each cell, which a log-likelihood asks for too: an exponential costs as much as ten sums. */
  readonly decay: Float64Array;
}

/** The shorter side up to which the marginals are exact: 2^16 sets of covered columns. */
export const EXACT_SIDE = 16;

/**
 * Exact marginals. Cell by cell over the sets of columns covered so far, forward and then backward: sums of positive terms
 * only, so no digit is lost where inclusion and exclusion would cancel. O(cells * 2^side), the shorter side being the columns.
 */
export function exactMarginals(s: Float64Array, rows: number, columns: number): Marginals {
  const decay = new Float64Array(s.length);
  for (let cell = 0; cell < s.length; cell += 1) decay[cell] = exp(-Math.abs(s[cell] as number));
  if (columns <= rows) return sweep(s, decay, rows, columns);
  const { probability, logPossible } = sweep(transposed(s, rows, columns), transposed(decay, rows, columns), columns, rows);
  return { probability: transposed(probability, columns, rows), logPossible, decay };
}

export function transposed(cells: Float64Array, rows: number, columns: number): Float64Array {
  const out = new Float64Array(cells.length);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) out[column * rows + row] = cells[row * columns + column] as number;
  }
  return out;
}

/** What the sums of one shape of table are made in. A fit sums the same few shapes ten thousands of times. */
interface Space {
  readonly sets: number;
  /** Probability of each cell to be original, and not to be, were it alone: both, since 1 - p loses digits near 1. */
  readonly yes: Float64Array;
  readonly no: Float64Array;
  /** At row * sets: the weight of each set of columns covered by the rows before it, each of which kept an item; at most 1. */
  readonly covered: Float64Array;
  /** At j * sets: the weight of each covered set after the first j cells of the row, at least one of them original. */
  readonly steps: Float64Array;
  /** The weight of what lies ahead of the row, by covered set; while a row is walked back, given that the row has, or has not yet, kept an item. */
  readonly kept: Float64Array;
  readonly empty: Float64Array;
  /** The weight of a row's first j cells being all not original. */
  readonly untouched: Float64Array;
}

/** Spaces that are kept between calls: small ones, which are also the frequent ones. No call reads what another one wrote. */
const KEPT = new Map<number, Space>();
const MOST_KEPT = 256;
const SMALL = 1 << 12;

function spaceFor(rows: number, columns: number): Space {
  const key = rows * (EXACT_SIDE + 1) + columns;
  const kept = KEPT.get(key);
  if (kept !== undefined) return kept;
  const sets = 1 << columns;
  const space: Space = {
    sets,
    yes: new Float64Array(rows * columns),
    no: new Float64Array(rows * columns),
    covered: new Float64Array((rows + 1) * sets),
    steps: new Float64Array((columns + 1) * sets),
    kept: new Float64Array(sets),
    empty: new Float64Array(sets),
    untouched: new Float64Array(columns + 1).fill(1),
  };
  if (space.covered.length <= SMALL && KEPT.size < MOST_KEPT) KEPT.set(key, space);
  return space;
}

function sweep(s: Float64Array, decay: Float64Array, rows: number, columns: number): Marginals {
  const space = spaceFor(rows, columns);
  const { sets, yes, no, covered, steps, kept, empty } = space;
  for (let cell = 0; cell < s.length; cell += 1) {
    const each = s[cell] as number;
    const e = decay[cell] as number;
    yes[cell] = each >= 0 ? 1 / (1 + e) : e / (1 + e);
    no[cell] = each >= 0 ? e / (1 + e) : 1 / (1 + e);
  }
  covered.fill(0, 0, sets);
  covered[0] = 1;
  let logScale = 0;
  for (let row = 0; row < rows; row += 1) {
    forward(space, row, columns);
    logScale += rescale(steps, columns * sets, covered, (row + 1) * sets, sets);
  }
  const logPossible = Math.log(covered[(rows + 1) * sets - 1] as number) + logScale;
  const probability = new Float64Array(s.length);
  kept.fill(0);
  kept[sets - 1] = 1;
  for (let row = rows - 1; row >= 0; row -= 1) {
    // The last row's steps are still there.
    if (row < rows - 1) forward(space, row, columns);
    backward(space, row, columns, probability);
    rescale(empty, 0, kept, 0, sets);
  }
  return { probability, logPossible, decay };
}

function forward({ sets, yes, no, covered, steps, untouched }: Space, row: number, columns: number): void {
  const before = row * sets;
  steps.fill(0, 0, sets);
  for (let j = 0; j < columns; j += 1) {
    const p = yes[row * columns + j] as number;
    const not = no[row * columns + j] as number;
    const still = untouched[j] as number;
    const bit = 1 << j;
    const here = j * sets;
    const next = here + sets;
    for (let base = 0; base < sets; base += 2 * bit) {
      for (let set = base; set < base + bit; set += 1) {
        const a = steps[here + set] as number;
        const b = steps[here + set + bit] as number;
        steps[next + set] = not * a;
        steps[next + set + bit] = b + p * (a + still * ((covered[before + set] as number) + (covered[before + set + bit] as number)));
      }
    }
    untouched[j + 1] = still * not;
  }
}

/** Writes the row's marginals; `kept` turns from what lies ahead of the row into scratch, `empty` into what lies ahead of the row before. */
function backward(space: Space, row: number, columns: number, probability: Float64Array): void {
  const { sets, yes, no, covered, steps, kept, empty, untouched } = space;
  const before = row * sets;
  let total = 0;
  for (let set = 0; set < sets; set += 1) total += (steps[columns * sets + set] as number) * (kept[set] as number);
  empty.fill(0);
  for (let j = columns - 1; j >= 0; j -= 1) {
    const p = yes[row * columns + j] as number;
    const not = no[row * columns + j] as number;
    const still = untouched[j] as number;
    const bit = 1 << j;
    const here = j * sets;
    let chosen = 0;
    for (let base = 0; base < sets; base += 2 * bit) {
      for (let set = base; set < base + bit; set += 1) {
        const other = set + bit;
        const after = kept[other] as number;
        const weight =
          (steps[here + set] as number) +
          (steps[here + other] as number) +
          still * ((covered[before + set] as number) + (covered[before + other] as number));
        chosen += weight * after;
        kept[set] = not * (kept[set] as number) + p * after;
        empty[set] = not * (empty[set] as number) + p * after;
        empty[other] = not * (empty[other] as number) + p * after;
      }
    }
    probability[row * columns + j] = Math.min(1, (p * chosen) / total);
  }
}

/** Divides by the greatest value, so that hundreds of rows do not underflow; returns its log. */
function rescale(from: Float64Array, fromAt: number, to: Float64Array, toAt: number, length: number): number {
  let most = 0;
  for (let at = 0; at < length; at += 1) most = Math.max(most, from[fromAt + at] as number);
  for (let at = 0; at < length; at += 1) to[toAt + at] = (from[fromAt + at] as number) / most;
  return Math.log(most);
}
