// Small statistics against values that anybody can work out: what mutants of them showed that no other test held.

import { seeded } from '../../shared/core/random/random.ts';
import { type RowShare, sharesOf } from '../../shared/core/statistics/clusters.ts';
import { clopperPearson } from '../../shared/core/statistics/few-groups.ts';
import { liftInterval, shareOf, twoWay } from '../../shared/core/statistics/intervals.ts';
import { reliability, Stated } from '../../shared/core/statistics/reliability.ts';
import { f1Of, share } from '../../shared/core/statistics/share.ts';

test('none and all end at 0 and 1 themselves', () => {
  expect(clopperPearson(0, [{ weight: 1, count: 8 }]).low).toBe(0);
  expect(clopperPearson(1, [{ weight: 1, count: 8 }]).high).toBe(1);
});

test('F1 of one elimination that is right, of one that is wrong, of none', () => {
  expect(f1Of({ correct: 1, eliminated: 1, added: 1 })).toBe(1);
  expect(f1Of({ correct: 0, eliminated: 1, added: 3 })).toBe(0);
  expect(f1Of({ correct: 0, eliminated: 0, added: 3 })).toBeNull();
});

test('one of one is all, and of nothing there is no share', () => {
  expect([share(1, 1), share(0, 1), share(0, 0)]).toEqual([1, 0, null]);
  expect(shareOf(sharesOf([]))).toBeNull();
  expect(shareOf(sharesOf([{ group: 0, transaction: 0, part: 0, whole: 0 }]))).toBeNull();
});

test.each([
  [3, 2, 1, 4],
  [3, 0, 2, 3],
  [1, 4, 3, 4],
])('variances %d by group and %d by transaction, of which both hold %d, make %d', (group, transaction, row, both) => {
  expect(twoWay(group, transaction, row)).toBe(both);
});

test('a factor on a share is a factor on each of its rows', () => {
  const random = seeded('factors');
  const rows = (): RowShare[] =>
    Array.from({ length: 240 }, (_, at) => ({ group: at % 40, transaction: Math.floor(at / 2), part: random.below(3), whole: 2 }));
  const [of, over] = [rows(), rows()];
  const times = (all: readonly RowShare[], factor: number) => sharesOf(all.map((row) => ({ ...row, part: row.part * factor })));
  const scaled = liftInterval(sharesOf(of), sharesOf(over), { scales: [0.5, 0.25], comparisons: 1 });
  const plain = liftInterval(times(of, 0.5), times(over, 0.25));
  for (const end of ['lift', 'low', 'high'] as const) expect(scaled?.[end]).toBeCloseTo(plain?.[end] as number, 12);
});

describe('what was said and what was so', () => {
  test('is kept to the nearest of ten thousand', () => {
    const stated = new Stated();
    for (const said of [0.123446, 0.123454]) stated.add(said, 1);
    expect(stated.counts()).toEqual([
      [1234, 1, 1],
      [1235, 1, 1],
    ]);
  });

  test('adds up over parts', () => {
    const [all, part] = [new Stated(), new Stated()];
    part.add(0.5, 1);
    part.add(0.25, 0);
    all.add(0.5, 0);
    all.merge(part.counts());
    expect(all.counts()).toEqual([
      [2500, 1, 0],
      [5000, 2, 1],
    ]);
  });

  test('ten coins, said to be coins, show the mean distance of ten coins from a half by chance', () => {
    const stated = new Stated();
    for (let coin = 0; coin < 10; coin += 1) stated.add(0.5, coin % 2 === 0 ? 1 : 0);
    // sqrt(2 / pi) of a standard deviation, which is sqrt(10 / 4) of 10.
    expect(reliability(stated.counts())).toMatchObject({
      error: 0,
      floor: expect.closeTo(Math.sqrt(2 / Math.PI) * Math.sqrt(2.5) * 0.1, 12),
    });
  });
});
