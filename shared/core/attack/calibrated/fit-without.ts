import { solved } from '../../optimise/solve.ts';
import { type FitOptions, fitTables, type LabelledTable, likelihoodLoss, type Weights } from './fit.ts';

/** The curvature is told by gradients so far apart: half the digits for what is left out of the line, half for rounding. */
const APART = 1 / (1 << 16);
/** Cells whose tables tell the curvature: how far a step goes may be wrong by some hundredths. */
const CELLS = 6000;
/** A step that promises to gain up to this share of the loss leaves some hundredths of that promise: more is fitted again. */
const CLOSE = 1e-3;

/**
 * Fits on all tables but those of each part; no table is of two parts. One fit of all tables, then for each part one step of Newton's from there, by the
 * gradients and curvatures that the other parts have: one pass, and as many over some of the tables as there are weights, however many parts there are.
 * Fits of their own would take dozens of passes for each part, and stop further away. Where a part is so large, or so unlike the others, that one step
 * is far, it starts one.
 */
export function fitWithout(
  tables: readonly LabelledTable[],
  width: number,
  strength: number,
  parts: readonly (readonly number[])[],
  options: FitOptions = {},
): Weights[] {
  const whole = fitTables(tables, width, strength, options);
  const split = splitBy(tables, parts);
  const every = Math.max(1, Math.floor(cellsOf(tables) / CELLS));
  const sums = split.map((part) => sumsOf(part, whole, every));
  const all = added(sums);
  return parts.map((left, at) => {
    const { loss, gradient, curvature } = less(all, sums[at] as Sums);
    for (let column = 0; column < width; column += 1) {
      const off = (whole[column] as number) - (options.prior?.[column] ?? 0);
      gradient[column] = (gradient[column] as number) + strength * off;
      const diagonal = column * (width + 1) + column;
      curvature[diagonal] = (curvature[diagonal] as number) + strength;
    }
    const step = solved(curvature, gradient);
    const start = step === null ? whole : whole.map((weight, column) => weight - (step[column] as number));
    const gain =
      step === null ? Number.POSITIVE_INFINITY : gradient.reduce((total, each, column) => total + each * (step[column] as number), 0) / 2;
    if (gain <= CLOSE * loss) return start;
    const without = new Set(left);
    const kept = tables.filter((_, table) => !without.has(table));
    return fitTables(kept, width, strength, { ...options, start });
  });
}

/** The tables of each part, and last those of none. */
function splitBy(tables: readonly LabelledTable[], parts: readonly (readonly number[])[]): LabelledTable[][] {
  const rest = new Set(tables.keys());
  const split = parts.map((part) =>
    part.map((at) => {
      rest.delete(at);
      return tables[at] as LabelledTable;
    }),
  );
  return [...split, [...rest].map((at) => tables[at] as LabelledTable)];
}

/** Of some tables, without the penalty: what tables add up to. */
interface Sums {
  readonly loss: number;
  readonly gradient: Float64Array;
  /** The derivatives of the gradient, weight by weight, row by row. */
  readonly curvature: Float64Array;
}

/** The curvature by every so many-th table. */
function sumsOf(tables: readonly LabelledTable[], weights: Weights, every: number): Sums {
  const n = weights.length;
  const gradient = new Float64Array(n);
  const loss = likelihoodLoss(tables, weights, gradient);
  const telling = tables.filter((_, at) => at % every === 0);
  const times = cellsOf(tables) / Math.max(1, cellsOf(telling)) / APART;
  const curvature = new Float64Array(n * n);
  const [here, beside] = [new Float64Array(n), new Float64Array(n)];
  likelihoodLoss(telling, weights, here);
  for (let column = 0; column < n; column += 1) {
    const moved = weights.slice();
    moved[column] = (weights[column] as number) + APART;
    likelihoodLoss(telling, moved, beside);
    for (let row = 0; row < n; row += 1) curvature[row * n + column] = times * ((beside[row] as number) - (here[row] as number));
  }
  return { loss, gradient, curvature };
}

const cellsOf = (tables: readonly LabelledTable[]): number => tables.reduce((total, { original }) => total + original.length, 0);

function added(sums: readonly Sums[]): Sums {
  const [first] = sums as [Sums];
  const total = (of: (each: Sums) => Float64Array): Float64Array =>
    of(first).map((_, at) => sums.reduce((sum, each) => sum + (of(each)[at] as number), 0));
  return {
    loss: sums.reduce((sum, { loss }) => sum + loss, 0),
    gradient: total(({ gradient }) => gradient),
    curvature: total(({ curvature }) => curvature),
  };
}

const less = (all: Sums, part: Sums): Sums => ({
  loss: all.loss - part.loss,
  gradient: all.gradient.map((each, at) => each - (part.gradient[at] as number)),
  curvature: all.curvature.map((each, at) => each - (part.curvature[at] as number)),
});
