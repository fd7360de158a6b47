import type { TableEvidence } from './evidence.ts';
import { clip, type LabelledTable } from './fit.ts';

/** Standardisation of evidence by its mean and deviation in practice. Constant columns are dropped. */
export interface Scaling {
  readonly columns: readonly number[];
  readonly mean: readonly number[];
  readonly deviation: readonly number[];
}

/** Values are clipped at this many deviations. */
const FURTHEST = 4;

export function scalingOf(practice: readonly TableEvidence[], wanted: readonly number[]): Scaling {
  // Table by table, since its columns are contiguous.
  const total = new Float64Array(wanted.length);
  const known = new Float64Array(wanted.length);
  for (const { rows, columns, values } of practice) {
    const size = rows * columns;
    for (let at = 0; at < wanted.length; at += 1) {
      let sum = total[at];
      let count = 0;
      for (let cell = wanted[at] * size, end = cell + size; cell < end; cell += 1) {
        const value = values[cell];
        if (Number.isNaN(value)) continue;
        sum += value;
        count += 1;
      }
      total[at] = sum;
      known[at] += count;
    }
  }
  const centres = total.map((each, at) => each / known[at]);
  const squares = new Float64Array(wanted.length);
  for (const { rows, columns, values } of practice) {
    const size = rows * columns;
    for (let at = 0; at < wanted.length; at += 1) {
      const centre = centres[at];
      let sum = squares[at];
      for (let cell = wanted[at] * size, end = cell + size; cell < end; cell += 1) {
        const far = values[cell] - centre;
        if (!Number.isNaN(far)) sum += far * far;
      }
      squares[at] = sum;
    }
  }
  const deviations = squares.map((each, at) => Math.sqrt(each / known[at]));
  const all = { columns: wanted, mean: Array.from(centres), deviation: Array.from(deviations) };
  return picked(all, (at) => known[at] > 0 && deviations[at] >= 1e-9);
}

function picked({ columns, mean, deviation }: Scaling, keeps: (at: number) => boolean): Scaling {
  const of = (values: readonly number[]): number[] => values.filter((_, at) => keeps(at));
  return { columns: of(columns), mean: of(mean), deviation: of(deviation) };
}

export const scalingOn = (scaling: Scaling, keeps: (column: number) => boolean): Scaling =>
  picked(scaling, (at) => keeps(scaling.columns[at]));

/** Scaled evidence, cell by cell; missing values become the practice mean, 0. */
function scaled({ rows, columns: width, values }: TableEvidence, { columns, mean, deviation }: Scaling): Float64Array {
  const cells = rows * width;
  const out = new Float64Array(cells * columns.length);
  for (let at = 0; at < columns.length; at += 1) {
    const from = columns[at] * cells;
    const [centre, spread] = [mean[at], deviation[at]];
    for (let cell = from, to = at; cell < from + cells; cell += 1, to += columns.length) out[to] = within(values[cell], centre, spread);
  }
  return out;
}

/** One column of a table, scaled. No call reads another's values. */
let line = new Float64Array(1 << 10);

function lineFor(cells: number): Float64Array {
  if (cells > line.length) line = new Float64Array(2 * cells);
  return line;
}

function scaleColumn(values: Float64Array, from: number, cells: number, centre: number, spread: number, into: Float64Array): void {
  for (let cell = 0; cell < cells; cell += 1) into[cell] = within(values[from + cell], centre, spread);
}

function within(value: number, centre: number, spread: number): number {
  const far = (value - centre) / spread;
  return far > FURTHEST ? FURTHEST : far >= -FURTHEST ? far : far < -FURTHEST ? -FURTHEST : 0;
}

/** Mean and deviation of each scaled column. */
export function momentsOf({ rows, columns: width, values }: TableEvidence, { columns, mean, deviation }: Scaling): Float64Array {
  const cells = rows * width;
  const own = lineFor(cells);
  const moments = new Float64Array(2 * columns.length);
  for (let at = 0; at < columns.length; at += 1) {
    scaleColumn(values, columns[at] * cells, cells, mean[at], deviation[at], own);
    let [total, squares] = [0, 0];
    for (let cell = 0; cell < cells; cell += 1) {
      total += own[cell];
      squares += own[cell] * own[cell];
    }
    const middle = total / cells;
    moments[2 * at] = middle;
    moments[2 * at + 1] = Math.sqrt(Math.max(0, squares / cells - middle * middle));
  }
  return moments;
}

/**
 * Log-odds of a table by each of these weights, whose last is the intercept, column by column: the scaled evidence of all cells is not laid out, which
 * would be most of what deciding allocates.
 */
export function scoredBy(
  { rows, columns: width, values }: TableEvidence,
  scaling: Scaling,
  all: readonly ArrayLike<number>[],
): Float64Array[] {
  const { columns, mean, deviation } = scaling;
  const cells = rows * width;
  const own = lineFor(cells);
  const scores = all.map((weights) => new Float64Array(cells).fill(weights[columns.length]));
  for (let at = 0; at < columns.length; at += 1) {
    scaleColumn(values, columns[at] * cells, cells, mean[at], deviation[at], own);
    for (let nth = 0; nth < all.length; nth += 1) {
      const weight = all[nth][at];
      const s = scores[nth];
      for (let cell = 0; cell < cells; cell += 1) s[cell] += own[cell] * weight;
    }
  }
  for (const s of scores) clip(s);
  return scores;
}

export const knownTables = (
  tables: readonly { readonly evidence: TableEvidence; readonly original: Uint8Array }[],
  scaling: Scaling,
): LabelledTable[] =>
  tables.map(({ evidence, original }) => ({
    rows: evidence.rows,
    columns: evidence.columns,
    evidence: scaled(evidence, scaling),
    original,
  }));
