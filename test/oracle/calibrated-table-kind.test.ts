// The parts by which tables of two kinds are told apart, against their definitions; and how the likelihood of tables curves, against every choice of originals.

import { seeded } from '../../shared/core/random/random.ts';
import { curvatureOf, tellingOf } from '../../shared/kinds/set-generalised/core/calibrated/curvature.ts';
import type { TableEvidence } from '../../shared/kinds/set-generalised/core/calibrated/evidence.ts';
import type { LabelledTable } from '../../shared/kinds/set-generalised/core/calibrated/fit.ts';
import { momentsOf } from '../../shared/kinds/set-generalised/core/calibrated/scaling.ts';
import { fitKind, scoreOf, spreadOf, weightsByShape } from '../../shared/kinds/set-generalised/core/calibrated/table-kind.ts';

const table = (rows: number, columns: number): TableEvidence => ({
  key: '',
  rows,
  columns,
  values: new Float64Array(),
  alike: new Float64Array(),
});

test.each([
  [3, 2],
  [2, 3],
  [3, 3],
])('a line curves by how its originals vary, of all choices with one at least (%s rows, %s columns)', (rows, columns) => {
  const random = seeded('curves', rows, columns);
  const width = 2;
  const known = Array.from(
    { length: 3 },
    (): LabelledTable => ({
      rows,
      columns,
      evidence: Float64Array.from({ length: rows * columns * width }, () => 2 * random.unit() - 1),
      original: new Uint8Array(rows * columns),
    }),
  );
  const weights = Float64Array.of(0.7, -0.4, -0.5);
  const wanted = Array.from({ length: 3 }, () => [0, 0, 0]);
  for (const { evidence } of known) {
    const cell = (row: number, column: number): readonly number[] => {
      const at = (row * columns + column) * width;
      return [evidence[at], evidence[at + 1], 1];
    };
    // The shorter side is what each line has.
    const lines =
      columns <= rows
        ? Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_each, column) => cell(row, column)))
        : Array.from({ length: columns }, (_, column) => Array.from({ length: rows }, (_each, row) => cell(row, column)));
    for (const line of lines) {
      const choices = Array.from({ length: 2 ** line.length - 1 }, (_, at) => line.filter((_each, bit) => ((at + 1) >> bit) % 2 === 1));
      const odds = choices.map((own) =>
        Math.exp(own.reduce((total, x) => total + x.reduce((sum, each, at) => sum + each * weights[at], 0), 0)),
      );
      const all = odds.reduce((a, b) => a + b, 0);
      const sums = choices.map((own) => [0, 1, 2].map((at) => own.reduce((total, x) => total + x[at], 0)));
      const mean = (of: (sum: readonly number[]) => number): number =>
        sums.reduce((total, sum, at) => total + (odds[at] / all) * of(sum), 0);
      for (const [a, row] of wanted.entries())
        for (const b of row.keys()) row[b] = row[b] + mean((x) => x[a] * x[b]) - mean((x) => x[a]) * mean((x) => x[b]);
    }
  }
  const found = curvatureOf(known, weights);
  for (let a = 0; a < 3; a += 1)
    for (let b = 0; b <= a; b += 1) expect(found[3 * a + b]).toBeCloseTo((wanted[a]?.[b] as number) / (3 * rows * columns), 10);
});

test('the first thousand cells tell how weights go together, and the first table however large', () => {
  const of = (...cells: number[]): number[] =>
    tellingOf(cells.map((each) => ({ rows: each, columns: 1, evidence: new Float64Array(), original: new Uint8Array(each) }))).map(
      ({ rows }) => rows,
    );
  expect(of(400, 600, 1)).toEqual([400, 600]);
  expect(of(400, 601)).toEqual([400]);
  expect(of(1200, 1)).toEqual([1200]);
  expect(of()).toEqual([]);
});

test('what a table is like: the mean and the deviation of its scaled cells, by column; what is missing is at 0', () => {
  const evidence = { ...table(2, 2), values: Float64Array.of(9, 9, 9, 9, 1, 3, 5, Number.NaN, 10, 4, 10, 4) };
  const scaling = { columns: [2, 1], mean: [4, 1], deviation: [3, 2] };
  // Of 2, 0, 2, 0 the mean 1 and the deviation 1; of 0, 1, 2, 0 the mean .75, the mean of squares 1.25.
  const wanted = [1, 1, 0.75, Math.sqrt(1.25 - 0.75 ** 2)];
  const moments = momentsOf(evidence, scaling);
  expect(moments).toHaveLength(4);
  for (const [at, each] of wanted.entries()) expect(moments[at]).toBeCloseTo(each, 12);
});

test('moments become deviations from those of practice, four at most, none where practice had no spread', () => {
  const spread = spreadOf(
    [
      [1, 5, 0],
      [3, 5, 10],
      [5, 5, 2],
    ].map((each) => Float64Array.from(each)),
  );
  const [one, three] = [Math.sqrt(8 / 3), Math.sqrt(56 / 3)];
  const [a, b, c] = spread(Float64Array.of(4, 7, 3));
  expect([a, b, c]).toEqual([expect.closeTo(1 / one, 12), 0, expect.closeTo(-1 / three, 12)]);
  expect([...spread(Float64Array.of(100, 5, -100))]).toEqual([4, 0, -4]);
});

test('shapes weigh as much in one kind as in the other, and those of one kind alone nothing', () => {
  const apart = [table(2, 2), table(2, 2), table(2, 2), table(3, 2), table(4, 1)];
  const beside = [table(2, 2), table(2, 2), table(2, 3), table(3, 2), table(3, 2), table(3, 2)];
  // Of 2 x 2 the lesser share is 2 of 6, of 3 x 2 it is 1 of 5; eleven tables, five and a half a kind.
  const [two, three] = [(1 / 3) * 5.5, (1 / 5) * 5.5];
  const wanted = [two / 3, two / 3, two / 3, three, 0, two / 2, two / 2, 0, three / 3, three / 3, three / 3];
  const found = weightsByShape(apart, beside);
  expect(found).toHaveLength(wanted.length);
  for (const [at, each] of wanted.entries()) expect(found[at]).toBeCloseTo(each, 12);
});

test('the kinds are told apart by the weights of greatest likelihood less 50 times their squares; the intercept is free', () => {
  const random = seeded('kinds');
  const known = Array.from({ length: 60 }, (_, nth) => {
    const at = Float64Array.of(3 * random.unit() - 1, 2 * random.unit() - 2);
    return { at, beside: at[0] + random.unit() > 0.5, weight: 1 + (nth % 3) };
  });
  const lossOf = (weights: readonly number[]): number =>
    known.reduce(
      (total, { at, beside, weight }) => {
        const score = at[0] * weights[0] + at[1] * weights[1] + weights[2];
        return total + weight * Math.log(1 + Math.exp(beside ? -score : score));
      },
      50 * (weights[0] ** 2 + weights[1] ** 2),
    );
  const fitted = [...fitKind(known, 2)];
  expect(fitted[0]).toBeGreaterThan(0.1);
  expect(Math.abs(fitted[2])).toBeGreaterThan(0.1);
  // At the top no slope is left.
  for (const column of [0, 1, 2]) {
    const beside = [1e-4, -1e-4].map((by) => lossOf(fitted.map((each, at) => (at === column ? each + by : each)))) as [number, number];
    expect(Math.abs((beside[0] - beside[1]) / 2e-4)).toBeLessThan(0.05);
  }
  expect(scoreOf(Float64Array.of(2, 3), Float64Array.of(5, 7, 11))).toBe(42);
});
