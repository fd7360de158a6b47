// What is published of a table, record by record, on tables small enough to work out by hand; and what nodes of the lattice cost.

import { seeded } from '../../../shared/core/random/random.ts';
import { countRecords, failingRecords, rollUp } from '../../../shared/kinds/relational/core/anonymise/frequencies.ts';
import { type MakeOptions, makeTableRelease } from '../../../shared/kinds/relational/core/anonymise/make-release.ts';
import { isLess, NodeLoss } from '../../../shared/kinds/relational/core/anonymise/node-loss.ts';
import { type Requirement, recodableOf, requirementOf } from '../../../shared/kinds/relational/core/anonymise/recodable.ts';
import { type Table, valueAt } from '../../../shared/kinds/relational/core/model/table.ts';
import { type Given, hierarchyFrom, knownFrom } from '../../helpers/relational.ts';

const ZIPS = ['11;1*;*', '12;1*;*', '21;2*;*', '22;2*;*', '31;3*;*'];
const SEXES = ['m;*', 'f;*'];
const ROWS = [
  ['11', 'm', 'flu', 'a'],
  ['12', 'm', 'cold', 'b'],
  ['11', 'f', 'flu', 'c'],
  ['21', 'f', 'hiv', 'd'],
  ['22', 'f', 'flu', 'e'],
  ['31', 'm', 'hiv', 'f'],
];
const known = (more: Partial<Given> = {}) =>
  knownFrom({
    columns: ['zip', 'sex', 'disease', 'note'],
    rows: ROWS,
    quasi: ['zip', 'sex'],
    sensitive: 'disease',
    hierarchies: { zip: ZIPS, sex: SEXES },
    claim: { k: 2 },
    ...more,
  });
const OPTIONS: MakeOptions = {
  method: 'lattice',
  limit: 0,
  loss: 'prec',
  seed: 's',
  order: 'keep',
  suppressed: 'drop',
};
const textOf = ({ rows, columns }: Table): string[] =>
  Array.from({ length: rows }, (_, row) => columns.map((column) => valueAt(column, row)).join(' '));

describe('by levels', () => {
  const lattice = (more: Partial<MakeOptions> = {}, given: Partial<Given> = {}) =>
    makeTableRelease(known(given), { ...OPTIONS, method: 'lattice', ...more });

  test('nobody is left out: zip at its top, and sex as it is', () => {
    const made = lattice();
    expect(textOf(made.table)).toEqual(['* m flu a', '* m cold b', '* f flu c', '* f hiv d', '* f flu e', '* m hiv f']);
    expect(made).toMatchObject({ suppressed: [], buckets: null, details: { levels: '2,0', suppressed: 0 } });
    expect([...made.origin]).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('two may be left out: who is alone is', () => {
    const made = lattice({ limit: 2 });
    expect(textOf(made.table)).toEqual(['1* m flu a', '1* m cold b', '2* f hiv d', '2* f flu e']);
    expect(made).toMatchObject({ suppressed: [2, 5], details: { levels: '1,0', suppressed: 2 } });
    expect([...made.origin]).toEqual([0, 1, 3, 4]);
  });

  test('with stars they are published, two of them are a class', () => {
    const made = lattice({ limit: 2, suppressed: 'stars' });
    expect(textOf(made.table)).toEqual(['1* m flu a', '1* m cold b', '* * flu c', '2* f hiv d', '2* f flu e', '* * hiv f']);
    expect(made).toMatchObject({ suppressed: [], details: { suppressed: 2 } });
  });

  test('a single one is joined by the smallest class, of equal ones by that which begins first', () => {
    const rows = [...ROWS.filter((_, at) => at !== 2), ['11', 'm', 'flu', 'g']];
    const made = lattice({ limit: 1, suppressed: 'stars' }, { rows });
    expect(textOf(made.table)).toEqual(['1* m flu a', '1* m cold b', '* * hiv d', '* * flu e', '* * hiv f', '1* m flu g']);
    expect(made.details['suppressed']).toBe(3);
    const equal = lattice({ limit: 1, suppressed: 'stars' }, { rows: rows.slice(0, 5) });
    expect(textOf(equal.table).filter((text) => text.startsWith('* *'))).toEqual(['* * flu a', '* * cold b', '* * hiv f']);
  });

  test('another seed is another order of the same records; each still has its own', () => {
    const orders = ['s', 't', 'u', 'v'].map((seed) => {
      const made = lattice({ order: 'shuffle', seed });
      const plain = textOf(lattice().table);
      expect(textOf(made.table)).toEqual([...made.origin].map((record) => plain[record]));
      expect([...made.origin].toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
      return made.origin.join();
    });
    expect(new Set(orders).size).toBeGreaterThan(1);
  });

  test('without a hierarchy a value is published or not', () => {
    const made = lattice({}, { hierarchies: { sex: SEXES } });
    expect(textOf(made.table)).toEqual(textOf(lattice().table));
  });

  test.each([
    ['nothing is required', { claim: {} }, 'nothing is required: claim a "k" of at least 2, an "l"'],
    ['k of more than there are', { claim: { k: 7 } }, 'k = 7 is more than the 6 records there are'],
    ['no quasi-identifier', { quasi: [] }, 'no column is a quasi-identifier: there is nothing to generalise'],
    [
      'more values than there are',
      { claim: { l: { form: 'distinct', l: 4 } } },
      'no generalisation satisfies what is required: with every column at its top 6 records are in classes that fail, and 0 may be suppressed',
    ],
  ] as const)('refused: %s', (_, given, reason) => expect(() => lattice({}, given as Partial<Given>)).toThrow(reason));

  test('all of them alone, with as many that may go, leaves nothing', () => {
    expect(() => lattice({ limit: 6 }, { rows: [ROWS[0]], claim: { l: { form: 'distinct', l: 2 } } })).toThrow(
      'every record would be suppressed',
    );
  });

  test('samarati goes as high as it has to; datafly may leave out one fewer than k', () => {
    const made = makeTableRelease(known(), { ...OPTIONS, method: 'samarati', limit: 2 });
    expect(made.details).toMatchObject({ levels: '1,0', height: 1, suppressed: 2 });
    // Zips are the most different, twice; then one record of k - 1 may go, and none is alone.
    const fly = makeTableRelease(known(), { ...OPTIONS, method: 'datafly', limit: null });
    expect(textOf(fly.table)).toEqual(textOf(lattice().table));
    expect(fly.details).toEqual({ levels: '2,0', steps: 2, suppressed: 0 });
  });
});

test('anatomy puts different values together, in buckets that the records are numbered by', () => {
  const l = { form: 'distinct' as const, l: 2 };
  const rows = ROWS.map((row, at) => row.with(2, ['flu', 'hiv'][at % 2]));
  const made = makeTableRelease(known({ rows, claim: { l } }), { ...OPTIONS, method: 'anatomy' });
  expect(made.details).toEqual({ buckets: 3 });
  const diseases = textOf(made.table).map((text) => text.split(' ')[2]);
  for (const bucket of [0, 1, 2]) expect(diseases.filter((_, row) => made.buckets?.[row] === bucket).toSorted()).toEqual(['flu', 'hiv']);
  const shuffled = makeTableRelease(known({ rows, claim: { l } }), { ...OPTIONS, method: 'anatomy', order: 'shuffle', seed: 'other' });
  for (const bucket of [0, 1, 2])
    expect(
      [...shuffled.origin]
        .filter((_, row) => shuffled.buckets?.[row] === bucket)
        .map((record) => rows[record]?.[2])
        .toSorted(),
    ).toEqual(['flu', 'hiv']);
  for (const claim of [{ k: 2 }, { l: { ...l, form: 'entropy' as const } }, { l, t: { distance: 'equal' as const, t: 0.2 } }])
    expect(() => makeTableRelease(known({ claim }), { ...OPTIONS, method: 'anatomy' })).toThrow(
      'claim a distinct l, and nothing else of values',
    );
  expect(() => makeTableRelease(known({ claim: { l }, sensitive: ['disease', 'note'] }), { ...OPTIONS, method: 'anatomy' })).toThrow(
    'exactly one sensitive column',
  );
});

test('what a node costs, record by record and cell by cell', () => {
  const trees = { zip: hierarchyFrom(ZIPS), sex: hierarchyFrom(SEXES), one: hierarchyFrom(['x']) };
  let starred = 0;
  for (let seed = 0; seed < 40; seed += 1) {
    const random = seeded('node loss', seed);
    const rows = Array.from({ length: 3 + random.below(8) }, () => [
      ['11', '12', '21', '22', '31'][random.below(5)],
      ['m', 'f'][random.below(2)],
      'x',
      'flu',
    ]);
    const table = knownFrom({
      columns: ['zip', 'sex', 'one', 'disease'],
      rows,
      quasi: ['zip', 'sex', 'one'],
      sensitive: 'disease',
      claim: { k: 2 },
    });
    const data = recodableOf(table.quasi, [trees.zip, trees.sex, trees.one], table.sensitive, rows.length);
    const requirement: Requirement = requirementOf({ k: 2 }, table.sensitive);
    for (const levels of [
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
      [1, 1, 0],
      [2, 1, 0],
    ]) {
      const labels = rows.map((row) => [row[0]?.slice(0, 2 - levels[0]), levels[1] === 0 ? row[1] : '', 'x'].join());
      const alone = labels.map((label) => labels.filter((each) => each === label).length < 2);
      const frequencies = rollUp(data, countRecords(data, requirement), [0, 1, 2], levels);
      const failing: number[] = [];
      failingRecords(data, frequencies, requirement, rows.length, (group) => failing.push(group));
      starred += alone.filter(Boolean).length;
      // Values under the label of a cell, of all that its column may have.
      const covered = (row: readonly string[], column: number): readonly [number, number] =>
        column === 2
          ? [1, 1]
          : column === 1
            ? [levels[1] === 0 ? 1 : 2, 2]
            : [levels[0] === 0 ? 1 : levels[0] === 2 ? 5 : row[0] === '31' ? 1 : 2, 5];
      const mean = (of: (row: readonly string[], column: number) => number, whole: number, columns: readonly number[]): number =>
        rows.reduce((sum, row, at) => sum + columns.reduce((total, column) => total + (alone[at] ? whole : of(row, column)), 0), 0) /
        rows.length /
        columns.length;
      const classes = [
        ...Map.groupBy(
          labels.filter((_, at) => !alone[at]),
          (label) => label,
        ).values(),
      ].map(({ length }) => length);
      const gone = alone.filter(Boolean).length;
      const wanted = {
        prec: mean((_, column) => levels[column] / (column === 0 ? 2 : 1), 1, [0, 1]),
        height: levels[0] + levels[1],
        distortion: (levels[0] / 2 + levels[1]) / 2,
        discernibility: classes.reduce((sum, size) => sum + size * size, 0) + gone * rows.length,
        'class-size': classes.length === 0 ? Infinity : (rows.length - gone) / classes.length,
        ncp: mean((row, column) => (covered(row, column)[0] <= 1 ? 0 : covered(row, column)[0] / covered(row, column)[1]), 1, [0, 1, 2]),
        lm: mean(
          (row, column) => (covered(row, column)[1] <= 1 ? 0 : (covered(row, column)[0] - 1) / (covered(row, column)[1] - 1)),
          1,
          [0, 1, 2],
        ),
      };
      for (const [name, loss] of Object.entries(wanted)) {
        const found = new NodeLoss(data, name as keyof typeof wanted).of(levels, frequencies, failing);
        if (loss === Infinity) expect(found).toBe(Infinity);
        else expect([name, found]).toEqual([name, expect.closeTo(loss, 9)]);
      }
    }
  }
  expect(starred).toBeGreaterThan(50);
  expect([isLess(1, 2), isLess(2, 2), isLess(2, 1), isLess(1 - 1e-13, 1), isLess(1e6 - 1e-7, 1e6)]).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
