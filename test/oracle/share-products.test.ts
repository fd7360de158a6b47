// Intervals from sums of products, found once for all shares, against the same intervals from the rows themselves.

import { type Random, seeded } from '../../shared/core/random/random.ts';
import type { RowShare } from '../../shared/core/statistics/clusters.ts';
import { sharesOf } from '../../shared/core/statistics/clusters.ts';
import * as intervals from '../../shared/core/statistics/intervals.ts';
import { shareIn } from '../../shared/core/statistics/sample.ts';
import { liftInterval, productsOf, shareInterval, shareOf } from '../helpers/row-shares.ts';

const SHARES = [0, 1, 2, 3, 4];

/** Rows in any order; a share that is rarely of anything, one that never is, and one that is always so. */
function made(groups: number, transactions: number, random: Random): RowShare[][] {
  const rows = Array.from({ length: 5 * groups }, () => ({ group: random.below(groups), transaction: random.below(transactions) }));
  const share = (chance: number, held: number): RowShare[] =>
    rows.map(({ group, transaction }) => {
      const whole = random.unit() < held ? 1 + random.below(4) : 0;
      const part = Array.from({ length: whole }, () => (random.unit() < chance + 0.2 * ((group + transaction) % 2) ? 1 : 0));
      return { group, transaction, whole, part: part.reduce<number>((a, b) => a + b, 0) };
    });
  return [share(0.5, 1), share(0.3, 0.6), share(0.4, 0.1), share(0.5, 0), share(1, 0.8)];
}

const close = (found: intervals.Interval | null, wanted: intervals.Interval | null): void => {
  expect(found === null).toBe(wanted === null);
  if (found === null || wanted === null) return;
  expect(found.low).toBeCloseTo(wanted.low, 11);
  expect(found.high).toBeCloseTo(wanted.high, 11);
};

test.each([
  [400, 300],
  [90, 1500],
  [60, 20],
  [20, 200],
  [4, 31],
])('%d groups and %d transactions', (groups, transactions) => {
  const lists = made(groups, transactions, seeded('products', groups, transactions));
  const rows = (share: number): RowShare[] => lists[share];
  const pairs = SHARES.flatMap((one) => SHARES.map((other) => [one, other] as const));
  const products = productsOf(lists, { pairs });
  const given = new Set<boolean>();
  for (const [one, other] of pairs) {
    expect(shareIn(products, one)).toBe(shareOf(rows(one)));
    close(intervals.shareIntervalIn(products, one), shareInterval(rows(one)));
    const found = intervals.liftIntervalIn(products, one, other);
    close(found, liftInterval(rows(one), rows(other)));
    given.add(found !== null);
    const reading = { scales: [0.5, 2], comparisons: 3 } as const;
    const [of, over] = [sharesOf(rows(one)), sharesOf(rows(other))];
    close(intervals.liftIntervalIn(products, one, other, reading), intervals.liftInterval(of, over, reading));
  }
  expect(given.has(true)).toBe(groups > 4 && transactions >= 30);
});

test('a share held against itself, and against one that counts the same twice over, differs by nothing', () => {
  const [rows = []] = made(100, 200, seeded('products', 'alike'));
  const twice = rows.map((row) => ({ ...row, part: 2 * row.part, whole: 2 * row.whole }));
  const products = productsOf([rows, twice], {
    pairs: [
      [0, 0],
      [0, 1],
    ],
  });
  expect(intervals.liftIntervalIn(products, 0, 0)).toEqual({ lift: 0, low: 0, high: 0 });
  expect(intervals.liftIntervalIn(products, 0, 1)).toEqual({ lift: 0, low: 0, high: 0 });
});

test('no sum depends on the order of the rows', () => {
  const lists = made(80, 120, seeded('products', 'order'));
  const pairs = [[0, 1]] as const;
  const order = lists[0]?.keys().toArray() ?? [];
  const [given, turned] = [order, order.toReversed()].map((rows) =>
    productsOf(
      lists.map((list) => rows.map((row) => list[row])),
      { pairs },
    ),
  ) as [ReturnType<typeof productsOf>, ReturnType<typeof productsOf>];
  expect(intervals.liftIntervalIn(turned, 0, 1)).toEqual(intervals.liftIntervalIn(given, 0, 1));
  expect(intervals.shareIntervalIn(turned, 0)).toEqual(intervals.shareIntervalIn(given, 0));
});

test('what was not asked for is an error, and no figure', () => {
  const products = productsOf(made(40, 40, seeded('products', 'asked')), { pairs: [[0, 1]] });
  expect(() => intervals.liftIntervalIn(products, 0, 2)).toThrow('the shares 0 and 2 were not asked for together');
});
