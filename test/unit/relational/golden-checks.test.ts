// Every table of test/golden/relational.json whose checks and losses are printed.

import { rangeRule } from '../../../shared/kinds/relational/core/check/bounds.ts';
import { checkTable } from '../../../shared/kinds/relational/core/check/check-table.ts';
import { distanceOf } from '../../../shared/kinds/relational/core/check/closeness.ts';
import { countsDescending, leastShare, positiveC, recursiveC } from '../../../shared/kinds/relational/core/check/diversity.ts';
import { presenceIn, presenceOf } from '../../../shared/kinds/relational/core/check/presence.ts';
import { lossesOf } from '../../../shared/kinds/relational/core/loss/losses.ts';
import { CellReader } from '../../../shared/kinds/relational/core/model/cell.ts';
import { sensitiveOf, tallyClasses } from '../../../shared/kinds/relational/core/model/classes.ts';
import { tableOf } from '../../../shared/kinds/relational/core/model/table.ts';
import { type Given, golden, knownFrom } from '../../helpers/relational.ts';

function facts(given: Given): Record<string, number | null> {
  const { facts: found } = checkTable(knownFrom(given));
  return Object.fromEntries(found.map(({ rule, reached }) => [rule, reached]));
}

const four = golden['four patients'];

describe.each(Object.entries<{ rows: string[][]; [key: string]: number | string[][] }>(four.tables))(
  'four patients %s',
  (levels, expected) => {
    const given = {
      columns: four.columns,
      rows: expected.rows,
      quasi: four.quasi,
      sensitive: four.sensitive,
      hierarchies: four.hierarchies,
    };
    const known = knownFrom(given);

    test('checks', () => {
      expect(facts(given)).toMatchObject({ 'k-anonymity': expected['k'], 'distinct l-diversity of condition': expected['distinct l'] });
    });

    test('losses', () => {
      const domains = known.quasi.map(({ name }) => ({
        type: 'word' as const,
        hierarchy: known.hierarchies.get(name) ?? null,
        missing: [],
        values: [],
      }));
      const losses = lossesOf(known.quasi, domains, known.classes, 2);
      expect(losses.distortion).toBeCloseTo(expected['distortion D'] as number, 11);
      expect(losses.prec).toBeCloseTo(expected['prec'] as number, 11);
      expect(losses.height).toBe(expected['height']);
      expect(losses.height).toBe(JSON.parse(levels).reduce((sum: number, level: number) => sum + level, 0));
      expect(losses.discernibility).toBe(expected['discernibility']);
      expect(losses.meanClassSizeOverK).toBe(expected['mean class size / k (k = 2)']);
    });
  },
);

const tables: readonly [string, Given, Record<string, unknown>][] = [
  ...['four-anonymous', 'three-diverse'].map((name): [string, Given, Record<string, unknown>] => {
    const { columns, quasi, sensitive, [name]: table } = golden['twelve patients'];
    return [name, { columns, rows: table.rows, quasi, sensitive }, table];
  }),
  [
    'six persons',
    { ...golden['six persons'], columns: golden['six persons'].columns.slice(1), rows: golden['six persons'].release },
    golden['six persons'],
  ],
  ...['six inpatients', 'six patients, similar diseases'].map((name): [string, Given, Record<string, unknown>] => {
    const table = golden[name];
    return [name, { ...table, sensitive: table.columns.at(-1) }, table];
  }),
  ['four records', { ...golden['four records'], rows: golden['four records'].release }, golden['four records']],
  ['eight patients', { ...golden['eight patients'], rows: golden['eight patients'].release }, golden['eight patients']],
];

test.each(tables)('%s', (_, given, expected) => {
  const found = facts(given);
  const name = given.sensitive;
  expect(found['k-anonymity']).toBe(expected['k']);
  expect(found[`distinct l-diversity of ${name}`]).toBe(expected['distinct l']);
  expect(found[`entropy l-diversity of ${name}`]).toBeCloseTo(expected['entropy l'] as number, 11);
  for (const [l, c] of Object.entries((expected['recursive: c above'] ?? {}) as Record<string, number | null>))
    expect(found[`recursive (c, ${l.slice(2)})-diversity of ${name}`]).toBe(c);
  const t = expected['t, equal distance'];
  if (typeof t === 'number') expect(found[`t-closeness (equal) of ${name}`]).toBeCloseTo(t, 11);
});

test('k of the tables of the unsorted, complementary and seven-person cases', () => {
  const k = (given: Given): number | null | undefined => facts(given)['k-anonymity'];
  for (const name of ['PT', 'GT1', 'GT2'])
    expect(k({ columns: ['race', 'zip'], quasi: ['race', 'zip'], rows: golden['unsorted matching'][name] })).toBe(
      golden['unsorted matching'].k[name],
    );
  const { columns, quasi } = golden['complementary release'];
  for (const name of ['GT1', 'GT3', 'LT'])
    expect(k({ columns, quasi, rows: golden['complementary release'][name] })).toBe(golden['complementary release'].k[name]);
  const seven = golden['seven persons'];
  expect(k({ ...seven, quasi: seven.columns })).toBe(seven['k of the original']);
  const four = golden['four records'];
  expect(k({ ...four, rows: four['suppressed form (figure 2.3)'].rows })).toBe(2);
});

test('nine patients: distances of every class', () => {
  const nine = golden['nine patients'];
  const rows = nine.rows.map((row: string[]) => row.map((cell) => cell.replace(/K$/, '')));
  const known = knownFrom({
    ...nine,
    rows,
    sensitive: ['salary', 'disease'],
    types: { salary: 'number' },
    hierarchies: { disease: nine['hierarchy of diseases (ours)'] },
  });
  const [salary, disease] = known.sensitive;
  if (salary === undefined || disease === undefined) throw new Error('two columns are sensitive');
  const distances: Record<string, Record<string, number>>[] = nine.classes.map(() => ({ salary: {}, disease: {} }));
  for (const [column, names] of [
    [salary, { ordered: 't, ordered (ranks)', 'by-value': 't, by value', equal: 't, equal distance' }],
    [disease, { hierarchical: 't, hierarchical', equal: 't, equal distance' }],
  ] as const) {
    for (const [distance, name] of Object.entries(names)) {
      const measure = distanceOf(distance as 'equal', column.sensitive, column.meaning);
      tallyClasses(known.classes, column.sensitive, (tally, group) => {
        const own = distances[group]?.[column.sensitive.name];
        if (own !== undefined) own[name] = measure(tally);
      });
    }
  }
  for (const [group, expected] of nine.classes.entries()) {
    for (const name of ['salary', 'disease'])
      for (const [what, value] of Object.entries(distances[group]?.[name] ?? {})) expect(value).toBeCloseTo(expected[name][what], 11);
  }
  const reached = Object.fromEntries(checkTable(known).facts.map((fact) => [fact.rule, fact.reached]));
  expect(reached['t-closeness (ordered) of salary']).toBeCloseTo(nine['t of the table']['salary, ordered'], 11);
  expect(reached['t-closeness (hierarchical) of disease']).toBeCloseTo(nine['t of the table']['disease, hierarchical'], 11);
  expect(reached['entropy l-diversity of disease']).toBeCloseTo(nine['entropy l'].disease, 11);
});

test('distances of the slide', () => {
  const slide = golden['nine patients']['distances of the slide'];
  const values: string[] = slide.Q.map((each: string) => each.replace('K', ''));
  const [column] = tableOf(
    ['salary'],
    values.map((value) => [value]),
  ).columns;
  if (column === undefined) throw new Error('one column');
  const salary = sensitiveOf(column, []);
  const meaning = { type: 'number', hierarchy: null, order: null } as const;
  for (const [name, members] of [
    ['P1 = 20K, 30K, 40K', [0, 1, 2]],
    ['P2 = 20K, 60K, 100K', [0, 4, 8]],
  ] as const) {
    const counts = new Int32Array(values.length);
    for (const member of members) counts[member] = 1;
    const tally = { known: 3, counts, present: [...members] };
    const reached = (distance: Parameters<typeof distanceOf>[0]): number => distanceOf(distance, salary, meaning)(tally);
    expect(reached('ordered')).toBeCloseTo(slide[name].ordered, 11);
    expect(reached('trace')).toBeCloseTo(slide[name]['equal distance = trace (total variation)'], 11);
    expect(reached('trace') / values.length).toBeCloseTo(slide[name]['trace as the slide prints it, divided by m = 9'], 11);
    expect(reached('kl')).toBeCloseTo(slide[name]['kl, natural logarithm'], 11);
  }
});

test('skewness: classes that no l tells apart', () => {
  const { marginal, classes, records } = golden['skewness'];
  const rows = Array.from({ length: records }, (_, at) => [at < marginal.positive * records ? 'positive' : 'negative']);
  const [column] = tableOf(['test'], rows).columns;
  if (column === undefined) throw new Error('one column');
  const sensitive = sensitiveOf(column, []);
  for (const expected of classes) {
    const counts = Int32Array.from(sensitive.values, (value) => expected.counts[value]);
    const tally = { known: counts.reduce((a, b) => a + b, 0), counts, present: [0, 1] };
    const meaning = { type: 'word', hierarchy: null, order: null } as const;
    expect(distanceOf('equal', sensitive, meaning)(tally)).toBeCloseTo(expected['t, equal distance'], 11);
    expect(distanceOf('kl', sensitive, meaning)(tally)).toBeCloseTo(expected.kl, 11);
    expect(recursiveC(countsDescending(tally), 2)).toBe(expected['recursive (c,2): c above']);
  }
});

test.each(golden['positive disclosure allowed'].cases as { counts: Record<string, number>; Y: string[]; l: number; 'c above': number }[])(
  'positive disclosure of $Y, l = $l',
  ({ counts, Y, l, 'c above': above }) => {
    const names = Object.keys(counts);
    const tally = {
      known: Object.values(counts).reduce((a, b) => a + b, 0),
      counts: Int32Array.from(Object.values(counts)),
      present: [...names.keys()],
    };
    expect(positiveC(tally, new Set(Y.map((name) => names.indexOf(name))), l)).toBeCloseTo(above, 12);
  },
);

test('negative disclosure: least share', () => {
  const { counts, W, 'least share of W': least } = golden['negative disclosure'];
  const rows = Object.entries<number>(counts).flatMap(([name, times]) => Array.from({ length: times }, () => ['q', name]));
  const names = Object.keys(counts);
  const tally = { known: rows.length, counts: Int32Array.from(Object.values<number>(counts)), present: [...names.keys()] };
  expect(
    leastShare(
      tally,
      W.map((name: string) => names.indexOf(name)),
    ),
  ).toBe(least);
  for (const [share, holds] of [
    [0.05, true],
    [0.06, false],
  ] as const) {
    const claim = { l: { form: 'negative-positive' as const, c: 100, l: 2, share, harmful: W } };
    const [checked] = checkTable(knownFrom({ columns: ['q', 'd'], rows, quasi: ['q'], sensitive: 'd', claim })).claims;
    expect(checked?.holds).toBe(holds);
  }
});

test('entropy does not bound the confidence', () => {
  const { counts, 'entropy l': reached } = golden['entropy does not bound the confidence'];
  const rows = Object.entries<number>(counts).flatMap(([name, times]) => Array.from({ length: times }, () => ['q', name]));
  const { claims } = checkTable(
    knownFrom({ columns: ['q', 'd'], rows, quasi: ['q'], sensitive: 'd', claim: { l: { form: 'entropy', l: 2 } } }),
  );
  expect(claims[0]?.reached).toBeCloseTo(reached, 11);
  expect(claims[0]?.holds).toBe(true);
});

test('suppression breaks monotony: the coarser table fails', () => {
  const { 'coarser (one class)': coarser } = golden['suppression breaks monotony'];
  const rows = ['a', 'b', 'a', 'a', 'a'].map((value) => ['q', value]);
  const { claims } = checkTable(
    knownFrom({ columns: ['q', 'd'], rows, quasi: ['q'], sensitive: 'd', claim: { l: { form: 'entropy', l: 2 } } }),
  );
  expect(claims[0]?.reached).toBeCloseTo(coarser['entropy l'], 11);
  expect(claims[0]).toMatchObject({ holds: false, records: coarser.suppressed });
});

test('delta-presence', () => {
  const presence = golden['delta-presence'];
  for (const [levels, expected] of Object.entries<{ cells: string[]; public: number; private: number; delta: number }[]>(presence.deltas)) {
    const chosen: number[] = JSON.parse(levels);
    const recoded = presence.public.map((row: (string | number)[]) =>
      presence.quasi.map((name: string, at: number) => {
        const line = presence.hierarchies[name].find((each: string) => each.split(';')[0] === row[at + 1]);
        return line.split(';')[chosen[at]];
      }),
    );
    const open = tableOf(presence.quasi, recoded);
    const closed = tableOf(
      presence.quasi,
      recoded.filter((_: unknown, at: number) => presence.public[at].at(-1) === 1),
    );
    const found = presenceOf(open, closed, presence.quasi, { min: 0.5, max: 2 / 3 });
    expect(found.classes).toEqual(expected.map((each) => ({ ...each, delta: expect.closeTo(each.delta, 11) })));
    expect(found.failing.length === 0).toBe(levels === '[3, 3, 2]');
    expect(found.baseline).toBeCloseTo(presence['baseline: share of the public table that is private'], 11);
  }
});

test.each(golden['cells']['[cell, value, covers]'] as [string, string, boolean][])('%s over %s: %s', (cell, value, covers) => {
  const type = cell.startsWith('{') || value === 'anything' ? 'word' : 'number';
  expect(new CellReader({ type, hierarchy: null, missing: [] }).covers(cell, value)).toBe(covers);
});

test('what is left beside the commonest value may be a single record; where nothing is, no c holds', () => {
  const tally = (...counts: number[]) => ({
    known: counts.reduce((a, b) => a + b, 0),
    counts: Int32Array.from(counts),
    present: [...counts.keys()].filter((code) => counts[code] > 0),
  });
  expect(positiveC(tally(3, 1), new Set(), 2)).toBe(3);
  expect(positiveC(tally(3, 0), new Set(), 2)).toBeNull();
});

test('(k, e)-anonymity reaches nothing with fewer than k numbers, else how far they are apart', () => {
  const rows = ['1', '5', '30', '5'].map((value) => ['q', value]);
  const { sensitive } = { sensitive: sensitiveOf(tableOf(['quasi', 'salary'], rows).columns[1], []) };
  const rule = rangeRule({ k: 3, e: 20 }, { sensitive } as never, 0);
  const tally = (...values: string[]) => ({
    known: values.length,
    counts: new Int32Array(3),
    present: values.map((value) => sensitive.values.indexOf(value)),
  });
  expect([rule.reached(tally('1', '30')), rule.reached(tally('1', '5', '30')), rule.reached(tally())]).toEqual([0, 29, 0]);
  expect([rule.holds(tally('1', '30')), rule.holds(tally('1', '5', '30'))]).toEqual([false, true]);
});

test('a missing quasi-identifier in some records is said, with what it means to sdcMicro', () => {
  const rows = [
    ['1', 'f', 'a'],
    ['1', '?', 'b'],
    ['2', 'm', 'c'],
    ['2', 'm', 'd'],
  ];
  const given = { columns: ['zip', 'sex', 'illness'], rows, quasi: ['zip', 'sex'], claim: { k: 2 } };
  expect(checkTable(knownFrom(given)).notices).toContainEqual(expect.stringContaining('which counts k = 2 and 0 of 4 records'));
  const whole = { ...given, rows: rows.map(([zip, , illness]) => [zip, 'm', illness]) };
  expect(checkTable(knownFrom(whole)).notices.filter((notice) => notice.includes('are missing'))).toEqual([]);
});

test('people of a register whom no class covers are a class of their own, without anybody of the release', () => {
  const rows = [
    ['13***', 'flu'],
    ['13***', 'cold'],
  ];
  const hierarchies = { zip: ['13053;13***;*', '13068;13***;*', '14850;14***;*'] };
  const known = knownFrom({ columns: ['zip', 'illness'], rows, quasi: ['zip'], hierarchies });
  const { classes } = presenceIn(known, tableOf(['zip'], [['13053'], ['13068'], ['14850']]), { min: 0, max: 1 });
  expect(classes).toEqual([
    { cells: ['13***'], public: 2, private: 2, delta: 1 },
    { cells: ['(in no class)'], public: 1, private: 0, delta: 0 },
  ]);
});
