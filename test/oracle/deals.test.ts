// Deals of a group's values, and how columns go with values learned from hidden deals, against enumeration and against a planted dependence.
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { Deals } from '../../shared/kinds/relational/core/joint/deals.ts';
import { practisedDeals } from '../../shared/kinds/relational/core/joint/practice.ts';

test('the probability of each value for each member equals enumeration of all deals: 100 random groups', () => {
  const deals = new Deals();
  for (let seed = 0; seed < 100; seed += 1) {
    const random = seeded('deals', seed);
    const counts = Array.from({ length: 1 + random.below(4) }, () => 1 + random.below(2));
    const members = counts.reduce((sum, count) => sum + count, 0);
    const weight = Float64Array.from({ length: members * counts.length }, () => (random.below(6) === 0 ? 1e-3 : random.unit()));
    const sums = new Float64Array(weight.length);
    let total = 0;
    const give = (member: number, left: readonly number[], given: readonly number[], product: number): void => {
      if (member === members) {
        total += product;
        for (const [at, value] of given.entries()) sums[at * counts.length + value] += product;
        return;
      }
      for (const [value, rest] of left.entries())
        if (rest > 0) give(member + 1, left.with(value, rest - 1), [...given, value], product * weight[member * counts.length + value]);
    };
    give(0, counts, [], 1);
    const gamma = new Float64Array(weight.length);
    expect(deals.deal(counts, members, weight, gamma)).toBeCloseTo(Math.log(total), 9);
    for (const [at, sum] of sums.entries()) expect(Math.abs((gamma[at] as number) - sum / total)).toBeLessThan(1e-9);
  }
});

test('the approximation of a large group is close to its exact deals', () => {
  const random = seeded('large');
  const counts = [6, 5, 4];
  const weight = Float64Array.from({ length: 15 * 3 }, () => 0.2 + random.unit());
  const exact = new Float64Array(45);
  new Deals().deal(counts, 15, weight, exact);
  // The same group 4,000 times over is beyond what is enumerated.
  const many = new Float64Array(45 * 4000);
  new Deals().deal(
    counts.map((count) => 4000 * count),
    60_000,
    Float64Array.from({ length: many.length }, (_, at) => weight[at % 45] as number),
    many,
  );
  for (let at = 0; at < 45; at += 1) expect(Math.abs((many[at] as number) - (exact[at] as number))).toBeLessThan(0.02);
});

/** Three columns, of which the second is a noisy copy of the first; the value goes with the first. */
function population(people: number, strength: number, seed: string) {
  const random = seeded('population', seed);
  const other = (from: number, of: number): number => (from + 1 + random.below(of - 1)) % of;
  const a = Int32Array.from({ length: people }, () => random.below(4));
  const b = a.map((value) => (random.unit() < 0.9 ? value : other(value, 4)));
  const c = Int32Array.from({ length: people }, () => random.below(3));
  const value = a.map((own) => (random.unit() < strength ? own : other(own, 4)));
  const order = [...value.keys()];
  shuffle(order, random);
  const groups = Array.from({ length: people / 4 }, (_, at) => {
    const members = order.slice(4 * at, 4 * at + 4);
    const codes = [...new Set(members.map((person) => value[person]))].sort((x, y) => x - y);
    return { members, codes, counts: codes.map((code) => members.filter((person) => value[person] === code).length) };
  });
  return { value, given: { groups, distinct: 4, features: [a, b, c].map((of, at) => ({ of, size: [4, 4, 3][at] })) } };
}

test.each([0.5, 0.85])(
  'a planted dependence of %d, counted twice by naive Bayes: what is said comes true, and no truth is used',
  (strength) => {
    const { value, given } = population(2400, strength, 'planted');
    const found = practisedDeals(given);
    if ('why' in found) throw new Error(found.why);
    const deals = new Deals();
    let [said, was, people, sure, right] = [0, 0, 0, 0, 0];
    for (const [at, { members, codes, counts }] of given.groups.entries()) {
      const gamma = new Float64Array(members.length * codes.length);
      deals.deal(counts, members.length, found.weights(at), gamma);
      for (const [member, person] of members.entries()) {
        const own = [...gamma.subarray(member * codes.length, (member + 1) * codes.length)];
        const most = Math.max(...own);
        const isRight = codes[own.indexOf(most)] === value[person] ? 1 : 0;
        people += 1;
        said += most;
        was += isRight;
        if (most >= 0.8) [sure, right] = [sure + most, right + isRight];
      }
    }
    expect(Math.abs(said - was) / people).toBeLessThan(0.04);
    expect(Math.abs(sure - right) / Math.max(1, sure)).toBeLessThan(0.06);
    // Guessing by the counts of the groups alone reaches less.
    const counts = given.groups.reduce((sum, each) => sum + Math.max(...each.counts), 0);
    expect(was / people).toBeGreaterThan(counts / people + 0.05);
  },
);

test('two large groups do not teach how columns go with values, and it says so', () => {
  const { given } = population(400, 0.85, 'few');
  const groups = [0, 1].map((half) => {
    const own = given.groups.filter((_, at) => at % 2 === half);
    const counts = [0, 1, 2, 3].map((code) => own.reduce((sum, { codes, counts: each }) => sum + (each[codes.indexOf(code)] ?? 0), 0));
    return { members: own.flatMap(({ members }) => members), codes: [0, 1, 2, 3], counts };
  });
  expect(practisedDeals({ ...given, groups })).toEqual({ why: expect.stringContaining('too few') });
});

/** A hidden kind of person decides the columns and which two values she may have: of these the columns tell nothing. */
function alikeValues(people: number, seed: string) {
  const random = seeded('alike', seed);
  const kind = Int32Array.from({ length: people }, () => random.below(3));
  const near = (own: number, certainty: number, of: number): number => (random.unit() < certainty ? own : random.below(of));
  const columns = [
    kind.map((own) => near(2 * own + random.below(2), 0.75, 6)),
    kind.map((own) => near(own, 0.6, 4)),
    kind.map(() => random.below(5)),
  ];
  const value = kind.map((own) => near(2 * own + random.below(2), 0.9, 6));
  const order = shuffle(Int32Array.from(value.keys()), random);
  const groups = Array.from({ length: people / 5 }, (_, at) => {
    const members = [...order.subarray(5 * at, 5 * at + 5)];
    const codes = [...new Set(members.map((person) => value[person] as number))].sort((x, y) => x - y);
    return { members, codes, counts: codes.map((code) => members.filter((person) => value[person] === code).length) };
  });
  // As a release's groups come: in the order of what they hold.
  groups.sort((a, b) => (String(a.codes) < String(b.codes) ? -1 : 1));
  return { value, given: { groups, distinct: 6, features: columns.map((of, at) => ({ of, size: [6, 4, 5][at] as number })) } };
}

test('values that go with the columns alike are not told apart by chance, and what is said of a kind of values comes true', () => {
  const sums = { pair: [0, 0, 0], within: [0, 0, 0], said: [0, 0, 0] };
  const add = (sum: number[], said: number, was: boolean): void => {
    for (const [at, each] of [1, said, was ? 1 : 0].entries()) sum[at] = (sum[at] as number) + each;
  };
  for (const seed of ['one', 'other', 'third']) {
    const { value, given } = alikeValues(4000, seed);
    const found = practisedDeals(given);
    if ('why' in found) throw new Error(found.why);
    expect(found.most).toBe(1);
    const deals = new Deals();
    for (const [at, { members, codes, counts }] of given.groups.entries()) {
      const gamma = new Float64Array(members.length * codes.length);
      deals.deal(counts, members.length, found.weights(at), gamma);
      for (const [member, person] of members.entries()) {
        const chance = (code: number): number =>
          codes.includes(code) ? (gamma[member * codes.length + codes.indexOf(code)] as number) : 0;
        const best = codes.reduce((a, b) => (chance(b) > chance(a) ? b : a));
        const own = value[person] as number;
        add(sums.said, chance(best), best === own);
        const twin = best % 2 === 0 ? best + 1 : best - 1;
        add(sums.pair, chance(best) + chance(twin), own === best || own === twin);
        // In groups with as many of both, only chance tells which of them she has.
        const [many, others] = [best, twin].map((code) => counts[codes.indexOf(code)]);
        if (many === others && (own === best || own === twin)) add(sums.within, chance(best) / (chance(best) + chance(twin)), own === best);
      }
    }
  }
  const gap = ([people, said, was]: readonly number[]): number => Math.abs((said as number) - (was as number)) / (people as number);
  expect(sums.within[0]).toBeGreaterThan(1000);
  expect(gap(sums.within)).toBeLessThan(0.035);
  expect(gap(sums.pair)).toBeLessThan(0.03);
  expect(gap(sums.said)).toBeLessThan(0.03);
}, 60_000);

test('columns that have nothing to do with the values make nobody surer than the counts', () => {
  const { value, given } = alikeValues(4000, 'nothing');
  const dealtAnew = shuffle(Int32Array.from(value), seeded('anew'));
  const groups = given.groups.map(({ members }) => {
    const codes = [...new Set(members.map((person) => dealtAnew[person] as number))].sort((x, y) => x - y);
    return { members, codes, counts: codes.map((code) => members.filter((person) => dealtAnew[person] === code).length) };
  });
  const found = practisedDeals({ ...given, groups });
  if ('why' in found) throw new Error(found.why);
  const deals = new Deals();
  let [said, counted] = [0, 0];
  for (const [at, { members, codes, counts }] of groups.entries()) {
    const gamma = new Float64Array(members.length * codes.length);
    deals.deal(counts, members.length, found.weights(at), gamma);
    for (const member of members.keys()) said += Math.max(...gamma.subarray(member * codes.length, (member + 1) * codes.length));
    counted += Math.max(...counts);
  }
  expect(said / counted).toBeLessThan(1.03);
});

test('groups of one place: what place does to the values is not laid to another column that goes with place', () => {
  const random = seeded('places');
  const place = Int32Array.from({ length: 4000 }, (_, person) => Math.floor(person / 8));
  // Of ten kinds of places each has shops and values of its own; in one place they have nothing to do with each other.
  const near = (own: number, of: number): number => (random.unit() < 0.5 ? own : random.below(of));
  const kind = place.map((own) => own % 10);
  const shop = kind.map((own) => near(own % 5, 5));
  const club = kind.map(() => random.below(4));
  const value = kind.map((own) => near(own % 5, 5));
  const groups = Array.from({ length: 500 }, (_, at) => {
    const members = Array.from({ length: 8 }, (__, member) => 8 * at + member);
    const codes = [...new Set(members.map((person) => value[person] as number))].sort((x, y) => x - y);
    return { members, codes, counts: codes.map((code) => members.filter((person) => value[person] === code).length) };
  });
  const columns = [kind, shop, club].map((of, at) => ({ of, size: [10, 5, 4][at] as number }));
  const gapOf = (features: typeof columns): number => {
    const found = practisedDeals({ groups, distinct: 5, features });
    if ('why' in found) throw new Error(found.why);
    const deals = new Deals();
    let [said, was] = [0, 0];
    for (const [at, { members, codes, counts }] of groups.entries()) {
      const gamma = new Float64Array(members.length * codes.length);
      deals.deal(counts, members.length, found.weights(at), gamma);
      for (const [member, person] of members.entries()) {
        const own = [...gamma.subarray(member * codes.length, (member + 1) * codes.length)];
        const most = Math.max(...own);
        said += most;
        was += codes[own.indexOf(most)] === value[person] ? 1 : 0;
      }
    }
    return (said - was) / 4000;
  };
  expect(Math.abs(gapOf(columns))).toBeLessThan(0.02);
  // Without the column the others are taken for its doing.
  expect(gapOf(columns.slice(1))).toBeGreaterThan(0.05);
}, 60_000);
