import { solved } from '../../../../core/numeric/cholesky.ts';
import { type FitOptions, fitTables, type LabelledTable, likelihoodLoss, type Weights } from './fit.ts';

/** Step of the finite difference of gradients: balances truncation and rounding. */
const APART = 1 / (1 << 16);
/** Cells used for the curvature: the step length may be off by some hundredths. */
const CELLS = 6000;
/** Above this predicted gain (share of the loss) one Newton step is not enough, and the part is fitted again. */
const CLOSE = 1e-3;

/**
 * Leave-one-part-out fits; parts are disjoint. One fit of all tables, then for each part one Newton step with the gradients and curvature of the
 * other parts. Cost: one pass, plus as many passes over some tables as there are weights, for any number of parts; separate fits would take dozens
 * of passes each. If the step is long, the part is fitted from there.
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
    const { loss, gradient, curvature } = less(all, sums[at]);
    for (let column = 0; column < width; column += 1) {
      const off = whole[column] - (options.prior?.[column] ?? 0);
      gradient[column] += strength * off;
      const diagonal = column * (width + 1) + column;
      curvature[diagonal] += strength;
    }
    const step = solved(curvature, gradient);
    const start = step === null ? whole : whole.map((weight, column) => weight - step[column]);
    const gain = step === null ? Number.POSITIVE_INFINITY : gradient.reduce((total, each, column) => total + each * step[column], 0) / 2;
    if (gain <= CLOSE * loss) return start;
    const without = new Set(left);
    const kept = tables.filter((_, table) => !without.has(table));
    return fitTables(kept, width, strength, { ...options, start });
  });
}

function splitBy(tables: readonly LabelledTable[], parts: readonly (readonly number[])[]): LabelledTable[][] {
  const rest = new Set(tables.keys());
  const split = parts.map((part) =>
    part.map((at) => {
      rest.delete(at);
      return tables[at];
    }),
  );
  return [...split, [...rest].map((at) => tables[at])];
}

/** Additive sums over tables, without the penalty. */
interface Sums {
  readonly loss: number;
  readonly gradient: Float64Array;
  readonly curvature: Float64Array;
}

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
    moved[column] = weights[column] + APART;
    likelihoodLoss(telling, moved, beside);
    for (let row = 0; row < n; row += 1) curvature[row * n + column] = times * (beside[row] - here[row]);
  }
  return { loss, gradient, curvature };
}

const cellsOf = (tables: readonly LabelledTable[]): number => tables.reduce((total, { original }) => total + original.length, 0);

function added(sums: readonly Sums[]): Sums {
  const [first] = sums as [Sums];
  const total = (of: (each: Sums) => Float64Array): Float64Array =>
    of(first).map((_, at) => sums.reduce((sum, each) => sum + of(each)[at], 0));
  return {
    loss: sums.reduce((sum, { loss }) => sum + loss, 0),
    gradient: total(({ gradient }) => gradient),
    curvature: total(({ curvature }) => curvature),
  };
}

const less = (all: Sums, part: Sums): Sums => ({
  loss: all.loss - part.loss,
  gradient: all.gradient.map((each, at) => each - part.gradient[at]),
  curvature: all.curvature.map((each, at) => each - part.curvature[at]),
});
