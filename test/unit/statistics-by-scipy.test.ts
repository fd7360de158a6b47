// Statistics against the same formulas in Python with scipy 1.17, written anew from what the comments of the code say.

import { addCluster, addClusterSums, differenceInterval, noClusters } from '../../shared/core/statistics/cluster-sums.ts';
import { clopperPearson, fewGroupsInterval } from '../../shared/core/statistics/few-groups.ts';
import { f1Of, share } from '../../shared/core/statistics/share.ts';
import { student975, studentOf } from '../../shared/core/statistics/student.ts';
import { widenedLift, widenedShare } from '../../shared/kinds/set-generalised/core/calibrated/training-error.ts';

const near = (value: number, digits = 6) => expect.closeTo(value, digits);

describe('an interval over few groups', () => {
  test.each([
    ['unlike groups', [9, 10, 7, 8, 12, 12, 3, 6], 1, 0.40158015634204225, 0.997665228005691],
    ['a low share, cells of a transaction alike', [1, 10, 0, 8, 4, 12, 3, 6, 2, 9], 1.7, 0.0318770451437068, 0.5842492887307809],
    ['all of them', [10, 10, 8, 8], 1, 0.20007043303601624, 1],
    ['none of them', [0, 10, 0, 8, 0, 3], 2, 0, 0.7031211173587317],
  ] as const)('%s', (_, flat, design, low, high) => {
    const groups = Array.from({ length: flat.length / 2 }, (__, at) => ({
      part: flat[2 * at] as number,
      whole: flat[2 * at + 1] as number,
    }));
    expect(fewGroupsInterval(groups, design)).toEqual({ low: near(low), high: near(high) });
  });
});

test.each([
  [0.1, 10, 0.0025285785444617848, 0.4450161170281954],
  [1 - 1 / 60, 60, 0.9106009499425112, 0.999578125547548],
  [7 / 12.5, 12.5, 0.26338257121705005, 0.8277760145349173],
  [0, 20, 0, 0.1684334709830853],
  [1, 20, 0.8315665290169147, 1],
])("Clopper and Pearson's interval of %d on %d, a number of them that is not whole too", (share, count, low, high) => {
  expect(clopperPearson(share, [{ weight: 1, count }])).toEqual({ low: near(low, 8), high: near(high, 8) });
});

test.each([
  [30, 2.0422724563012378, 6],
  [45, 2.014103388880846, 8],
  [60, 2.0002978220142604, 8],
])("Student's quantile of %d degrees", (degrees, quantile, digits) => {
  expect(student975(degrees)).toBeCloseTo(quantile, digits);
  expect(studentOf(degrees, 1)).toBe(student975(degrees));
});

describe('a share that bears an error of its own', () => {
  test('both errors, on the logit', () => {
    expect(widenedShare(0.8, { low: 0.7, high: 0.9 }, 0.25)).toEqual({
      low: near(0.6587807708733312, 9),
      high: near(0.9116350336918988, 9),
    });
  });

  test.each([
    [0, 0.25],
    [1, 0.25],
    [null, 0.25],
    [0.8, 0],
  ])('of %p with an error of %d it stays', (of, error) => {
    const interval = { low: 0.75, high: 0.85 };
    expect(widenedShare(of, interval, error)).toBe(interval);
  });

  test('a lift bears that of its share; one that is too few to say stays so', () => {
    const lift = { of: 0.8, lift: 0.3, low: 0.2, high: 0.5 };
    expect(widenedLift(lift, 0.25)).toEqual({ ...lift, low: near(0.17293177378624267, 9), high: near(0.51481697817703, 9) });
    for (const without of ['of', 'lift', 'low', 'high']) {
      const few = { ...lift, [without]: null };
      expect(widenedLift(few, 0.25)).toBe(few);
    }
  });
});

describe('places that are right beyond chance, over clusters', () => {
  const MORE = [1, 2, -1, 3, 0, 2, 1];
  const PLACES = [4, 5, 3, 6, 2, 4, 5];
  const sums = (from: number, to: number) => {
    const total = noClusters();
    for (let at = from; at < to; at += 1) addCluster(total, MORE[at], PLACES[at]);
    return total;
  };

  test('the ratio, and the same of two parts together', () => {
    // The ratio, its variance over clusters, and one more cluster of mean size that gains nothing and, where clusters are few, loses as much.
    const lift = 8 / 29;
    const effective = 29 ** 2 / PLACES.reduce((total, each) => total + each ** 2, 0);
    const squares = MORE.reduce((total, more, at) => total + (more - lift * PLACES[at]) ** 2, 0);
    const reach = student975(effective - 1) * Math.sqrt((squares / 29 ** 2) * (7 / 6) + ((2 * lift) / effective) ** 2);
    const expected = { lift: near(lift, 12), low: near(lift - reach, 9), high: near(lift + reach, 9) };
    expect(differenceInterval(sums(0, 7))).toEqual(expected);
    const joined = sums(0, 3);
    addClusterSums(joined, sums(3, 7));
    expect(differenceInterval(joined)).toEqual(expected);
  });

  test('a cluster without a place does not count; four are too few, five that weigh the same are enough; alike leaves the width of one more', () => {
    const total = noClusters();
    addCluster(total, 4, 0);
    expect(total).toEqual(noClusters());
    expect(differenceInterval(total)).toBeNull();
    const alike = (clusters: number) => {
      const all = noClusters();
      for (let at = 0; at < clusters; at += 1) addCluster(all, 2, 4);
      return differenceInterval(all);
    };
    expect(alike(4)).toBeNull();
    expect(alike(5)).toEqual({ lift: 0.5, low: near(0.5 - 2.7764451051977934 / 5, 9), high: near(0.5 + 2.7764451051977934 / 5, 9) });
  });
});

test('shares and F1 of nothing are none, not 0', () => {
  expect(share(0, 0)).toBeNull();
  expect(share(1, 4)).toBe(0.25);
  expect(f1Of({ correct: 0, eliminated: 0, added: 5 })).toBeNull();
  expect(f1Of({ correct: 0, eliminated: 5, added: 0 })).toBeNull();
  expect(f1Of({ correct: 3, eliminated: 4, added: 8 })).toBe(0.5);
});
