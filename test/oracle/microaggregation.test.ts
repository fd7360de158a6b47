// MDAV against its definition, distances and sets written out: groups, and what they publish.
import { seeded } from '../../shared/core/random/random.ts';
import { type AggregateColumn, microaggregate } from '../../shared/kinds/relational/core/anonymise/microaggregate.ts';
import type { Column } from '../../shared/kinds/relational/core/model/table.ts';

function columnOf(name: string, texts: readonly string[]): Column {
  const values = [...new Set(texts)];
  return { name, values, codes: Int32Array.from(texts, (text) => values.indexOf(text)) };
}

type Row = readonly (number | string)[];

/** Domingo-Ferrer and Mateo-Sanz 2002, by sets of rows. Numbers in units of their standard deviation, different words one apart. */
function slow(rows: readonly Row[], k: number): Row[][] {
  const spreads = rows[0].map((first, at) => {
    if (typeof first === 'string') return 1;
    const own = rows.map((row) => row[at] as number);
    const mean = own.reduce((sum, value) => sum + value, 0) / own.length;
    return Math.sqrt(own.reduce((sum, value) => sum + (value - mean) ** 2, 0) / own.length) || 1;
  });
  const far = (a: Row, b: Row): number =>
    a.reduce<number>((sum, value, at) => {
      const other = b[at] as number | string;
      if (typeof value === 'string' || typeof other === 'string') return sum + (value === other ? 0 : 1);
      return sum + ((value - other) / spreads[at]) ** 2;
    }, 0);
  const centre = (own: readonly Row[]): Row =>
    rows[0].map((first, at) => {
      if (typeof first === 'number') return own.reduce((sum, row) => sum + (row[at] as number), 0) / own.length;
      const counts = Map.groupBy(own, (row) => row[at] as string);
      return [...counts].sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))[0][0];
    });
  let left = [...rows];
  const farthest = (from: Row): Row => left.reduce((best, row) => (far(row, from) > far(best, from) + 1e-9 ? row : best));
  const groups: Row[][] = [];
  const take = (from: Row): void => {
    const near = [...left].sort((a, b) => far(a, from) - far(b, from)).slice(0, k);
    groups.push(near);
    left = left.filter((row) => !near.includes(row));
  };
  while (left.length >= 3 * k) {
    const one = farthest(centre(left));
    const other = farthest(one);
    take(one);
    take(left.includes(other) ? other : farthest(one));
  }
  if (left.length >= 2 * k) take(farthest(centre(left)));
  if (left.length > 0) groups.push(left);
  return groups;
}

test.each(Array.from({ length: 60 }, (_, seed) => seed))('random numbers and words, seed %s', (seed) => {
  const random = seeded('mdav', seed);
  const [size, k] = [5 + random.below(60), 2 + random.below(4)];
  const rows = Array.from({ length: size }, (): Row => [random.unit() * 100, random.unit() * 9, ['a', 'b', 'c'][random.below(3)]]);
  const columns = [0, 1, 2].map(
    (at): AggregateColumn => ({
      column: columnOf(
        `c${at}`,
        rows.map((row) => String(row[at])),
      ),
      type: at === 2 ? 'word' : 'number',
      order: null,
      weight: 1,
    }),
  );
  const { groups, cells } = microaggregate(columns, size, k, 'mean');
  const sets = (own: readonly (readonly number[])[]): string[] => own.map((each) => [...each].sort((a, b) => a - b).join()).sort();
  expect(sets(groups.map((group) => [...group]))).toEqual(sets(slow(rows, k).map((group) => group.map((row) => rows.indexOf(row)))));
  for (const [at, group] of groups.entries()) {
    expect(group.length).toBeGreaterThanOrEqual(k);
    expect(group.length).toBeLessThan(2 * k);
    const mean = group.reduce((sum, record) => sum + (rows[record][0] as number), 0) / group.length;
    expect(Number(cells[at][0])).toBeCloseTo(mean, 10);
    const words = Map.groupBy(group, (record) => rows[record][2]);
    expect(words.get(cells[at][2])?.length).toBe(Math.max(...[...words.values()].map(({ length }) => length)));
  }
});

test('ages and incomes by hand: two groups of three, with medians and modes', () => {
  const column = (name: string, type: AggregateColumn['type'], texts: readonly string[], order: readonly string[] | null = null) => ({
    column: columnOf(name, texts),
    type,
    order,
    weight: 1,
  });
  const columns = [
    column('age', 'number', ['20', '61', '22', '66', '27', '60']),
    column('school', 'ordinal', ['low', 'high', 'low', 'high', 'middle', 'middle'], ['low', 'middle', 'high']),
    column('town', 'word', ['A', 'B', 'A', 'B', 'C', 'A']),
  ];
  const { groups, cells, lost } = microaggregate(columns, 6, 3, 'median');
  expect(groups.map((group) => [...group].sort()).sort()).toEqual([
    [0, 2, 4],
    [1, 3, 5],
  ]);
  expect([...cells].sort()).toEqual([
    ['22', 'low', 'A'],
    ['61', 'high', 'B'],
  ]);
  expect(lost).toBeGreaterThan(0);
  expect(lost).toBeLessThan(0.5);
  expect(
    microaggregate(columns, 6, 3, 'mean')
      .cells.map(([age]) => age)
      .sort(),
  ).toEqual(['23', '62.33']);
});

test('a group whose values fail the rules joins the nearest; no grouping that holds is an error', () => {
  const age = { column: columnOf('age', ['1', '2', '11', '12', '50', '51']), type: 'number' as const, order: null, weight: 1 };
  const isMixed = (group: Int32Array): boolean => group.some((record) => record < 2) === false || group.length > 2;
  const { groups } = microaggregate([age], 6, 2, 'mean', isMixed);
  expect(groups.map((group) => [...group].sort()).sort()).toEqual([
    [0, 1, 2, 3],
    [4, 5],
  ]);
  expect(() => microaggregate([age], 6, 2, 'mean', () => false)).toThrow('no grouping can');
});

test.each([0, 1])('blocks are cut at the median of the column that spreads widest, here the one at %i', (widest) => {
  const random = seeded('cut');
  const numbers = [0, 1].map(() => Array.from({ length: 20_001 }, () => random.unit()));
  const columns = numbers.map(
    (own, at): AggregateColumn => ({
      column: columnOf(`c${at}`, own.map(String)),
      type: 'number',
      order: null,
      weight: at === widest ? 4 : 1,
    }),
  );
  const wide = numbers[widest];
  const median = wide.toSorted((a, b) => a - b)[10_000];
  for (const group of microaggregate(columns, 20_001, 1_000, 'mean').groups)
    expect(new Set(Array.from(group, (record) => wide[record] < median)).size).toBe(1);
});

test('thousands of records in blocks: every group has k to 2k - 1, whatever the order of the file', () => {
  const random = seeded('blocks');
  const numbers = Array.from({ length: 25_000 }, () => random.unit());
  const of = (texts: readonly number[]) => {
    const age = { column: columnOf('age', texts.map(String)), type: 'number' as const, order: null, weight: 1 };
    return microaggregate([age], texts.length, 50, 'mean');
  };
  const { groups, cells } = of(numbers);
  for (const { length } of groups) {
    expect(length).toBeGreaterThanOrEqual(50);
    expect(length).toBeLessThan(100);
  }
  expect(groups.reduce((sum, { length }) => sum + length, 0)).toBe(25_000);
  expect(new Set(of(numbers.toReversed()).cells.flat())).toEqual(new Set(cells.flat()));
});
