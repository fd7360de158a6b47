import { exp } from '../../numeric/numeric.ts';

/**
 * The table model: P(table) proportional to exp(sum of s over its original cells), over the tables in which every row and
 * every column keeps an original item. Log-odds `s` are flat, row-major.
 */
interface Marginals {
  /** Probability of each cell to be original, given that the table is a possible one. */
  readonly probability: Float64Array;
  /** Log of the sum over all possible tables: what a log-likelihood needs. */
  readonly logTotal: number;
}

/** The shorter side up to which the marginals are exact: 2^16 sets of covered columns. */
export const EXACT_SIDE = 16;

/**
 * Exact marginals. Cell by cell over the sets of columns covered so far, forward and then backward: sums of positive terms
 * only, so no digit is lost where inclusion and exclusion would cancel. O(cells * 2^side), the shorter side being the columns; those of which
 * something is sure to be left in so many rows are in no set.
 */
export function exactMarginals(s: Float64Array, rows: number, columns: number): Marginals {
  const probability = new Float64Array(s.length);
  return { probability, logTotal: sumTables(s, rows, columns, probability) };
}

/** The same, the probabilities written where they are wanted, the log of the total returned. */
export function sumTables(s: Float64Array, rows: number, columns: number, probability: Float64Array): number {
  if (columns <= rows) return sweep(rows, columns, s, columns, 1, probability);
  return sweep(columns, rows, s, 1, columns, probability);
}

/** Probability of each cell to be original, and not to be, were it alone: both, since 1 - p loses digits near 1. No call reads what another one wrote. */
let yes = new Float64Array(1 << 10);
let no = new Float64Array(1 << 10);

/** What the sums of one shape of table are made in. A fit sums the same few shapes ten thousands of times. */
interface Space {
  readonly rows: number;
  readonly columns: number;
  /** Of each column its bit in a set; 0 where it is sure to be covered. */
  readonly bits: Int32Array;
  readonly sets: number;
  /** At row * sets: the weight of each set of columns covered by the rows before it, each of which kept an item. */
  readonly covered: Float64Array;
  /** At j * sets: the weight of each covered set after the first j cells of a row, at least one of them original. */
  readonly steps: Float64Array;
  /** The weight of a row's first j cells being all not original. */
  readonly untouched: Float64Array;
  /** The steps of all rows are kept, each behind the one before; where that takes too much, of the latest row only. */
  readonly keepsAll: boolean;
  /** The weight of what lies ahead of the row, by covered set; while a row is walked back, given that the row has, or has not yet, kept an item. */
  readonly kept: Float64Array;
  readonly empty: Float64Array;
}

/** Spaces that are kept between calls: small ones, which are also the frequent ones. No call reads what another one wrote. */
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

/** The cell of a row and a column stands at row * `rowStep` + column * `columnStep`. */
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
  logTotal += Math.log(covered[(rows + 1) * sets - 1] as number);
  kept.fill(0);
  kept[sets - 1] = 1;
  for (let row = rows - 1; row >= 0; row -= 1) {
    // The last row's steps are still there.
    if (!keepsAll && row < rows - 1) forward(space, row);
    backward(space, row, probability, row * rowStep, columnStep);
    brought(empty, 0, kept, 0, sets);
  }
  return logTotal;
}

/** A product of so much is taken the logarithm of: one for hundreds of cells. */
const MUCH = 1e200;

/** Each cell alone; returns the log of the sum over all tables, possible or not. */
function alone(rows: number, columns: number, s: Float64Array, rowStep: number, columnStep: number): number {
  if (s.length > yes.length) [yes, no] = [new Float64Array(2 * s.length), new Float64Array(2 * s.length)];
  let log = 0;
  let product = 1;
  for (let row = 0, at = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, at += 1) {
      const each = s[row * rowStep + column * columnStep] as number;
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

/** A column without an original in any row, less likely than this, is none: digits end before. */
const NEVER = 1e-18;
/** As a row may be made to hold something by another column, which then has to be covered by it, each row counts for no more than this, and one a column for nothing. */
const LEAST_EACH = 0.1;

/** With fewer rows beyond its columns no column is that sure. */
const FEWEST_ROWS = 17;

/** The columns that are sure to keep an original in some of so many rows; null where none is. */
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
      possible += none * (yes[at + column] as number);
      none *= no[at + column] as number;
    }
    for (let column = 0; column < columns; column += 1) {
      without[column] = (without[column] as number) * Math.max(LEAST_EACH, 1 - (yes[at + column] as number) / possible);
      if ((without[column] as number) > least) continue;
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
    const p = yes[row * columns + j] as number;
    const not = no[row * columns + j] as number;
    const still = untouched[walked + j] as number;
    const bit = bits[j] as number;
    const here = (walked + j) * sets;
    const next = here + sets;
    untouched[walked + j + 1] = still * not;
    if (bit === 0) {
      for (let set = 0; set < sets; set += 1)
        steps[next + set] = (steps[here + set] as number) + p * still * (covered[before + set] as number);
      continue;
    }
    for (let half = 0; half < sets >> 1; half += 1) {
      // Every set without the column.
      const set = half + (half & -bit);
      const a = steps[here + set] as number;
      const b = steps[here + set + bit] as number;
      steps[next + set] = not * a;
      steps[next + set + bit] = b + p * (a + still * ((covered[before + set] as number) + (covered[before + set + bit] as number)));
    }
  }
}

/** Writes the row's marginals; `kept` turns from what lies ahead of the row into scratch, `empty` into what lies ahead of the row before. */
function backward(space: Space, row: number, probability: Float64Array, first: number, columnStep: number): void {
  const { columns, bits, sets, covered, steps, kept, empty, untouched, keepsAll } = space;
  const before = row * sets;
  const walked = keepsAll ? row * (columns + 1) : 0;
  let total = 0;
  for (let set = 0; set < sets; set += 1) total += (steps[(walked + columns) * sets + set] as number) * (kept[set] as number);
  empty.fill(0);
  for (let j = columns - 1; j >= 0; j -= 1) {
    const p = yes[row * columns + j] as number;
    const not = no[row * columns + j] as number;
    const still = untouched[walked + j] as number;
    const bit = bits[j] as number;
    const here = (walked + j) * sets;
    let chosen = 0;
    for (let set = 0; bit === 0 && set < sets; set += 1) {
      const after = kept[set] as number;
      chosen += ((steps[here + set] as number) + still * (covered[before + set] as number)) * after;
      empty[set] = not * (empty[set] as number) + p * after;
    }
    for (let half = 0; bit > 0 && half < sets >> 1; half += 1) {
      const set = half + (half & -bit);
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
    probability[first + j * columnStep] = Math.min(1, (p * chosen) / total);
  }
}

/** Weights below this are divided by the greatest of them, so that hundreds of rows do not underflow. */
const LITTLE = 1e-20;

/** Brings weights to where they are needed; returns the log of what they were divided by. */
function brought(from: Float64Array, fromAt: number, to: Float64Array, toAt: number, length: number): number {
  let most = 0;
  for (let at = 0; at < length; at += 1) {
    const weight = from[fromAt + at] as number;
    to[toAt + at] = weight;
    if (weight > most) most = weight;
  }
  if (most >= LITTLE) return 0;
  for (let at = 0; at < length; at += 1) to[toAt + at] = (to[toAt + at] as number) / most;
  return Math.log(most);
}
