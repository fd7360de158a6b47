// Figures of people, each part of them worked out by hand or from rows one by one.

import { clearestOf, type Example, itemRisk, joinRisks, plainest } from '../../shared/core/people/examples.ts';
import {
  addExpectation,
  type Expectation,
  expectedInterval,
  expectedShare,
  expect as expecting,
  noExpectation,
} from '../../shared/core/people/expected.ts';
import { type Exposure, joinPeople, type Named, type Person, personOf, probabilityIn, VIEWS } from '../../shared/core/people/exposure.ts';
import { addUnit, noSlice, PeopleTally } from '../../shared/core/people/tally.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { addCluster, addClusterSums, clusteredShareInterval, noClusters } from '../../shared/core/statistics/cluster-sums.ts';
import { clopperPearson } from '../../shared/core/statistics/few-groups.ts';
import { NORMAL_975, student975 } from '../../shared/core/statistics/student.ts';

const exposure = (more: Partial<Exposure> = {}): Exposure => ({
  person: 0,
  id: null,
  unit: 0,
  target: 'flu',
  probability: 0.9,
  without: 0.5,
  decision: 'kept',
  truth: true,
  betrayedBy: 'cough',
  isProtected: false,
  ...more,
});

function expectations(targets: readonly number[], units: readonly number[]): Expectation {
  const total = noExpectation();
  for (const p of targets) expecting(total, p);
  return { ...total, squares: units.reduce((sum, size) => sum + size * size, 0) };
}

test('what is expected of one target, in millionths: itself, its variance, and with its odds off by a half either way', () => {
  // Odds of 4 to 1 become 4 to 1.5 and 6 to 1.
  expect(expectations([0.8], [])).toEqual({ count: 1, p: 800_000, variance: 160_000, sparser: 727_273, denser: 857_143, squares: 0 });
  const both = expectations([0.8, 0.5], [2]);
  const sum = noExpectation();
  addExpectation(sum, expectations([0.8], []));
  addExpectation(sum, expectations([0.5], []));
  expect({ ...sum, squares: 4 }).toEqual(both);
  expect(expectedShare(both)).toBeCloseTo(0.65, 12);
  expect([expectedShare(noExpectation()), expectedInterval(noExpectation())]).toEqual([null, null]);
});

test.each([
  ['each in a unit of its own', 40, Array.from({ length: 40 }, () => 1), 1],
  ['two by two: a fifth of what varies is shared', 40, Array.from({ length: 20 }, () => 2), 1.2],
  ['all in one unit', 40, [40], 8.8],
])('expected to be right, %s', (_, count, units, together) => {
  const luck = (1.959963984540054 * Math.sqrt(0.16 * 40 * together)) / 40;
  const found = expectedInterval(
    expectations(
      Array.from({ length: count }, () => 0.8),
      units,
    ),
  );
  expect(found?.low).toBeCloseTo(Math.max(0, 0.727273 - luck), 6);
  expect(found?.high).toBeCloseTo(Math.min(1, 0.857143 + luck), 6);
});

test('a share ends at 0 and at 1', () => {
  expect(expectedInterval(expectations([0.05], [1]))?.low).toBe(0);
  expect(expectedInterval(expectations([0.95], [1]))?.high).toBe(1);
});

interface Row {
  readonly unit: number;
  readonly person: number;
  readonly part: number;
  readonly whole: number;
}

/** As Korn and Graubard: rows, units and people added up one by one. */
function plainInterval(rows: readonly Row[]) {
  const by = (keyOf: (row: Row, at: number) => number) =>
    [
      ...Map.groupBy(
        rows.map((row, at) => ({ row, at })),
        ({ row, at }) => keyOf(row, at),
      ).values(),
    ].map((own) => ({
      part: own.reduce((sum, { row }) => sum + row.part, 0),
      whole: own.reduce((sum, { row }) => sum + row.whole, 0),
    }));
  const [units, people, each] = [by(({ unit }) => unit), by(({ person }) => person), by((_, at) => at)];
  const total = (of: (cluster: { part: number; whole: number }) => number, all = each): number =>
    all.reduce((sum, one) => sum + of(one), 0);
  const whole = total((one) => one.whole);
  const share = total((one) => one.part) / whole;
  type Clusters = typeof each;
  const kish = (of: (cluster: { part: number; whole: number }) => number, all: Clusters): number =>
    total((one) => of(one) ** 2, all) === 0 ? 0 : total(of, all) ** 2 / total((one) => of(one) ** 2, all);
  const clusters = Math.min(
    kish((one) => one.whole, units),
    kish((one) => one.whole, people),
  );
  if (clusters < 3) return null;
  if (share === 0 || share === 1) return clopperPearson(share, [{ weight: 1, count: clusters }]);
  const variance = (all: Clusters): number =>
    (total((one) => ((one.part - share * one.whole) / whole) ** 2, all) * all.length) / (all.length - 1);
  const telling = (all: Clusters): number =>
    2 *
    Math.min(
      kish((one) => one.part, all),
      kish((one) => one.whole - one.part, all),
    );
  const counting = Math.max(3, Math.min(clusters, telling(units), telling(people)));
  const [u, p, r] = [variance(units), variance(people), variance(each)];
  const worth = Math.min(whole, (share * (1 - share)) / ((Math.max(u + p - r, u, p) * counting) / (counting - 1)));
  const count = Math.min(worth, Math.max(clusters, worth * (NORMAL_975 / student975(counting - 1)) ** 2));
  return clopperPearson(share, [{ weight: 1, count }]);
}

test('the interval of a share over units and people is that of sums made one by one', () => {
  const seen = { none: 0, edge: 0, few: 0, many: 0 };
  for (let seed = 0; seed < 120; seed += 1) {
    const random = seeded('moments', seed);
    const [most, persons] = [1 + random.below(12), 2 + random.below(14)];
    const chance = random.unit();
    const rows = Array.from({ length: 3 + random.below(30) }, (): Row => {
      const whole = 1 + random.below(3);
      return { unit: random.below(most), person: random.below(persons), whole, part: random.unit() < chance ? random.below(whole + 1) : 0 };
    });
    const momentsOf = (keyOf: (row: Row, at: number) => number) => {
      const moments = noClusters();
      for (const own of Map.groupBy(
        rows.map((row, at) => ({ row, at })),
        ({ row, at }) => keyOf(row, at),
      ).values())
        addCluster(
          moments,
          own.reduce((sum, { row }) => sum + row.part, 0),
          own.reduce((sum, { row }) => sum + row.whole, 0),
        );
      return moments;
    };
    const found = clusteredShareInterval(
      momentsOf(({ unit }) => unit),
      momentsOf(({ person }) => person),
      momentsOf((_, at) => at),
    );
    const wanted = plainInterval(rows);
    if (wanted === null) {
      expect(found).toBeNull();
      seen.none += 1;
      continue;
    }
    expect(found?.low).toBeCloseTo(wanted.low, 9);
    expect(found?.high).toBeCloseTo(wanted.high, 9);
    const part = rows.reduce((sum, row) => sum + row.part, 0);
    seen[part === 0 ? 'edge' : most < 7 ? 'few' : 'many'] += 1;
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(5);
});

test('moments add up, and a cluster of nothing is none', () => {
  const [a, b] = [noClusters(), noClusters()];
  addCluster(a, 1, 2);
  addCluster(a, 0, 0);
  addCluster(b, 3, 5);
  addClusterSums(a, b);
  expect(a).toEqual({ clusters: 2, part: 4, whole: 7, partPart: 10, partWhole: 17, wholeWhole: 29 });
});

test('a target of a unit: named from nine in ten on; right only where the truth of all is known, without only where all have it', () => {
  const of = (...all: Partial<Exposure>[]) => itemRisk(all.map((each, person) => exposure({ person, unit: 7, ...each })));
  expect(of({}, { probability: 0.7, without: 0.25 }, { target: 'gout', truth: false })).toEqual([
    { unit: 7, item: 'flu', people: 2, named: 1, right: 1, mean: 0.8, without: 0.375 },
    { unit: 7, item: 'gout', people: 1, named: 1, right: 0, mean: 0.9, without: 0.5 },
  ]);
  expect(of({ probability: 0.95 }, { truth: null, without: null })).toMatchObject([{ named: 2, right: null, without: null }]);
  expect(of({ probability: 0.89 })).toMatchObject([{ named: 0, right: 0 }]);
});

test('a target of several units, weighed by people; what one of them does not know nobody does', () => {
  const risk = { unit: 4, item: 'flu', people: 1, named: 1, right: 1, mean: 0.9, without: 0.6 };
  const other = { unit: 2, item: 'flu', people: 3, named: 2, right: 1, mean: 0.5, without: 0.2 };
  const [both, more] = joinRisks([risk, other, { ...other, item: 'gout' }]);
  expect(both).toEqual({
    unit: 2,
    item: 'flu',
    people: 4,
    named: 3,
    right: 2,
    mean: expect.closeTo(0.6, 12),
    without: expect.closeTo(0.3, 12),
  });
  expect(more).toEqual({ ...other, item: 'gout' });
  for (const [a, b] of [
    [{ ...risk, right: null, without: null }, other],
    [risk, { ...other, right: null, without: null }],
  ] as const)
    expect(joinRisks([a, b])).toMatchObject([{ right: null, without: null }]);
});

test('the example of a unit: named, betrayed, not wrong; the surest over who knows nothing, of equal ones the first person', () => {
  const example = (...all: Partial<Exposure>[]) => clearestOf(all.map((each) => exposure(each))) ?? undefined;
  const told = example(
    { person: 1, probability: 0.99, betrayedBy: null },
    { person: 2, probability: 0.89, without: 0 },
    { person: 3, probability: 1, without: 0, truth: false },
    { person: 6, target: 'gout', truth: null },
    { person: 5, target: 'gout', truth: null },
    { person: 7, target: 'gout', truth: null },
    { person: 4, probability: 0.95, without: 0.6 },
    { person: 8, target: 'measles', probability: 0.2 },
  );
  expect(told).toEqual({
    unit: 0,
    person: 5,
    id: null,
    target: 'gout',
    among: ['flu', 'measles'],
    probability: 0.9,
    without: 0.5,
    by: 'cough',
    right: null,
  });
  // Whom nobody could name without is named by as much more.
  expect(example({ person: 1, without: 0.1 }, { person: 2, without: null })?.person).toBe(2);
  expect(example({ betrayedBy: null })).toBeUndefined();
  expect(clearestOf([])).toBeNull();
  expect(clearestOf([exposure({ unit: 3 })])).toMatchObject({ unit: 3 });
});

test('the plainest examples: by what is gained, then by unit, so many', () => {
  const of = (unit: number, probability: number, without: number | null): Example => ({
    ...exposure(),
    unit,
    probability,
    without,
    among: [],
    by: '',
    right: null,
  });
  const all = [of(3, 0.9, 0.5), of(1, 0.9, 0.5), of(2, 0.95, null), of(4, 0.95, 0.9)];
  expect(plainest(all, 3).map(({ unit }) => unit)).toEqual([2, 1, 3]);
});

test('what a view looks at', () => {
  const seen = (more: Partial<Exposure>) => VIEWS.map((view) => probabilityIn(view, exposure(more)));
  expect(seen({})).toEqual([0.9, 0.5, null, null]);
  expect(seen({ isProtected: true })).toEqual([0.9, 0.5, 0.9, 0.5]);
  expect(seen({ isProtected: true, without: null })).toEqual([0.9, null, 0.9, null]);
});

test('a person of several targets: the surest, of equal ones the first by code point; counts at each certainty', () => {
  const joined = (...all: Partial<Exposure>[]): Person => all.map((each) => personOf(exposure({ person: 3, ...each }))).reduce(joinPeople);
  const [view] = joined(
    { probability: 0.8, truth: false },
    { target: 'gout', probability: 0.95 },
    { target: 'a', probability: 0.95, truth: null, unit: 5, betrayedBy: 'x' },
  ).views;
  expect(view).toEqual({
    p: 0.95,
    target: 'a',
    unit: 5,
    right: null,
    by: 'x',
    named: [3, 2, 2],
    hits: [1, 1, 1],
  });
  const both = joined({ isProtected: true, without: null }, { target: 'b', probability: 0.4 });
  expect(both.targets).toBe(2);
  expect(both.views.map((each) => each?.target ?? null)).toEqual(['flu', 'b', 'flu', null]);
  expect(joined({ target: 'b' }, { target: 'a' }).views[0]?.target).toBe('a');
  expect(joined({ target: 'a' }, { target: 'b' }).views[0]?.target).toBe('a');
});

/** Six units of two people, of whom the first is named in the first four. */
const TWELVE = Array.from({ length: 12 }, (_, person) =>
  exposure({ person, unit: Math.floor(person / 2), probability: person % 2 === 0 && person < 8 ? 0.92 : 0.85, truth: person % 3 === 0 }),
);

test('the share of all people with a target that is named, with an interval among those who have one', () => {
  const tally = new PeopleTally();
  for (const each of TWELVE) tally.addPerson(personOf(each));
  const among = plainInterval(TWELVE.map(({ unit, person, probability }) => ({ unit, person, whole: 1, part: probability > 0.9 ? 1 : 0 })));
  const { views } = tally.figures(24);
  const [, found] = views.all;
  expect(found?.share.value).toBe(4 / 24);
  expect(found?.share.low).toBeCloseTo((among?.low as number) / 2, 9);
  expect(found?.share.high).toBeCloseTo((among?.high as number) / 2, 9);
  expect(views['protected']).toEqual([]);
});

test('sums over parts of the people, added in any order, are those over all of them', () => {
  const whole = new PeopleTally();
  for (const each of TWELVE) whole.addPerson(personOf(each));
  for (const order of [
    [0, 1, 2],
    [2, 0, 1],
  ]) {
    const joined = new PeopleTally();
    for (const part of order) {
      const own = new PeopleTally();
      for (const each of TWELVE.filter(({ person }) => person % 3 === part)) own.addPerson(personOf(each));
      joined.addSums(JSON.parse(JSON.stringify(own.sums())) as ReturnType<PeopleTally['sums']>);
    }
    expect(joined.figures(24)).toEqual(whole.figures(24));
  }
});

test.each([true, false])('a slice and its people, with the truth: %s', (measured) => {
  const tally = new PeopleTally();
  const slice = noSlice();
  const all = TWELVE.map((each) => (measured ? each : { ...each, truth: null }));
  for (const each of all) tally.addPerson(personOf(each));
  for (const unit of Map.groupBy(all, (each) => each.unit).values()) addUnit(slice, unit);
  tally.addSlice(slice);
  const [, nine] = tally.figures(12).views.all;
  const named = all.filter(({ probability }) => probability >= 0.9);
  const rows = named.map(({ unit, person, truth }) => ({ unit, person, whole: 1, part: truth === true ? 1 : 0 }));
  const wanted = measured
    ? plainInterval(rows)
    : expectedInterval(
        expectations(
          named.map(({ probability }) => probability),
          [1, 1, 1, 1],
        ),
      );
  // Persons 0 and 6 of 0, 2, 4 and 6.
  const value = measured ? 0.5 : expect.closeTo(0.92, 9);
  for (const figure of [nine?.surestRight, nine?.targetsRight])
    expect(figure).toEqual({ value, low: expect.closeTo(wanted?.low as number, 9), high: expect.closeTo(wanted?.high as number, 9) });
  expect([nine?.people, nine?.targets, tally.figures(12).measured]).toEqual([4, 4, measured]);
});

test('a view that says nothing of a person says nothing at all', () => {
  const named = personOf(exposure()).views[0] as Named;
  const tally = new PeopleTally();
  tally.addPerson({ t: 0, id: null, targets: 1, views: [named, null, null, null] });
  const { views, hidden } = tally.figures(1);
  expect([hidden, views.all.length, views['all without'].length]).toEqual([1, 3, 0]);
});
