import type { TableEvidence } from './evidence.ts';
import type { LabelledTable } from './fit.ts';

/** How evidence becomes numbers of like size: by the mean and deviation that it has in practice. Columns without spread are left out. */
export interface Scaling {
  readonly columns: readonly number[];
  readonly mean: readonly number[];
  readonly deviation: readonly number[];
}

/** Beyond so many deviations a value says no more. */
const FURTHEST = 4;

export function scalingOf(practice: readonly TableEvidence[], wanted: readonly number[]): Scaling {
  // Table after table, since the columns of one stand side by side.
  const total = new Float64Array(wanted.length);
  const known = new Float64Array(wanted.length);
  for (const { rows, columns, values } of practice) {
    const size = rows * columns;
    for (const [at, column] of wanted.entries()) {
      let [sum, count] = [total[at] as number, 0];
      for (let cell = column * size, end = cell + size; cell < end; cell += 1) {
        const value = values[cell] as number;
        if (Number.isNaN(value)) continue;
        sum += value;
        count += 1;
      }
      total[at] = sum;
      known[at] = (known[at] as number) + count;
    }
  }
  const centres = total.map((each, at) => each / (known[at] as number));
  const squares = new Float64Array(wanted.length);
  for (const { rows, columns, values } of practice) {
    const size = rows * columns;
    for (const [at, column] of wanted.entries()) {
      const centre = centres[at] as number;
      let sum = squares[at] as number;
      for (let cell = column * size, end = cell + size; cell < end; cell += 1) {
        const far = (values[cell] as number) - centre;
        if (!Number.isNaN(far)) sum += far * far;
      }
      squares[at] = sum;
    }
  }
  const deviations = squares.map((each, at) => Math.sqrt(each / (known[at] as number)));
  const kept = Array.from(wanted.keys()).filter((at) => (known[at] as number) > 0 && (deviations[at] as number) >= 1e-9);
  return {
    columns: kept.map((at) => wanted[at] as number),
    mean: kept.map((at) => centres[at] as number),
    deviation: kept.map((at) => deviations[at] as number),
  };
}

/** The same on some of its columns. */
export function scalingOn({ columns, mean, deviation }: Scaling, keeps: (column: number) => boolean): Scaling {
  const kept = Array.from(columns.keys()).filter((at) => keeps(columns[at] as number));
  return {
    columns: kept.map((at) => columns[at] as number),
    mean: kept.map((at) => mean[at] as number),
    deviation: kept.map((at) => deviation[at] as number),
  };
}

/** Cell by cell, all columns of a cell side by side; what is missing is at the practice mean, 0. */
export function scaled({ rows, columns: width, values }: TableEvidence, { columns, mean, deviation }: Scaling): Float64Array {
  const cells = rows * width;
  const out = new Float64Array(cells * columns.length);
  for (let at = 0; at < columns.length; at += 1) {
    const from = (columns[at] as number) * cells;
    const centre = mean[at] as number;
    const spread = deviation[at] as number;
    for (let cell = 0, to = at; cell < cells; cell += 1, to += columns.length) {
      const far = ((values[from + cell] as number) - centre) / spread;
      if (!Number.isNaN(far)) out[to] = Math.max(-FURTHEST, Math.min(FURTHEST, far));
    }
  }
  return out;
}

/** Tables whose truth is known, as a fit takes them. */
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
