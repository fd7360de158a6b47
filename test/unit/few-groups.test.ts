import { betaBelow, logGamma } from '../../shared/core/numeric/numeric.ts';
import { type Random, seeded } from '../../shared/core/random/random.ts';
import type { RowShare } from '../../shared/core/statistics/clusters.ts';
import { fewGroupsInterval } from '../../shared/core/statistics/few-groups.ts';
import { bearing } from '../../shared/core/statistics/sample.ts';
import { bestLifts, liftInterval, shareInterval } from '../helpers/row-shares.ts';

/** A release: groups of about `rows` rows, two cells each, that are so with the chance that the group draws; `idle` groups bear on nothing. */
interface World {
  readonly groups: number;
  readonly idle: number;
  readonly rows: number;
  readonly chance: (random: Random) => number;
}

function released({ groups, idle, rows, chance }: World, random: Random): { readonly of: RowShare[]; readonly over: RowShare[] } {
  const of: RowShare[] = [];
  const over: RowShare[] = [];
  for (let group = 0; group < groups + idle; group += 1) {
    const so = chance(random);
    const count = Math.ceil(rows * (0.5 + random.unit()));
    for (let row = 0; row < count; row += 1) {
      const transaction = random.below(5 * rows + 60);
      const coin = (odds: number): number => (random.unit() < odds ? 1 : 0);
      const whole = group < groups ? 2 : 0;
      of.push({ group, transaction, whole, part: whole === 0 ? 0 : coin(so) + coin(so) });
      over.push({ group, transaction, whole, part: whole === 0 ? 0 : coin(0.5) + coin(0.5) });
    }
  }
  return { of, over };
}

/** Of the intervals that are stated, how many hold the truth. */
function coverage(world: World, truth: number, runs: number, over: 'share' | 'lift'): { stated: number; held: number } {
  let [stated, held] = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    const rows = released(world, seeded('few groups', JSON.stringify(world), String(truth), over, run));
    const found = over === 'share' ? shareInterval(rows.of) : liftInterval(rows.of, rows.over);
    const target = over === 'share' ? truth : truth - 0.5;
    if (found === null) continue;
    stated += 1;
    if (found.low <= target && target <= found.high) held += 1;
  }
  return { stated: stated / runs, held: held / stated };
}

const either = (odds: number, one: number, other: number) => (random: Random) => (random.unit() < odds ? one : other);

describe('where few groups bear on a figure', () => {
  const WORLDS: readonly [name: string, truth: number, chance: (random: Random) => number][] = [
    ['cells on their own', 0.9, () => 0.9],
    ['groups of two kinds, as audits show them', 0.886, either(0.2, 0.55, 0.97)],
    ['a rare kind of group', 0.928, either(0.1, 0.55, 0.97)],
    ['groups wholly so or wholly not', 0.8, either(0.8, 1, 0)],
  ];
  const COUNTS = [2, 6, 16];

  test.each(WORLDS)('%s: an interval of a share holds the truth in at least 92 of 100', (_, truth, chance) => {
    for (const groups of COUNTS) {
      const found = coverage({ groups, idle: 19 * groups, rows: 12 + 24 / groups, chance }, truth, 80, 'share');
      expect({ groups, ...found, enough: found.held >= 0.92 }).toMatchObject({ enough: true });
      expect(found.stated).toBeGreaterThan(0.9);
    }
  });

  test.each(WORLDS)('%s: so does that of a lift', (_, truth, chance) => {
    for (const groups of COUNTS.slice(1)) {
      const found = coverage({ groups, idle: 0, rows: 16, chance }, truth, 60, 'lift');
      expect({ groups, ...found, enough: found.held >= 0.92 }).toMatchObject({ enough: true });
    }
  });

  test('groups that nothing was taken from say nothing: the same interval with and without them', () => {
    const { of } = released({ groups: 3, idle: 57, rows: 20, chance: () => 0.9 }, seeded('idle'));
    const without = of.filter(({ whole }) => whole > 0);
    expect(shareInterval(of)).toEqual(shareInterval(without));
    expect(liftInterval(of, of)).toEqual(liftInterval(without, without));
  });

  test('one wrong elimination in one group of many is too few to say, not "0 to 9.4 %"', () => {
    const rows = Array.from({ length: 160 }, (_, at) => ({ group: at % 32, transaction: at, part: 0, whole: at === 0 ? 1 : 0 }));
    expect(shareInterval(rows)).toBeNull();
  });

  test('what is wholly so in a handful of groups may still be otherwise in the next: the end is not near 1', () => {
    const rows = Array.from({ length: 400 }, (_, at) => ({ group: at % 4, transaction: at, part: 1, whole: 1 }));
    const found = shareInterval(rows);
    expect(found?.high).toBe(1);
    // Clopper and Pearson's lower end of 4 of 4 is 0.398, of 400 of 400 0.991.
    expect(found?.low).toBeGreaterThan(0.398);
    expect(found?.low).toBeLessThan(0.85);
  });

  test('one group, or fewer than 30 transactions that bear on it, are too few', () => {
    const rows = (groups: number, transactions: number) =>
      Array.from({ length: 200 }, (_, at) => ({
        group: at % groups,
        transaction: at % transactions,
        part: at % 3 === 0 ? 0 : 1,
        whole: 1,
      }));
    expect(shareInterval(rows(1, 200))).toBeNull();
    expect(shareInterval(rows(5, 29))).toBeNull();
    expect(shareInterval(rows(5, 30))).not.toBeNull();
  });

  test('a lift that may be about anything is too few to say', () => {
    const { of, over } = released({ groups: 2, idle: 0, rows: 30, chance: either(0.5, 1, 0.4) }, seeded('anything'));
    expect(liftInterval(of, over)).toBeNull();
    expect(bestLifts([of, over], [{ of: 0, over: [1] }], 'seed')).toEqual([null]);
  });
});

test('cells that are alike within a transaction are worth fewer', () => {
  const groups = Array.from({ length: 24 }, (_, at) => ({ part: 15 + (at % 3), whole: 20 }));
  const [one, eight] = [fewGroupsInterval(groups, 1), fewGroupsInterval(groups, 8)];
  expect(eight.high - eight.low).toBeGreaterThan(one.high - one.low);
});

test('clusters by weight: as many as there are where they weigh the same, fewer where one outweighs the others', () => {
  expect(bearing([2, 2, 0, 2])).toEqual({ count: 3, effective: 3 });
  expect(bearing([10, 1, 1]).effective).toBeCloseTo(144 / 102, 12);
  expect(bearing([0])).toEqual({ count: 0, effective: 0 });
});

describe('against values computed by scipy', () => {
  test.each([
    [0.001, 6.907178885383853],
    [0.5, 0.5723649429247],
    [1, 0],
    [2.5, 0.2846828704729192],
    [9.99, 12.779315214350195],
    [10, 12.801827480081469],
    [123.4, 469.3360974421906],
    [1e6, 12815504.569147611],
  ])('log Gamma of %d', (x, expected) => {
    expect(Math.abs(logGamma(x) - expected)).toBeLessThan(1e-12 * Math.max(1, expected));
  });

  test.each([
    [0.3, 0.5, 0.5, 0.36901011956554536],
    [0.9, 20, 3, 0.6200409384119034],
    [0.01, 0.02, 5, 0.9498064385682461],
    [0.5, 1000, 1000, 0.5],
    [0.97, 1500.5, 40.25, 0.16817016151061046],
    [0.001, 2, 300, 0.03708085819707069],
    [0, 2, 3, 0],
    [1, 2, 3, 1],
  ])('the share of a beta distribution below %d of %d and %d', (x, a, b, expected) => {
    expect(betaBelow(x, a, b)).toBeCloseTo(expected, 10);
  });
});
