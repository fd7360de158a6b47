import { logistic } from '../../shared/core/numeric/numeric.ts';
import { type Random, seeded } from '../../shared/core/random/random.ts';
import type { TableEvidence } from '../../shared/kinds/set-generalised/core/calibrated/evidence.ts';
import type { ScoredTable } from '../../shared/kinds/set-generalised/core/calibrated/marginals.ts';
import { scalingOf } from '../../shared/kinds/set-generalised/core/calibrated/scaling.ts';
import { centresOf, lookAgain } from '../../shared/kinds/set-generalised/core/calibrated/second-look.ts';
import { type PracticeTable, scoreTable, train } from '../../shared/kinds/set-generalised/core/calibrated/train.ts';

function drawn(random: Random, rows: number, columns: number): { readonly evidence: TableEvidence; readonly first: ScoredTable } {
  const alike = Float64Array.from({ length: 2 * columns * columns }, (_, at) => {
    const pair = at % (columns * columns);
    return Math.floor(pair / columns) === pair % columns || random.unit() < 0.1 ? Number.NaN : random.unit();
  });
  const s = Float64Array.from({ length: rows * columns }, () => 6 * random.unit() - 4);
  return { evidence: { key: 'table', rows, columns, values: new Float64Array(), alike }, first: { key: 'table', rows, columns, s } };
}

test('the columns of the second look are what their definitions say, cell by cell', () => {
  const random = seeded('second look');
  for (const [rows, columns] of [
    [4, 5],
    [1, 3],
    [6, 1],
    [2, 2],
  ] as const) {
    const { evidence, first } = drawn(random, rows, columns);
    const p = first.s.map(logistic);
    const centres = [0.4, 0.6];
    const { values } = lookAgain(evidence, first.s, p, centres);
    const at = (row: number, column: number): number => p[row * columns + column];
    const range = (length: number, without: number): number[] =>
      Array.from({ length }, (_, each) => each).filter((each) => each !== without);
    const total = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0);
    const above = (row: number, column: number): number => at(row, column) - total(range(rows, -1).map((each) => at(each, column))) / rows;
    for (let cell = 0; cell < p.length; cell += 1) {
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      const inColumn = range(rows, row).map((other) => at(other, column));
      const inRow = range(columns, column).map((other) => at(row, other));
      const near = centres.map((centre, measure) =>
        total(
          range(columns, column).map((other) => {
            const value = evidence.alike[(measure * columns + column) * columns + other];
            return Number.isNaN(value) ? 0 : above(row, other) * (value - centre);
          }),
        ),
      );
      const wanted = [
        first.s[cell],
        Math.log(at(row, column) / (1 - at(row, column))),
        total(inColumn),
        total(inColumn) / Math.max(1, rows - 1),
        total(inRow),
        total(inRow) / Math.max(1, columns - 1),
        Math.max(0, ...inColumn),
        Math.max(0, ...inRow),
        total(range(columns, column).map((other) => above(row, other))),
        ...near,
      ];
      expect(values.length).toBe(wanted.length * p.length);
      for (const [nth, value] of wanted.entries()) expect(values[nth * p.length + cell]).toBeCloseTo(value, 9);
    }
  }
});

test('nothing known of any two members puts the centre at 0, and their columns too', () => {
  const unknown: TableEvidence = { key: 'a', rows: 2, columns: 2, values: new Float64Array(), alike: new Float64Array(4).fill(Number.NaN) };
  expect(centresOf([unknown])).toEqual([0]);
  const { values } = lookAgain(unknown, new Float64Array(4), new Float64Array(4).fill(0.5), [0]);
  expect([...values.subarray(-4)]).toEqual([0, 0, 0, 0]);
});

/** Tables of two pairs of members, each pair together in every row; evidence of the first of each pair only. */
function pairs(count: number, told: boolean): PracticeTable[] {
  const random = seeded('pairs');
  return Array.from({ length: count }, (_, table): PracticeTable => {
    const [rows, columns] = [4, 4];
    const original = new Uint8Array(rows * columns);
    const values = new Float64Array(rows * columns);
    for (let row = 0; row < rows; row += 1) {
      const pair = (row + table) % 2;
      for (let column = 0; column < columns; column += 1) {
        const yes = Math.floor(column / 2) === pair ? 1 : 0;
        original[row * columns + column] = yes;
        values[row * columns + column] = column % 2 === 0 ? (yes - 0.5) * (1 + random.unit()) : random.unit() - 0.5;
      }
    }
    const alike = Float64Array.from({ length: columns * columns }, (__, each) => {
      const [one, other] = [Math.floor(each / columns), each % columns];
      if (one === other) return Number.NaN;
      return told ? (Math.floor(one / 2) === Math.floor(other / 2) ? 1 : 0) : 0.5;
    });
    const evidence = { key: String(table), rows, columns, values, alike };
    const items = Int32Array.from({ length: 4 }, (__, at) => 4 * table + at);
    return { evidence, original, world: 'random', part: { draw: 0, fold: table % 2 }, items };
  });
}

test('a member without evidence of its own is placed by the members that it is near', () => {
  const right = (told: boolean): number => {
    const tables = pairs(80, told);
    const columns = [{ name: 'one', kind: 'outside' as const }];
    const scaling = scalingOf(
      tables.map(({ evidence }) => evidence),
      [0],
    );
    const { model } = train(tables.slice(0, 60), {
      columns,
      scaling,
      kinds: ['outside'],
      asked: 0.9,
      constrained: true,
      seed: 'pairs',
      unsure: () => ({}),
      unlike: 0,
      others: [],
      probes: [],
      weights: tables.slice(0, 60).map(() => 1),
    });
    let [hits, all] = [0, 0];
    for (const { evidence, original } of tables.slice(60)) {
      for (const [cell, each] of scoreTable(model, evidence).entries()) {
        if (cell % 2 === 0) continue;
        all += 1;
        if ((each > 0 ? 1 : 0) === original[cell]) hits += 1;
      }
    }
    return hits / all;
  };
  expect(right(true)).toBeGreaterThan(0.9);
  expect(right(false)).toBeLessThan(0.7);
});
