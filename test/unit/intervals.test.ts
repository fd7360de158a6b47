import { seeded } from '../../shared/core/random/random.ts';
import type { RowShare } from '../../shared/core/statistics/clusters.ts';
import { student975 } from '../../shared/core/statistics/student.ts';
import { bestLifts, liftInterval, shareInterval, shareOf } from '../helpers/row-shares.ts';

/** Rows of tables whose groups and transactions pull their rows up or down together. */
function sample(name: string, groups: number): RowShare[] {
  const random = seeded('intervals', name);
  const pullOf = Array.from({ length: groups }, () => random.unit() * 0.4 - 0.2);
  const transactionPull = Array.from({ length: groups * 2 }, () => random.unit() * 0.4 - 0.2);
  return Array.from({ length: groups * 4 }, (_, at) => {
    const group = Math.floor(at / 4);
    const transaction = random.below(groups * 2);
    const share = 0.6 + pullOf[group] + transactionPull[transaction];
    return {
      group,
      transaction,
      whole: 4,
      part: Array.from({ length: 4 }, () => (random.unit() < share ? 1 : 0)).reduce((a: number, b) => a + b, 0),
    };
  });
}

test('the two-way clustered interval covers the true share about as often as it says', () => {
  let covered = 0;
  for (let run = 0; run < 300; run += 1) {
    const interval = shareInterval(sample(`cover ${run}`, 60));
    if (interval !== null && interval.low <= 0.6 && 0.6 <= interval.high) covered += 1;
  }
  expect(covered / 300).toBeGreaterThan(0.9);
  expect(covered / 300).toBeLessThan(0.995);
});

test('a lift over itself is 0 with no width', () => {
  const rows = sample('same', 40);
  expect(liftInterval(rows, rows)).toEqual({ lift: 0, low: 0, high: 0 });
});

test("Student's quantile, against printed tables", () => {
  expect(student975(1)).toBeCloseTo(12.706204736, 6);
  expect(student975(3.5)).toBeCloseTo(2.940088638, 6);
  expect(student975(10)).toBeCloseTo(2.22814, 4);
  expect(student975(29)).toBeCloseTo(2.04523, 5);
  expect(student975(29.999)).toBeCloseTo(student975(30), 4);
  expect(student975(39)).toBeCloseTo(2.02269, 5);
  expect(student975(1e9)).toBeCloseTo(1.95996, 5);
});

test('the lift over the best of one is that over it; resampled and linear intervals agree', () => {
  const [of, over] = [sample('best of one', 60), sample('best of one', 60).map((row) => ({ ...row, part: Math.min(row.part, 1) }))];
  const linear = liftInterval(of, over);
  const [resampled] = bestLifts([of, over], [{ of: 0, over: [1] }], 'seed');
  expect(resampled?.lift).toBeCloseTo(linear?.lift ?? 0, 12);
  expect((resampled?.high ?? 0) - (resampled?.low ?? 0)).toBeCloseTo((linear?.high ?? 0) - (linear?.low ?? 0), 1);
});

test('the best of several is the greatest, and one group is too few for it too', () => {
  const shares = [sample('a', 60), sample('b', 60), sample('c', 60)];
  const values = shares.map((rows) => shareOf(rows) ?? 0);
  const [lift] = bestLifts(shares, [{ of: 0, over: [1, 2] }], 'seed');
  expect(lift?.lift).toBeCloseTo((values[0] ?? 0) - Math.max(values[1] ?? 0, values[2] ?? 0), 12);
  const one = (name: string) => sample(name, 40).map((row) => ({ ...row, group: 0 }));
  expect(bestLifts([one('few'), one('less')], [{ of: 0, over: [1] }], 'seed')).toEqual([null]);
});
