import { solved } from '../../shared/core/numeric/cholesky.ts';
import { minimise } from '../../shared/core/numeric/minimise.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { fitTables, type LabelledTable, likelihoodLoss, type Weights } from '../../shared/kinds/set-generalised/core/calibrated/fit.ts';
import { fitWithout } from '../../shared/kinds/set-generalised/core/calibrated/fit-without.ts';

const WIDTH = 4;
const STRENGTH = 5;

/** Tables of several shapes, one of them beyond the exact constraint, whose cells follow `truth`. */
function tables(count: number, truth: (table: number) => readonly number[]): LabelledTable[] {
  const random = seeded('without');
  const shapes = [
    [3, 4],
    [5, 2],
    [7, 8],
  ] as const;
  return Array.from({ length: count }, (_, table): LabelledTable => {
    const [rows, columns] = shapes[table % shapes.length] as readonly [number, number];
    const evidence = Float64Array.from({ length: rows * columns * WIDTH }, () => 4 * random.unit() - 2);
    const original = Uint8Array.from({ length: rows * columns }, (__, cell) => {
      const s = truth(table).reduce((total, weight, at) => total + weight * (at === WIDTH ? 1 : evidence[cell * WIDTH + at]), 0);
      return cell % columns === Math.floor(cell / columns) % columns || random.unit() < 1 / (1 + Math.exp(-s)) ? 1 : 0;
    });
    for (let column = 0; column < columns; column += 1) original[(column % rows) * columns + column] = 1;
    return { rows, columns, evidence, original };
  });
}

const partsOf = (count: number, parts: number): number[][] =>
  Array.from({ length: parts }, (_, part) => Array.from({ length: count }, (__, at) => at).filter((at) => at % parts === part));

/** Loss of the tables that are kept, with the penalty. */
function lossOf(
  all: readonly LabelledTable[],
  left: readonly number[],
  weights: Weights,
  gradient: Float64Array = new Float64Array(WIDTH + 1),
): number {
  const kept = all.filter((_, at) => !left.includes(at));
  let loss = likelihoodLoss(kept, weights, gradient);
  for (let at = 0; at < WIDTH; at += 1) {
    loss += (STRENGTH / 2) * weights[at] ** 2;
    gradient[at] += STRENGTH * weights[at];
  }
  return loss;
}

/** The twin: each part's fit from nothing, taken to its end. */
const ownFit = (all: readonly LabelledTable[], left: readonly number[]): Weights =>
  minimise((at, gradient) => lossOf(all, left, at, gradient), new Float64Array(WIDTH + 1), 400, 1e-15);

const TRUTH: readonly number[] = [1, -0.5, 0.2, 0, -1];

test.each([
  ['of a tenth', 60, 10, () => TRUTH],
  ['of many, where some tell the curvature', 500, 18, () => TRUTH],
  ['of a half', 60, 2, () => TRUTH],
  ['that is unlike the others', 60, 6, (table: number) => (table % 6 === 0 ? TRUTH.map((weight) => -weight) : TRUTH)],
])('the fit without a part %s is that of a fit of its own, to a hundredth of what the part changes', (_, count, parts, truth) => {
  const all = tables(count, truth);
  const split = partsOf(count, parts);
  const whole = fitTables(all, WIDTH, STRENGTH, { steps: 200 });
  for (const [at, fitted] of fitWithout(all, WIDTH, STRENGTH, split).slice(0, 6).entries()) {
    const left = split[at];
    const least = lossOf(all, left, ownFit(all, left));
    expect(lossOf(all, left, fitted) - least).toBeLessThan(0.01 * (lossOf(all, left, whole) - least) + 1e-5 * least);
  }
});

test('tables of no part are of every fit', () => {
  const all = tables(40, () => TRUTH);
  const left = [1, 2, 3];
  const [fitted] = fitWithout(all, WIDTH, STRENGTH, [left]) as [Weights];
  const own = ownFit(all, left);
  for (const [at, weight] of fitted.entries()) expect(weight).toBeCloseTo(own[at], 2);
});

test('a positive definite system is solved, and no other', () => {
  const random = seeded('solved');
  const n = 6;
  const rows = Array.from({ length: n }, () => Array.from({ length: n }, () => random.unit() - 0.5));
  const matrix = Float64Array.from({ length: n * n }, (_, at) =>
    rows.reduce((total, row) => total + row[Math.floor(at / n)] * row[at % n], at % (n + 1) === 0 ? 0.1 : 0),
  );
  const wanted = Float64Array.from({ length: n }, () => random.unit());
  const right = wanted.map((_, row) => wanted.reduce((total, x, column) => total + matrix[row * n + column] * x, 0));
  const given = right.slice();
  for (const [at, x] of (solved(matrix, right) as Float64Array).entries()) expect(x).toBeCloseTo(wanted[at], 9);
  // The input is unchanged.
  expect(right).toEqual(given);
  expect(solved(Float64Array.from([1, 2, 2, 1]), Float64Array.from([1, 1]))).toBeNull();
  expect(solved(Float64Array.from([1, 1, 1, 1]), Float64Array.from([1, 1]))).toBeNull();
});
