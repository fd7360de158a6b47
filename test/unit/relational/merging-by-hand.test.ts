// Classes that are merged, and how columns are cut and published: against a slow form over records, and by hand.

import { seeded } from '../../../shared/core/random/random.ts';
import { cuttable } from '../../../shared/kinds/relational/core/anonymise/make-release.ts';
import { mergeClasses, type PublishedClass } from '../../../shared/kinds/relational/core/anonymise/merge-classes.ts';
import { axisOf } from '../../../shared/kinds/relational/core/anonymise/mondrian.ts';
import { type Given, knownFrom } from '../../helpers/relational.ts';

interface Slow {
  readonly rows: readonly number[];
  readonly cells: readonly string[];
}

/** Widths in the table are powers of two, so that losses are exact and ties are ties. */
const AGES = ['0', '1', '2', '3', '5', '8'];
const TOWNS = ['a', 'b', 'c', 'd', 'e'];

const spread = (places: readonly number[]): number => Math.max(...places) - Math.min(...places);

function slowly(given: readonly (readonly string[])[], classes: readonly Slow[], certainty: number, mayStay: number): readonly Slow[] {
  const cell = (row: number, column: number): string => given[row][column];
  const width = (rows: readonly number[]): number =>
    spread(rows.map((row) => Number(cell(row, 0)))) / 8 + spread(rows.map((row) => TOWNS.indexOf(cell(row, 1)))) / 4;
  const names = (rows: readonly number[]): boolean => {
    const known = rows.map((row) => cell(row, 2)).filter((value) => value !== '');
    return known.some((value) => known.filter((other) => other === value).length >= certainty * known.length);
  };
  const range = (rows: readonly number[]): readonly string[] => {
    const ages = [...new Set(rows.map((row) => cell(row, 0)))].sort((a, b) => Number(a) - Number(b));
    const towns = [...new Set(rows.map((row) => cell(row, 1)))].sort();
    return [ages.length === 1 ? ages[0] : `[${ages[0]}-${ages.at(-1)}]`, towns.length === 1 ? towns[0] : `{${towns.join(', ')}}`];
  };
  let open = [...classes];
  for (;;) {
    const naming = open.filter(({ rows }) => names(rows));
    const people = naming.reduce((sum, { rows }) => sum + rows.length, 0);
    const most = Math.max(...naming.map(({ rows }) => rows.length));
    const first = naming.find(({ rows }) => rows.length === most);
    if (people <= mayStay || first === undefined || open.length === 1) return open;
    const choices = open
      .filter((each) => each !== first)
      .map((other) => {
        const rows = [...first.rows, ...other.rows];
        const loss = rows.length * width(rows) - first.rows.length * width(first.rows) - other.rows.length * width(other.rows);
        return { other, rows, loss: names(rows) ? 1e6 + loss : loss };
      });
    const least = Math.min(...choices.map(({ loss }) => loss));
    const { other, rows } = choices.find(({ loss }) => loss === least) as (typeof choices)[number];
    const now = range(rows);
    const cells = now.map((text, at) => (first.cells[at] === other.cells[at] ? first.cells[at] : text));
    open = [...open.filter((each) => each !== first && each !== other), { rows, cells }];
  }
}

test('classes are merged as by records: the largest that names, with the one that hides its value at the least loss', () => {
  const counts = { merged: 0, stayed: 0, same: 0 };
  for (let seed = 0; seed < 250; seed += 1) {
    const random = seeded('merging', seed);
    const one = <T>(of: readonly T[]): T => of[random.below(of.length)];
    const rows = [
      ['0', 'a', 'x'],
      ['8', 'e', 'y'],
      ...TOWNS.map((town) => ['3', town, 'x']),
      ...Array.from({ length: random.below(12) }, () => [one(AGES), one(TOWNS), one(['x', 'x', 'y', 'z', ''])]),
    ];
    const size = 1 + random.below(6);
    const members = Array.from({ length: size }, (): number[] => []);
    for (const row of rows.keys()) members[row < size ? row : random.below(size)].push(row);
    const classes = members.map((own, at) => ({ rows: own, cells: [`age ${at % 2}`, `town ${at % 3}`] }));
    const certainty = one([0.5, 0.6, 0.75, 1]);
    const mayStay = one([0, 0, 2, 5]);
    const known = knownFrom({
      columns: ['age', 'town', 's'],
      rows,
      quasi: ['age', 'town'],
      sensitive: 's',
      types: { age: 'number' },
      missing: [''],
    });
    const parts: PublishedClass[] = classes.map(({ rows: own, cells }) => ({ records: Int32Array.from(own), cells }));
    const { sensitive } = known;
    const made = mergeClasses(parts, { columns: cuttable(known), sensitive, rows: rows.length, certainty, mayStay });
    const wanted = slowly(rows, classes, certainty, mayStay);
    expect(made.map(({ records, cells }) => ({ rows: [...records], cells }))).toEqual(wanted);
    if (wanted.length < classes.length) counts.merged += 1;
    else counts.stayed += 1;
    if (wanted.some(({ cells }) => cells.some((cell, at) => cell.startsWith(at === 0 ? 'age' : 'town')))) counts.same += 1;
  }
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(40);
});

test('a column of one value says nothing of nearness, and nobody is merged where nobody is known', () => {
  const rows = [
    ['1', 'a', ''],
    ['1', 'b', ''],
    ['1', 'c', 'x'],
    ['1', 'd', 'y'],
  ];
  const known = knownFrom({ columns: ['one', 'town', 's'], rows, quasi: ['one', 'town'], sensitive: 's', missing: [''] });
  const merging = { columns: cuttable(known), sensitive: known.sensitive, rows: 4, certainty: 1, mayStay: 0 };
  const parts = rows.map((row, at) => ({ records: Int32Array.of(at), cells: row.slice(0, 2) }));
  expect(mergeClasses(parts, merging).map(({ records, cells }) => [...records, ...cells])).toEqual([
    [0, '1', 'a'],
    [1, '1', 'b'],
    [2, 3, '1', '{c, d}'],
  ]);
});

const axis = (given: Omit<Given, 'columns' | 'rows' | 'quasi'>, ...values: string[]) => {
  const known = knownFrom({ columns: ['q'], rows: values.map((value) => [value]), quasi: ['q'], ...given });
  const made = axisOf(cuttable(known)[0]);
  const counts = (...rows: readonly number[]): Int32Array => {
    const found = new Int32Array(made.size);
    for (const row of rows) found[made.places[row]] += 1;
    return found;
  };
  return {
    width: (...rows: readonly number[]) => made.width(counts(...rows)),
    publish: (...rows: readonly number[]) => made.publish(counts(...rows)),
    /** The sides that are asked for, in this order, each as the sides of the rows; the last is taken. */
    asked(rows: readonly number[], take: (at: number) => boolean) {
      const sides: string[] = [];
      const found = made.cut(counts(...rows), rows.length, (side) => {
        sides.push(rows.map((row) => side[made.places[row]]).join(''));
        return take(sides.length);
      });
      return { sides, found: found === null ? null : rows.map((row) => found.side[made.places[row]]).join('') };
    },
  };
};

test('numbers: by size, from least to greatest, a missing one before all and in no range', () => {
  const { width, publish, asked } = axis({ types: { q: 'number' } }, '10', '9', '2.5', '?');
  expect([width(0, 1), width(0, 1, 2), width(2, 0), width(1), width(3), width(3, 2), width(3, 2, 0)]).toEqual([1, 7.5, 7.5, 0, 0, 0, 7.5]);
  expect([publish(1, 0), publish(0, 2), publish(1, 1), publish(3), publish(3, 1)]).toEqual(['[9-10]', '[2.5-10]', '9', '?', '*']);
  // Halves first, then the lower of equally far ones; the missing one stands lowest.
  expect(asked([0, 1, 2, 3], () => false)).toEqual({ sides: ['1100', '1110', '1000'], found: null });
  expect(asked([0, 1, 2, 3], (at) => at === 2)).toEqual({ sides: ['1100', '1110'], found: '1110' });
  expect(asked([0, 0, 0, 1, 2], (at) => at === 1)).toEqual({ sides: ['11100'], found: '11100' });
  expect(asked([1, 1], () => true)).toEqual({ sides: [], found: null });
});

test('words by code point, ordinals by their order; a set that cannot be written with commas is no set', () => {
  const words = axis({}, 'b', 'a,x', 'c', 'a');
  expect([words.width(0, 2), words.width(3, 2), words.width(1), words.publish(2, 0), words.publish(0, 1), words.publish(1)]).toEqual([
    1,
    3,
    0,
    '{b, c}',
    '*',
    'a,x',
  ]);
  const braces = axis({}, '{', '}', 'z');
  expect([braces.publish(0, 2), braces.publish(1, 2)]).toEqual(['*', '*']);
  const ordered = axis({ types: { q: 'ordinal' }, order: { q: ['low', 'middle', 'high'] } }, 'high', 'low', 'middle');
  expect([ordered.width(0, 1), ordered.width(0, 2), ordered.publish(1, 0), ordered.publish(0, 2)]).toEqual([
    2,
    1,
    '{low, high}',
    '{middle, high}',
  ]);
  expect(() => axis({ types: { q: 'ordinal' }, order: { q: ['low'] } }, 'low', 'high')).toThrow(
    '"q": the value of record 2 is not in its order',
  );
});

test('a tree: the share of its values under the lowest common label, cut into the children', () => {
  const lines = ['a;A;*', 'b;A;*', 'c;B;*', 'd;B;*', 'e;B;*'];
  const tree = axis({ hierarchies: { q: lines } }, 'a', 'b', 'c', 'd', 'e');
  expect([tree.width(0), tree.width(0, 1), tree.width(2, 4), tree.width(1, 2)]).toEqual([0, 2 / 5, 3 / 5, 1]);
  expect([tree.publish(3), tree.publish(0, 1), tree.publish(4, 2), tree.publish(1, 2)]).toEqual(['d', 'A', 'B', '*']);
  expect(tree.asked([0, 1, 2, 4], () => true)).toEqual({ sides: ['0011'], found: '0011' });
  expect(tree.asked([2, 3, 4], () => true).found).toBe('012');
  expect(tree.asked([2, 4], () => false).found).toBeNull();
  expect(tree.asked([3, 3], () => true)).toEqual({ sides: [], found: null });
  expect(() => axis({ hierarchies: { q: lines } }, 'a', 'f')).toThrow('"q": the value of record 2 is not in its hierarchy');
  // Two tops: nothing but the star is above both, and it stands for everything.
  const tops = axis({ hierarchies: { q: ['a;A', 'b;A', 'c;B'] } }, 'a', 'b', 'c');
  expect([tops.width(0, 1), tops.width(0, 2), tops.publish(0, 1), tops.publish(0, 2)]).toEqual([2 / 3, 1, 'A', '*']);
  expect(tops.asked([0, 1, 2], () => true).found).toBe('001');
});
