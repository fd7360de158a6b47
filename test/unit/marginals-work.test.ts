import { marginalsOf, sumsOf } from '../../shared/kinds/set-generalised/core/calibrated/marginals.ts';
import { exactMarginals } from '../../shared/kinds/set-generalised/core/calibrated/table-model.ts';

test('sums double with each column until they are drawn instead, and are then as many as cells', () => {
  const sums = (columns: number): number => sumsOf({ rows: 64, columns });
  expect(sums(8) / sums(7)).toBeCloseTo((8 / 7) * 2, 9);
  expect(sums(20) / sums(16)).toBeCloseTo(20 / 16, 9);
  expect(sums(16)).toBeLessThan(4 * sums(12));
});

test('a table of many columns is drawn near what it is summed to', () => {
  const [rows, columns] = [64, 15];
  const s = Float64Array.from({ length: rows * columns }, (_, cell) => -2.2 + (cell % 7) / 10);
  const drawn = marginalsOf({ key: 'k', rows, columns, s }, true, 'seed');
  const summed = exactMarginals(s, rows, columns).probability;
  const off = drawn.map((p, cell) => Math.abs(p - summed[cell]));
  expect(off.reduce((a, b) => a + b, 0) / off.length).toBeLessThan(0.01);
});
