// Fits that are told how the likelihood curves take few steps; they must end where a plain fit of many steps does, on any tables.

import { seeded } from '../../shared/core/random/random.ts';
import { curvatureOf } from '../../shared/kinds/set-generalised/core/calibrated/curvature.ts';
import {
  fitTables,
  flatWeights,
  type LabelledTable,
  likelihoodLoss,
  logOdds,
} from '../../shared/kinds/set-generalised/core/calibrated/fit.ts';

const WIDTH = 3;
const STRENGTH = 5;

/** Each row has `beside` originals more than the one that it must have, in the mean; the first column of evidence tells which. */
function tables(beside: number): LabelledTable[] {
  const random = seeded('curvature', String(beside));
  return Array.from({ length: 60 }, (): LabelledTable => {
    const [rows, columns] = [5, 4];
    const original = Uint8Array.from({ length: rows * columns }, (_, cell) => {
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      return row % columns === column || random.unit() < beside / columns ? 1 : 0;
    });
    const evidence = new Float64Array(rows * columns * WIDTH);
    for (const [cell, yes] of original.entries()) {
      evidence[cell * WIDTH] = 2 * yes - 1 + (random.unit() - 0.5);
      for (let at = 1; at < WIDTH; at += 1) evidence[cell * WIDTH + at] = 2 * random.unit() - 1;
    }
    return { rows, columns, evidence, original };
  });
}

test.each([0, 0.3])('the loss of a plain fit, with %s originals a row beside the first', (beside) => {
  const known = tables(beside);
  const start = flatWeights(known, WIDTH);
  const told = fitTables(known, WIDTH, STRENGTH, { start, steps: 20, curvature: curvatureOf(known, start) });
  const plain = fitTables(known, WIDTH, STRENGTH, { steps: 300 });
  const lossOf = (weights: Float64Array): number => {
    const squares = weights.slice(0, WIDTH).reduce((total, each) => total + each * each, 0);
    return likelihoodLoss(known, weights, new Float64Array(WIDTH + 1)) + (STRENGTH / 2) * squares;
  };
  expect(lossOf(told)).toBeLessThan(1.01 * lossOf(plain));
  // Evidence is not clipped: the original of a row is distinguished.
  const { evidence, original } = known[0];
  const odds = logOdds(evidence, told);
  expect(odds[original.indexOf(1)]).toBeGreaterThan(odds[original.indexOf(0)] + 1);
});

test('with one original a row nothing is learned from how rare they are: the start is no further than evidence can answer', () => {
  const known = tables(0);
  const intercept = flatWeights(known, WIDTH).at(-1) as number;
  expect(intercept).toBeLessThan(-3);
  expect(intercept).toBeGreaterThanOrEqual(-6);
  const fitted = fitTables(known, WIDTH, STRENGTH, { start: flatWeights(known, WIDTH), steps: 200 });
  expect(fitted.at(-1) as number).toBeGreaterThan(-7);
  // The rarer they are, the more a row is a choice of one: its curvature comes to rest, and is not lost in rounding.
  const at = (far: number): Float64Array => curvatureOf(known, Float64Array.of(0, 0, 0, far)).slice(0, (WIDTH + 1) * WIDTH);
  const [near, far] = [at(-14), at(-24)];
  for (const [place, each] of near.entries()) expect(far[place]).toBeCloseTo(each, 4);
});
