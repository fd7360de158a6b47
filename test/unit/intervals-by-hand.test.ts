// Intervals on rows few enough to work out: the edges of what is too few, what many rows of a transaction are worth, weights that differ.
import { bearingOn } from '../../shared/core/statistics/by-rows.ts';
import { type RowShare, sharesOf } from '../../shared/core/statistics/clusters.ts';
import { clopperPearson, fewGroupsInterval } from '../../shared/core/statistics/few-groups.ts';
import { liftWithin, tooFew } from '../../shared/core/statistics/intervals.ts';
import { student975 } from '../../shared/core/statistics/student.ts';
import { liftInterval, shareInterval } from '../helpers/row-shares.ts';

/** Rows of so many groups, each with as many transactions of its own, each with as many cells. */
const rows = (groups: number, each: number, part: (group: number, transaction: number) => number, whole = 1): RowShare[] =>
  Array.from({ length: groups * each }, (_, at) => {
    const [group, within] = [Math.floor(at / each), at % each];
    return { group, transaction: at, part: part(group, within), whole };
  });
const half = (group: number, within: number): number => (group + within) % 2;

test('two groups with 15 transactions each are enough, and no less is', () => {
  expect(shareInterval(rows(2, 15, half))).not.toBeNull();
  expect(shareInterval(rows(1, 30, half))).toBeNull();
  expect(shareInterval([...rows(2, 14, half), { group: 0, transaction: 90, part: 1, whole: 1 }])).toBeNull();
  const bears = (groups: number, transactions: number) => {
    const bearing = (count: number) => ({ count, effective: count });
    return tooFew({ group: bearing(groups), transaction: bearing(transactions), row: bearing(transactions) });
  };
  expect([bears(2, 30), bears(1, 30), bears(2, 29), bears(1, 29)]).toEqual([false, true, true, true]);
});

test('where few groups bear on a share: the beta-binomial interval on its groups, with cells worth one by the variance between transactions', () => {
  // 12 groups of 5 transactions of 4 cells each: all of a transaction's cells are so, or none. So 4 cells are worth one, but for the
  // 60 / 59 of the sample's variance.
  const all = rows(12, 5, (group, within) => ((group + within) % 3 === 0 ? 4 : 0), 4);
  const groups = Array.from({ length: 12 }, (_, group) => ({
    part: all.filter((row) => row.group === group).reduce((sum, { part }) => sum + part, 0),
    whole: 20,
  }));
  const share = all.reduce((sum, { part }) => sum + part, 0) / 240;
  const squares = all.reduce((sum, { part }) => sum + ((part - share * 4) / 240) ** 2, 0);
  const design = (squares * (60 / 59) * 240) / (share * (1 - share));
  expect(design).toBeCloseTo((4 * 60) / 59, 9);
  expect(shareInterval(all)).toEqual(fewGroupsInterval(groups, design));
});

test.each([0, 1])('all of few groups alike (%d): every transaction is worth one cell', (share) => {
  const all = rows(12, 5, () => 4 * share, 4);
  const groups = Array.from({ length: 12 }, () => ({ part: 20 * share, whole: 20 }));
  expect(shareInterval(all)).toEqual(fewGroupsInterval(groups, 4));
});

test('cells of which fewer than one a transaction are asked are worth no more than one', () => {
  const all = rows(12, 5, (group, within) => ((group + within) % 3 === 0 ? 0.5 : 0), 0.5);
  const groups = Array.from({ length: 12 }, (_, group) => ({
    part: all.filter((row) => row.group === group).reduce((sum, { part }) => sum + part, 0),
    whole: 2.5,
  }));
  expect(shareInterval(all)).toEqual(fewGroupsInterval(groups, 1));
});

test('groups of which nothing is asked change no interval', () => {
  const all = rows(12, 5, half);
  const more = rows(9, 5, () => 0, 0).map((row) => ({ ...row, group: row.group + 50, transaction: row.transaction + 500 }));
  expect(shareInterval([...all, ...more])).toEqual(shareInterval(all));
});

test('30 groups are many: the interval is that of the variance between them', () => {
  // One row a group: of 30 a third. t at 29 degrees of freedom is 2.0452296; the end above moves, since more than half are not so.
  const all = rows(30, 1, (group) => Number(group % 3 === 0));
  const [share, t] = [1 / 3, 2.0452296];
  const logit = Math.log(share / (1 - share));
  const reach = (t * Math.sqrt((share * (1 - share)) / 29)) / (share * (1 - share));
  const back = (x: number): number => 1 / (1 + Math.exp(-x));
  const moved = (t * (share - 0.5)) / 30;
  expect(shareInterval(all)).toEqual({
    low: expect.closeTo(back(logit - reach), 6),
    high: expect.closeTo(share + Math.hypot(back(logit + reach) - share, moved), 6),
  });
});

test('of two shares each weighs the same, and one of nothing weighs nothing', () => {
  const groups = [0, 0, 1, 1, 1].map((group, at) => ({ group, transaction: at, part: 0 }));
  const of = sharesOf(groups.map((row) => ({ ...row, whole: 2 })));
  const over = sharesOf(groups.map((row) => ({ ...row, whole: 10 })));
  const none = sharesOf(groups.map((row) => ({ ...row, whole: 0 })));
  // Weights 2/5 and 3/5, of rows 1/5 each, however much a row asks of either.
  for (const among of [bearingOn([of, over]), bearingOn([of, none]), bearingOn([over])]) {
    expect(among.group).toEqual({ count: 2, effective: expect.closeTo(1 / (0.16 + 0.36), 12) });
    expect(among.transaction).toEqual({ count: 5, effective: expect.closeTo(5, 12) });
    expect(among.row).toEqual({ count: 5, effective: expect.closeTo(5, 12) });
  }
});

describe('a lift', () => {
  const among = (effective: number) => {
    const bearing = { count: effective, effective };
    return { group: bearing, transaction: { count: 100, effective: 100 }, row: { count: 100, effective: 100 } };
  };

  test('over few groups bears twice what one more could take, and over 30 once', () => {
    const reachOf = (groups: number): number => {
      const found = liftWithin(0.3, 0, among(groups));
      return (found?.high as number) - 0.3;
    };
    expect(reachOf(29)).toBeCloseTo((student975(28) * 2 * 0.3) / 29, 9);
    expect(reachOf(30)).toBeCloseTo((student975(29) * 0.3) / 30, 9);
  });

  test('that may be about anything is none: a reach of one or more', () => {
    const t = student975(29);
    expect(liftWithin(0, (0.999 / t) ** 2, among(30))?.high).toBeCloseTo(0.999, 9);
    expect(liftWithin(0, (1.001 / t) ** 2, among(30))).toBeNull();
  });

  test('of rows of which nothing is asked is none, whichever of the two', () => {
    const some = rows(40, 1, (group) => group % 2);
    const nothing = rows(40, 1, () => 0, 0);
    expect(liftInterval(some, nothing)).toBeNull();
    expect(liftInterval(nothing, some)).toBeNull();
    expect(liftInterval(some.slice(0, 20), some.slice(0, 20))).toBeNull();
  });
});

test('several worths of a share lie between those of the least and the most', () => {
  const [few, many] = [10, 40].map((count) => clopperPearson(0.3, [{ weight: 1, count }]));
  const both = clopperPearson(0.3, [
    { weight: 1, count: 10 },
    { weight: 1, count: 40 },
  ]);
  expect(both.low).toBeGreaterThan(few?.low as number);
  expect(both.low).toBeLessThan(many?.low as number);
  // Three of ten and three of ten by the tables of Clopper and Pearson: 6.67 % to 65.25 %.
  expect(few).toEqual({ low: expect.closeTo(0.0667395, 6), high: expect.closeTo(0.6524529, 6) });
});
