// The attacks on the small tables of test/golden/relational.json.

import { compose } from '../../../shared/kinds/relational/core/assess/composition-finding.ts';
import { withStatements, worstExclusions } from '../../../shared/kinds/relational/core/attack/background.ts';
import {
  type LinkColumn,
  type Linked,
  linkingFigures,
  linkTables,
  rightLinks,
  risksOf,
} from '../../../shared/kinds/relational/core/attack/linking.ts';
import { baselinesOf, judgedValues, measureValues } from '../../../shared/kinds/relational/core/attack/measure-values.ts';
import { minimality } from '../../../shared/kinds/relational/core/attack/minimality.ts';
import { naiveBayes } from '../../../shared/kinds/relational/core/attack/naive-bayes.ts';
import { homogeneity, type Posterior, probabilityOf } from '../../../shared/kinds/relational/core/attack/posterior.ts';
import { matchRows } from '../../../shared/kinds/relational/core/attack/row-matching.ts';
import { conceptsOfClasses, conceptsOfHierarchy, narrowest } from '../../../shared/kinds/relational/core/attack/similarity.ts';
import { skewness } from '../../../shared/kinds/relational/core/attack/skewness.ts';
import { joinedCell, unsortedMatching } from '../../../shared/kinds/relational/core/attack/unsorted.ts';
import type { KnownTable } from '../../../shared/kinds/relational/core/check/check-table.ts';
import type { SensitiveColumn } from '../../../shared/kinds/relational/core/check/rules.ts';
import { CellReader } from '../../../shared/kinds/relational/core/model/cell.ts';
import { tallyClasses } from '../../../shared/kinds/relational/core/model/classes.ts';
import { type Table, tableOf } from '../../../shared/kinds/relational/core/model/table.ts';
import { type Given, golden, hierarchyFrom, knownFrom } from '../../helpers/relational.ts';

const only = ({ sensitive: [first] }: KnownTable): SensitiveColumn => {
  if (first === undefined) throw new Error('one column is sensitive');
  return first;
};

const named = (posterior: Posterior | null, values: readonly string[]): Record<string, number> =>
  Object.fromEntries(posterior?.codes.map((code, at) => [values[code], posterior.shares[at]]) ?? []);

const almost = (expected: Record<string, number>) =>
  Object.fromEntries(Object.entries(expected).map(([value, share]) => [value, expect.closeTo(share, 10)]));

function attacked(given: Given) {
  const known = knownFrom(given);
  const { sensitive } = only(known);
  const posteriors: (Posterior | null)[] = [];
  tallyClasses(known.classes, sensitive, (tally) => posteriors.push(homogeneity(tally)));
  const figures = measureValues(judgedValues(known.classes, sensitive, posteriors), sensitive);
  return { known, sensitive, posteriors, figures, baselines: baselinesOf(known.classes, sensitive, 'unveil') };
}

const twelve = golden['twelve patients'];
const measured: readonly (readonly [string, Given, Record<string, unknown>])[] = [
  ...Object.entries<{ rows: string[][] }>(golden['four patients'].tables).map(([name, table]): [string, Given, Record<string, unknown>] => [
    `four patients ${name}`,
    { ...golden['four patients'], rows: table.rows, hierarchies: undefined },
    { ...table },
  ]),
  ...['four-anonymous', 'three-diverse'].map((name): [string, Given, Record<string, unknown>] => [
    name,
    { ...twelve, rows: twelve[name].rows },
    twelve[name],
  ]),
  [
    'six persons',
    { ...golden['six persons'], columns: golden['six persons'].columns.slice(1), rows: golden['six persons'].release },
    golden['six persons'],
  ],
  ['six inpatients', { ...golden['six inpatients'], sensitive: 'condition' }, golden['six inpatients']],
  ['four records', { ...golden['four records'], rows: golden['four records'].release }, golden['four records']],
  ['eight patients', { ...golden['eight patients'], rows: golden['eight patients'].release }, golden['eight patients']],
];

test.each(measured)('homogeneity and its baselines: %s', (_, given, expected) => {
  const { figures, baselines } = attacked(given);
  const right = expected['guess right'] as Record<string, number>;
  expect(figures.right).toBeCloseTo(right['attack'], 10);
  expect(baselines.marginal.right).toBeCloseTo(right['marginal'], 10);
  expect(baselines.withoutOwn.right).toBeCloseTo(right['without own record'], 10);
  const disclosed = expected['disclosed at'] as Record<string, number> | undefined;
  for (const [certainty, share] of Object.entries(disclosed ?? {}))
    expect(figures.disclosedAt.find((each) => each.certainty === Number(certainty))?.share).toBeCloseTo(share, 10);
  if (expected['disclosed at 1'] !== undefined) expect(figures.disclosedAt.at(-1)?.share).toBe(expected['disclosed at 1']);
});

describe('twelve patients', () => {
  test.each(['four-anonymous', 'three-diverse'])('%s: bob, umeko and exclusions', (name) => {
    const table = twelve[name];
    const { known, sensitive, posteriors } = attacked({ ...twelve, rows: table.rows });
    const classOf = (record: number): number => known.classes.of[record - 1];
    expect(named(posteriors[classOf(table.bob.records[0])] as Posterior, sensitive.values)).toEqual(almost(table.bob.posterior));
    expect(worstExclusions(known.classes, sensitive, 2)).toEqual(
      table['excluding values'].map((each: Record<string, number>) => ({
        excluded: each['excluded'],
        greatest: expect.closeTo(each['greatest confidence'], 10),
        certain: expect.closeTo(each['share certain'], 10),
      })),
    );
    for (const [case_, weight] of [
      ['umeko, nothing else known', 1],
      ['umeko, heart disease excluded', 0],
      ['umeko, heart disease a hundredth as likely', 0.01],
    ] as const) {
      const umeko = table[case_];
      if (umeko === undefined) continue;
      tallyClasses(known.classes, sensitive, (tally, group) => {
        if (group !== classOf(umeko.records[0])) return;
        const found = withStatements(tally, sensitive.values, [{ where: {}, value: 'Heart Disease', weight }]);
        expect(named(found, sensitive.values)).toEqual(almost(umeko.posterior));
      });
    }
  });
});

test('six persons: the sex known besides', () => {
  const six = golden['six persons'];
  const { known, sensitive } = attacked({ ...six, columns: six.columns.slice(1), rows: six.release });
  tallyClasses(known.classes, sensitive, (tally, group) => {
    if (group !== 0) return;
    const found = withStatements(tally, sensitive.values, [{ where: {}, value: 'Ovarian Cancer', weight: 0 }]);
    expect(named(found, sensitive.values)).toEqual(six['sex known besides'].posterior);
    expect(
      withStatements(
        tally,
        sensitive.values,
        [...sensitive.values].map((value) => ({ where: {}, value, weight: 0 })),
      ),
    ).toBeNull();
  });
});

describe('linking with a voter list', () => {
  const four = golden['four patients'];
  const voters = golden['voter list'];
  const quasi: string[] = four.quasi;
  const persons = tableOf(voters.columns, voters.rows);

  test.each([
    ['against the original', four.original],
    ['against [2,1,1]', four.tables['[2, 1, 1]'].rows],
    ['against [2,2,2]', four.tables['[2, 2, 2]'].rows],
  ])('%s', (name, rows) => {
    const release = tableOf(four.columns, rows);
    const columns = quasi.map(
      (column): LinkColumn => ({
        left: columnOf(persons, column),
        right: columnOf(release, column),
        reader: new CellReader({
          type: column === 'nationality' ? 'word' : 'number',
          hierarchy: hierarchyFrom(four.hierarchies[column]),
          missing: [],
        }),
      }),
    );
    const linked = linkTables(columns, persons.rows, release.rows);
    const expected = voters[name];
    const candidates = voters.rows.map((_: unknown, person: number) => recordsOf(linked, linked.partners[linked.left.of[person]]));
    expect(Object.fromEntries(voters.rows.map(([who]: string[], at: number) => [who, candidates[at]]))).toEqual(expected.candidates);
    const figures = linkingFigures(linked);
    expect(figures.journalist?.mean).toBeCloseTo(expected['marketer (sum of 1/F)'], 10);
    const perRecord = rows.map((_: unknown, record: number) => candidates.filter((each: number[]) => each.includes(record + 1)).length);
    expect(perRecord).toEqual(expected['persons per record']);
  });
});

test('prosecutor, journalist and marketer', () => {
  const { 'class sizes in the release': f, 'class sizes in the population': F, prosecutor, journalist, marketer } = golden['risks'];
  const own = risksOf(f.map((size: number) => [size, size]));
  expect([own.greatest, own.mean, own.above.find(({ bound }) => bound === 0.2)?.records]).toEqual([
    prosecutor.highest,
    expect.closeTo(prosecutor.average, 12),
    prosecutor['records above 0.2'],
  ]);
  const all = risksOf(f.map((size: number, at: number) => [size, F[at]]));
  expect([all.greatest, all.mean, all.above.find(({ bound }) => bound === 0.2)?.records]).toEqual([
    expect.closeTo(journalist.highest, 11),
    expect.closeTo(journalist['average over records'], 12),
    journalist['records above 0.2'],
  ]);
  expect(own.mean).toBeCloseTo(marketer['prosecutor form (classes / records)'], 12);
  expect(all.mean).toBeCloseTo(marketer['with the population (sum of f/F, by records)'], 12);
});

test('unsorted matching', () => {
  const unsorted = golden['unsorted matching'];
  const [one, other] = [tableOf(unsorted.columns, unsorted.GT1), tableOf(unsorted.columns, unsorted.GT2)];
  const race = hierarchyFrom(['Asian;Person', 'Black;Person', 'White;Person']);
  const columns = unsorted.columns.map(
    (column: string): LinkColumn => ({
      left: columnOf(one, column),
      right: columnOf(other, column),
      reader: new CellReader({ type: 'word', hierarchy: column === 'race' ? race : null, missing: [] }),
    }),
  );
  const found = unsortedMatching(linkTables(columns, 12, 12), 'unveil');
  expect(found).toMatchObject({
    compatible: unsorted['compatible positions'],
    expected: unsorted['expected under a random order'],
    leaks: true,
    baseline: expect.closeTo(unsorted['right by values alone (each row has 6 compatible partners)'], 11),
  });
  const joined = Array.from({ length: 12 }, (_, row) =>
    columns.map((column: LinkColumn) => joinedCell(column, column.left.codes[row], column.right.codes[row])),
  );
  expect(joined).toEqual(unsorted['rows joined by position']);
  expect(new Set(joined.map((row) => row.join())).size).toBe(unsorted['unique after the join']);
});

describe('complementary release', () => {
  const complementary = golden['complementary release'];
  const table = (name: string): Table => tableOf(complementary.columns, complementary[name]);
  // day -> year -> decade, the last digit of a zip masked.
  const births = complementary.PT.map((row: string[]) => {
    const year = row[1].slice(-4);
    return `${row[1]};${year};1960-69`;
  });
  const hierarchies = {
    race: hierarchyFrom(['black;person', 'white;person']),
    'birth date': hierarchyFrom([...new Set<string>(births)]),
    gender: hierarchyFrom(['male;human', 'female;human']),
    zip: hierarchyFrom(['02138;0213*', '02139;0213*', '02141;0214*']),
  };
  const readerOf = (column: string): CellReader | null =>
    column === 'problem' ? null : new CellReader({ type: 'word', hierarchy: hierarchies[column as 'race'], missing: [] });
  const between = (left: Table, right: Table, names: readonly string[]): Linked =>
    linkTables(
      names.map((name) => ({ left: columnOf(left, name), right: columnOf(right, name), reader: readerOf(name) })),
      left.rows,
      right.rows,
    );
  const quasi: string[] = complementary.quasi;

  test('joined on problem and compatible cells', () => {
    const found = matchRows(between(table('GT1'), table('GT3'), complementary.columns));
    const expected = complementary['joined on problem and compatible cells'];
    expect(found).toMatchObject({ pairs: expected.pairs, perfect: true });
    expect(found.possible.filter((groups) => groups.length === 1)).toHaveLength(expected['records with one possible partner']);
    expect(matchRows(between(table('GT1'), table('GT3'), ['problem'])).pairs).toBe(complementary['joined on problem alone'].pairs);
  });

  test('joined on compatible cells alone', () => {
    const expected = complementary['joined on compatible cells alone'];
    const linked = between(table('GT1'), table('GT3'), quasi);
    const found = matchRows(linked);
    expect(found).toMatchObject({ pairs: expected.pairs, perfect: true });
    const possible = found.possible.map((groups, left) => [left, [...groups]] as const);
    const inPerfect = possible.reduce(
      (sum, [left, groups]) => sum + linked.leftSizes[left] * groups.reduce((all, group) => all + linked.rightSizes[group], 0),
      0,
    );
    expect(inPerfect).toBe(expected['in some perfect matching']);
  });

  test.each(['GT1', 'GT3', 'LT'])('a linking attacker against %s', (name) => {
    const expected = complementary['confidence of a linking attacker who knows race, day of birth, gender and zip'][name];
    const linked = between(table('PT'), table(name), quasi);
    const figures = linkingFigures(linked);
    const links = rightLinks(
      linked,
      Int32Array.from({ length: 12 }, (_, at) => at),
    );
    expect(figures.prosecutor.greatest).toBe(expected.greatest);
    expect(links.unique).toBe(expected['records found for certain']);
    expect(links.expected).toBeCloseTo(expected['expected right'], 11);
  });
});

test('skewness: greatest ratio over the marginal', () => {
  const { classes, marginal, records } = golden['skewness'];
  const rows = classes.flatMap(({ counts }: { counts: Record<string, number> }, at: number) =>
    Object.entries(counts).flatMap(([value, times]) => Array.from({ length: times }, () => [`q${at}`, value])),
  );
  const positive = rows.filter(([, value]: string[]) => value === 'positive').length;
  // The rest of the file, so that one in a hundred is positive.
  for (let at = rows.length; at < records; at += 1) rows.push(['rest', at - rows.length < 0 ? '' : 'negative']);
  const missing = marginal.positive * records - positive;
  for (let at = 0; at < missing; at += 1) rows[rows.length - 1 - at] = ['rest', 'positive'];
  const known = knownFrom({ columns: ['q', 'test'], rows, quasi: ['q'], sensitive: 'test' });
  const found = skewness(known.classes, only(known).sensitive);
  expect(found.greatestRatio?.ratio).toBeCloseTo(classes[0]['lift over the marginal'], 9);
  const { sensitive, posteriors } = attacked({ columns: ['q', 'test'], rows, quasi: ['q'], sensitive: 'test' });
  for (const [group, expected] of classes.entries())
    expect(probabilityOf(posteriors[group] as Posterior, sensitive.values.indexOf('positive'))).toBeCloseTo(
      expected['posterior of positive'],
      11,
    );
});

test('similarity: the class of stomach diseases', () => {
  const six = golden['six patients, similar diseases'];
  const known = knownFrom({ ...six, sensitive: 'disease' });
  const { sensitive } = only(known);
  const concepts = conceptsOfHierarchy(sensitive, hierarchyFrom(six['hierarchy (ours)']));
  const [first] = conceptsOfClasses(known.classes, sensitive, concepts);
  expect(first).toMatchObject({
    concept: { name: six.concept.concept, share: expect.closeTo(six.concept.marginal, 11) },
    confidence: six.concept.confidence,
  });
  const nine = golden['nine patients'];
  const salaries = nine.rows.map((row: string[]) => Number.parseInt(row[2], 10));
  for (const [at, { salary }] of nine.classes.entries())
    expect(narrowest(salaries.slice(3 * at, 3 * at + 3), 1, 80)).toBeCloseTo(salary['width as share of the range'], 11);
  const diseases = knownFrom({ ...nine, sensitive: 'disease' });
  const above = conceptsOfClasses(
    diseases.classes,
    only(diseases).sensitive,
    conceptsOfHierarchy(only(diseases).sensitive, hierarchyFrom(nine['hierarchy of diseases (ours)'])),
  );
  expect(above[0]).toMatchObject({
    concept: { name: 'stomach', share: expect.closeTo(nine['bob (47678, 27)']['marginal of the concept'], 11) },
    confidence: 1,
  });
});

describe('minimality', () => {
  const case_ = golden['minimality'];
  test('figure 2.7', () => {
    const values = Object.keys(case_['sensitive values']);
    const counts = Int32Array.from(Object.values<number>(case_['sensitive values']));
    const found = minimality({ subgroups: [2, 4], counts }, ({ present }) => present.length >= 2, 'unveil');
    if (found.kind !== 'found') throw new Error(found.why);
    expect([found.worlds, found.consistent]).toEqual(Object.values(case_.worlds));
    const hiv = values.indexOf('HIV');
    expect(found.posteriors.map((posterior) => probabilityOf(posterior as Posterior, hiv))).toEqual(
      Object.values(case_['posterior of HIV']),
    );
  });

  test.each(
    case_['ours, one target value among others, requirement: its share in a class at most 1/2'] as Record<string, number | number[]>[],
  )('subgroups $subgroups', (expected) => {
    const subgroups = expected['subgroups'] as number[];
    const records = subgroups.reduce((sum, size) => sum + size, 0);
    const holders = expected['holders'] as number;
    // The others all have one value: only the target counts.
    const counts = Int32Array.from([holders, records - holders]);
    const found = minimality({ subgroups, counts }, ({ counts: own, known }) => 2 * own[0] <= known, 'unveil');
    if (found.kind !== 'found') throw new Error(found.why);
    expect([found.worlds, found.consistent]).toEqual([expected['worlds'], expected['consistent']]);
    for (const [at, share] of (expected['posterior'] as number[]).entries())
      expect(probabilityOf(found.posteriors[at] as Posterior, 0)).toBeCloseTo(share, 10);
  });
});

describe('naive Bayes on buckets', () => {
  const bayes = golden['naive Bayes on buckets'];
  const values = ['Cancer', 'Flu', 'None'];
  const buckets = {
    of: Int32Array.from(bayes.qi.map((row: number[]) => row[2] - 1)),
    values: Array.from({ length: 6 }, (_, bucket) =>
      bayes.sensitive.filter(([at]: [number]) => at === bucket + 1).map(([, value]: [number, string]) => values.indexOf(value)),
    ),
    distinct: 3,
    features: [{ of: Int32Array.from(bayes.qi.map((row: string[]) => (row[1] === 'y' ? 1 : 0))), size: 2 }],
  };
  const cancer = (posteriors: readonly Posterior[]): number[] => posteriors.map((posterior) => probabilityOf(posterior, 0));
  const expected = bayes['posterior of Cancer for records 1 to 12'];

  test('exact', () => {
    const found = naiveBayes(buckets, 'unveil');
    expect(found.exact).toBe(true);
    for (const [at, share] of cancer(found.posteriors).entries())
      expect(share).toBeCloseTo(expected['exact, prior weight 1 (27/32)'][at], 11);
  });
});

test('temporal: who joined has the new row', () => {
  const temporal = golden['temporal'];
  const [before, after] = [tableOf(temporal.columns, temporal.t1), tableOf(temporal.columns, temporal.t2)];
  const columns = temporal.columns.map(
    (name: string): LinkColumn => ({
      left: columnOf(before, name),
      right: columnOf(after, name),
      reader: name === 'disease' ? null : new CellReader({ type: 'word', hierarchy: null, missing: [] }),
    }),
  );
  const found = matchRows(linkTables(columns, 2, 3));
  const free = [...found.rightFree.keys()].filter((group) => found.rightFree[group] === 1);
  expect(free.map((group) => temporal.t2[group].at(-1))).toEqual(Object.keys(temporal.posterior));
});

test('composition of two holders', () => {
  const { 'class in release 1': one, 'class in release 2': other, ...expected } = golden['composition'];
  const [first, second] = [new Map(Object.entries<number>(one)), new Map(Object.entries<number>(other))];
  const values = [...new Set([...first.keys(), ...second.keys()])];
  const even = compose(
    first,
    second,
    () => 1 / values.length,
    (value) => values.indexOf(value),
  );
  expect(named(even, values)).toEqual(almost(expected['both, even marginal']));
  const skewed = compose(
    first,
    second,
    (value) => ({ HIV: 0.05, flu: 0.2 })[value] ?? 0.1,
    (value) => values.indexOf(value),
  );
  expect(named(skewed, values)).toEqual(almost(expected['both, marginal HIV 0.05, flu 0.20']));
  expect(
    compose(
      new Map([['a', 1]]),
      new Map([['b', 1]]),
      () => 0.5,
      () => 0,
    ),
  ).toBeNull();
});

function columnOf(table: Table, name: string) {
  const found = table.columns.find((column) => column.name === name);
  if (found === undefined) throw new Error(`no column ${name}`);
  return found;
}

function recordsOf({ right }: Linked, groups: Int32Array): number[] {
  return [...right.of.keys()].filter((row) => groups.includes(right.of[row])).map((row) => row + 1);
}
