import { type Random, seeded } from '../../shared/core/random/random.ts';
import type { RowShare } from '../../shared/core/statistics/clusters.ts';
import { bestLifts } from '../helpers/row-shares.ts';

const DRAWS = 400;

/** The share of some rows; a share of nothing is none. */
function shareOver(rows: readonly RowShare[], chosen: readonly number[]): number | null {
  let [part, whole] = [0, 0];
  for (const at of chosen) [part, whole] = [part + rows[at].part, whole + rows[at].whole];
  return whole === 0 ? null : part / whole;
}

/** Rows by cluster, clusters in the order in which they are met. */
const clustered = (rows: readonly RowShare[], nameOf: (row: RowShare, at: number) => number): number[][] => [
  ...Map.groupBy(rows.keys(), (at) => nameOf(rows[at], at)).values(),
];

/** The lift of the first share over the best of the others on some rows. */
function liftOver(shares: readonly (readonly RowShare[])[], chosen: readonly number[]): number | null {
  const [own, ...others] = shares.map((rows) => shareOver(rows, chosen));
  const known = others.filter((share): share is number => share !== null && share !== undefined);
  return own === null || own === undefined ? null : own - Math.max(...known);
}

/** The variance over plain draws of clusters, of all that a cluster holds, times n / (n - 1). */
function variance(shares: readonly (readonly RowShare[])[], clusters: readonly (readonly number[])[], random: Random): number {
  const lifts: number[] = [];
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const chosen: number[] = [];
    for (let left = clusters.length; left > 0; left -= 1) chosen.push(...clusters[random.below(clusters.length)]);
    const lift = liftOver(shares, chosen);
    if (lift !== null) lifts.push(lift);
  }
  const mean = lifts.reduce((a, b) => a + b, 0) / lifts.length;
  const squares = lifts.reduce((total, each) => total + (each - mean) ** 2, 0);
  return (squares / (lifts.length - 1)) * (clusters.length / (clusters.length - 1));
}

/** Groups of unequal sizes; a share that is rarely of anything, and one that never is. */
function made(groups: number, transactions: number, random: Random): RowShare[][] {
  const rows = Array.from({ length: 4 * groups }, (_, at) => ({
    group: at < groups ? at : random.below(groups),
    transaction: random.below(transactions),
  }));
  const share = (chance: number, held: number): RowShare[] =>
    rows.map(({ group, transaction }) => {
      const whole = random.unit() < held ? 1 + random.below(4) : 0;
      const part = Array.from({ length: whole }, () => (random.unit() < chance + 0.2 * ((group + transaction) % 2) ? 1 : 0));
      return { group, transaction, whole, part: part.reduce<number>((a, b) => a + b, 0) };
    });
  return [share(0.6, 1), share(0.4, 1), share(0.38, 0.7), share(0.5, 0)];
}

test.each([
  [35, 60],
  [60, 35],
  [31, 31],
])(
  'lifts over the best of several, %d groups and %d transactions: the same as drawing whole clusters one by one',
  (groups, transactions) => {
    const shares = made(groups, transactions, seeded('best lifts', groups, transactions));
    const [rows] = shares as [RowShare[], ...RowShare[][]];
    const kinds = [(row: RowShare) => row.group, (row: RowShare) => row.transaction, (_: RowShare, at: number) => at];
    const [byGroup, byTransaction, byRow] = kinds.map((nameOf, kind) =>
      variance(shares, clustered(rows, nameOf), seeded('seed', 'resample', kind)),
    ) as [number, number, number];
    const squared = Math.max(byGroup + byTransaction - byRow, byGroup, byTransaction);
    const lift = liftOver(shares, [...rows.keys()]) as number;
    const [found] = bestLifts(shares, [{ of: 0, over: [1, 2, 3] }], 'seed');
    expect(found?.lift).toBeCloseTo(lift, 12);
    // Only the variance is tested here; the rest of the interval has its own tests.
    const effective = (nameOf: (row: RowShare) => number): number => {
      const wholes = clustered(rows, nameOf).map((cluster) => cluster.reduce((total, at) => total + rows[at].whole, 0));
      const total = wholes.reduce((a, b) => a + b, 0);
      return total ** 2 / wholes.reduce((sum, whole) => sum + whole * whole, 0);
    };
    const [perGroup, perTransaction] = [effective(({ group }) => group), effective(({ transaction }) => transaction)];
    const unseen = (perGroup < 30 ? 2 * lift : lift) / perGroup;
    const reach = student(Math.min(perGroup, perTransaction) - 1) * Math.sqrt(squared + unseen * unseen);
    expect((found?.high ?? 0) - lift).toBeCloseTo(reach, 5);
    expect(lift - (found?.low ?? 0)).toBeCloseTo(reach, 5);
  },
);

test('of no shares there is nothing to say', () => {
  expect(bestLifts([], [{ of: 0, over: [] }], 'seed')).toEqual([null]);
});

test('more than a thousand groups are drawn in lots: the width stays as wide as that of all', () => {
  const random = seeded('lots');
  const of = Array.from(
    { length: 2500 },
    (_, at): RowShare => ({ group: at, transaction: at, part: random.unit() < 0.6 ? 1 : 0, whole: 1 }),
  );
  const [found] = bestLifts([of, of.map((row) => ({ ...row, part: 0 }))], [{ of: 0, over: [1] }], 'seed');
  const share = of.reduce((total, { part }) => total + part, 0) / 2500;
  const reach = 1.96 * Math.sqrt((share * (1 - share)) / 2499);
  expect((found?.high ?? 0) - share).toBeGreaterThan(0.88 * reach);
  expect((found?.high ?? 0) - share).toBeLessThan(1.12 * reach);
});

/** Student's t at 97.5 % by the integral of its density, with steps of a ten-thousandth: Simpson's rule, and halving. */
function student(degrees: number): number {
  const density = (x: number): number => (1 + (x * x) / degrees) ** (-(degrees + 1) / 2);
  const area = (to: number, steps: number): number => {
    let total = density(0) + density(to);
    for (let at = 1; at < steps; at += 1) total += (at % 2 === 1 ? 4 : 2) * density((to * at) / steps);
    return (total * to) / (3 * steps);
  };
  // All of one side: beyond 400 there is less than 1e-9 with more than 10 degrees of freedom.
  const all = area(400, 200_000);
  let [low, high] = [1, 5];
  for (let round = 0; round < 40; round += 1) {
    const middle = (low + high) / 2;
    if (area(middle, 2000) / all < 0.95) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
