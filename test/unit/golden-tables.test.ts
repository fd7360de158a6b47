// Figures 3.6 and 4.1 to 4.18 of the thesis, figures 4 to 9 of the paper: test/golden/distance-table.json.
import { readFileSync } from 'node:fs';
import type { AttackOptions } from '../../shared/core/attack/attack.ts';
import { attackNamed } from '../../shared/core/attack/attacks.ts';
import { Guard, weighted } from '../../shared/core/attack/guard.ts';
import { tableOf } from '../helpers/tables.ts';
import { rba as rbaTwin, type Weights } from '../oracle/twins/eliminations.ts';

type Printed = readonly (readonly (number | null)[])[];
interface Expected {
  readonly delta?: number;
  readonly delta_2dp?: number;
  readonly first_vulnerability_2dp?: number;
  readonly eliminated?: readonly (readonly [number, number])[];
  readonly eliminated_in_order?: readonly (readonly [number, number])[];
  readonly final_weighted_2dp?: Printed;
  readonly final_row_weights?: Printed;
  readonly final_column_weights?: Printed;
  readonly after_first?: { readonly row_weights: Printed; readonly weighted_2dp: Printed };
}
const golden = JSON.parse(readFileSync('test/golden/distance-table.json', 'utf8')) as {
  readonly distances: number[][];
  readonly expected: Readonly<Record<string, Expected>>;
};
const table = tableOf(golden.distances);

/** Printed with two decimals, some of them truncated. */
const WITHIN = 0.011;

function run(attack: string, options: AttackOptions = {}) {
  const verdict = attackNamed(attack)?.run(table, options);
  if (verdict?.kind !== 'decided') throw new Error(`${attack} is not decided`);
  return { ...verdict, cells: verdict.eliminations.map(({ row, column }) => [row, column]) };
}

function expectPrinted(figure: string, printed: Printed, found: (row: number, column: number) => number | null): void {
  printed.forEach((line, row) => {
    line.forEach((value, column) => {
      const own = found(row, column);
      const off = value === null || own === null ? Number(value !== own) : Math.abs(value - own);
      expect({ figure, row, column, value, own, close: off <= WITHIN }).toMatchObject({ close: true });
    });
  });
}

const FIGURES: readonly [string, string, AttackOptions][] = [
  ['mda', 'mda', {}],
  ['tba', 'tba', {}],
  ['tba with delta 1.60 (figure 4.3)', 'tba', { delta: 1.6 }],
  ['wba', 'wba', {}],
  ['gba', 'gba', {}],
  ['rba', 'rba', {}],
  ['gba-normalised (not in the sources)', 'gba-normalised', {}],
  ['rba-normalised (not in the sources)', 'rba-normalised', {}],
];

test('every expectation of the file is held against an attack', () => {
  expect(FIGURES.map(([figure]) => figure).toSorted()).toEqual(Object.keys(golden.expected).toSorted());
});

describe.each(FIGURES)('%s', (figure, attack, options) => {
  const expected = golden.expected[figure];
  const { cells, delta, eliminations } = run(attack, options);

  test('eliminates exactly these cells, in order where the figure gives it', () => {
    if (expected.eliminated_in_order) expect(cells).toEqual(expected.eliminated_in_order);
    else expect(cells.map(String).toSorted()).toEqual(expected.eliminated?.map(String).toSorted());
  });

  test('takes this threshold and this first vulnerability', () => {
    if (expected.delta !== undefined) expect(delta).toBeCloseTo(expected.delta, 10);
    if (expected.delta_2dp !== undefined) expect(Math.abs((delta as number) - expected.delta_2dp)).toBeLessThanOrEqual(WITHIN);
    if (expected.first_vulnerability_2dp !== undefined) {
      expect(Math.abs((eliminations[0]?.why as number) - expected.first_vulnerability_2dp)).toBeLessThanOrEqual(WITHIN);
    }
    if (attack === 'mda') expect([delta, eliminations[0]?.why]).toEqual([null, 2.93]);
  });
});

test.each(['wba', 'gba'])('%s ends with the printed weighted table', (attack) => {
  const guard = new Guard(table);
  for (const { row, column, why } of run(attack).eliminations) guard.eliminate(row * 4 + column, why);
  const gone = new Set(guard.eliminations.map(({ row, column }) => row * 4 + column));
  expectPrinted(attack, golden.expected[attack]?.final_weighted_2dp as Printed, (row, column) =>
    gone.has(row * 4 + column) ? null : weighted(table, guard, row * 4 + column),
  );
});

test('rba: weights and weighted distances after the first elimination and at the end', () => {
  const { after_first, final_weighted_2dp, final_row_weights, final_column_weights, eliminated_in_order } = golden.expected[
    'rba'
  ] as Required<Expected>;
  const steps: Weights[] = [];
  // The product's rba equals this twin on every table of test/oracle; only the twin shows its weights.
  expect(rbaTwin(golden.distances, {}, false, (weights) => steps.push(structuredClone(weights))).eliminated).toEqual(run('rba').cells);
  expect(steps).toHaveLength(eliminated_in_order.length + 1);
  const hold = (eliminations: number, rows: Printed, columns: Printed | undefined, weightedTable: Printed): void => {
    const { row: inRow, column: inColumn } = steps[eliminations];
    const gone = new Set(eliminated_in_order.slice(0, eliminations).map(String));
    const left = (value: (row: number, column: number) => number) => (row: number, column: number) =>
      gone.has(`${row},${column}`) ? null : value(row, column);
    const rowWeight = (row: number, column: number): number => inRow[row]?.[column] as number;
    const columnWeight = (row: number, column: number): number => inColumn[row]?.[column] as number;
    expectPrinted('row weights', rows, left(rowWeight));
    if (columns) expectPrinted('column weights', columns, left(columnWeight));
    expectPrinted(
      'weighted distances',
      weightedTable,
      left((row, column) => (golden.distances[row]?.[column] as number) * (1 - rowWeight(row, column)) * (1 - columnWeight(row, column))),
    );
  };
  hold(1, after_first.row_weights, undefined, after_first.weighted_2dp);
  hold(10, final_row_weights, final_column_weights, final_weighted_2dp);
});
