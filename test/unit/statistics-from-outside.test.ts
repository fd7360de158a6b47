// Statistics against values from outside the code: closed forms, plain resampling, trying all. Each test lets one small mistake no longer live.

import { type Random, seeded } from '../../shared/core/random/random.ts';
import { ngd } from '../../shared/core/relatedness/relatedness.ts';
import type { RowShare } from '../../shared/core/statistics/clusters.ts';
import { quotedShare } from '../../shared/core/statistics/paired.ts';
import { type HeldOutTable, heldOut, practisedReliability } from '../../shared/kinds/set-generalised/core/calibrated/held-out.ts';
import { type PrecisionCut, precisionCuts } from '../../shared/kinds/set-generalised/core/calibrated/precise-decision.ts';
import { JoinedRows } from '../../shared/kinds/set-generalised/measure/release-rows.ts';
import { emptyRows } from '../../shared/kinds/set-generalised/measure/row-figures.ts';
import { bestBaselineOf, liftsOf, productsOf } from '../../shared/kinds/set-generalised/publish/lifts.ts';
import { bestLifts, liftInterval, shareInterval } from '../helpers/row-shares.ts';

describe('intervals', () => {
  /** Each row a group and a transaction of its own. */
  const alone = (so: number, all: number): RowShare[] =>
    Array.from({ length: all }, (_, at) => ({ group: at, transaction: at, part: at < so ? 1 : 0, whole: 1 }));

  test('35 of 50 rows on their own: the variance is p (1 - p) / (n - 1), on the logit, with the quantile of 49 degrees of freedom', () => {
    // Worked out with Python: t = 2.009575237; the group that may not have been met moves the lower end.
    expect(shareInterval(alone(35, 50))).toEqual({
      low: expect.closeTo(0.5547624092818919, 6),
      high: expect.closeTo(0.8136285985039623, 6),
    });
  });

  test('15 of 50 is the mirror of 35 of 50', () => {
    expect(shareInterval(alone(15, 50))).toEqual({
      low: expect.closeTo(1 - 0.8136285985039623, 6),
      high: expect.closeTo(1 - 0.5547624092818919, 6),
    });
  });

  test('a lift of rows on their own: the paired t interval, beside one more group that gains nothing', () => {
    const [of, over] = [alone(40, 50), alone(10, 50)];
    const [lift, squared] = [0.6, (0.6 * 0.4) / 49];
    const reach = 2.009575237 * Math.sqrt(squared + (lift / 50) ** 2);
    expect(liftInterval(of, over)).toEqual({
      lift: expect.closeTo(0.6, 12),
      low: expect.closeTo(0.6 - reach, 6),
      high: expect.closeTo(0.6 + reach, 6),
    });
  });

  test('none of 60, and all of 60: the end lies where so many of so many are seen in one case of twenty', () => {
    // The solution of (1 - x)^60 = 0.05, which the rule of three approaches from above.
    const exact = 1 - 0.05 ** (1 / 60);
    const [none, all] = [shareInterval(alone(0, 60)), shareInterval(alone(60, 60))];
    expect(none?.low).toBe(0);
    expect(none?.high).toBeGreaterThanOrEqual(exact);
    expect(none?.high).toBeLessThan(1.05 * exact);
    expect(all?.high).toBe(1);
    expect(1 - (all?.low ?? 0)).toBeCloseTo(none?.high ?? 0, 12);
  });

  /** Groups and transactions that cross: each pulls its rows up or down as much as the other. */
  const crossed = (size: number): RowShare[] =>
    Array.from({ length: size * size }, (_, at) => {
      const [group, transaction] = [Math.floor(at / size), at % size];
      return { group, transaction, whole: 2, part: (group % 2) + (transaction % 2) };
    });

  /** The variance of the share when clusters of one kind are drawn with replacement, plainly. */
  function resampled(rows: readonly RowShare[], nameOf: (row: RowShare, at: number) => number, random: Random): number {
    const clusters = [...Map.groupBy(rows.keys(), (at) => nameOf(rows[at], at)).values()];
    const draws = Array.from({ length: 2000 }, () => {
      let [part, whole] = [0, 0];
      for (let left = clusters.length; left > 0; left -= 1) {
        for (const at of clusters[random.below(clusters.length)]) {
          part += rows[at].part;
          whole += rows[at].whole;
        }
      }
      return part / whole;
    });
    const mean = draws.reduce((a, b) => a + b, 0) / draws.length;
    const n = clusters.length;
    return (draws.reduce((total, each) => total + (each - mean) ** 2, 0) / draws.length) * (n / (n - 1));
  }

  test('crossed groups and transactions: both variances count, and the rows that both hold count once', () => {
    const size = 40;
    const rows = crossed(size);
    const random = seeded('plain resampling');
    const both =
      resampled(rows, ({ group }) => group, random) +
      resampled(rows, ({ transaction }) => transaction, random) -
      resampled(rows, (_, at) => at, random);
    // By hand: means of 0.25 and 0.75 over 40 clusters twice, less rows of 0, 0.5, 0.5 and 1.
    expect(both).toBeCloseTo((2 * 0.0625) / 39 - 0.125 / 1599, 3);
    const nothing = rows.map((row) => ({ ...row, part: 0 }));
    const [lift] = bestLifts([rows, nothing], [{ of: 0, over: [1] }], 'seed');
    const expected = 2.02269092 * Math.sqrt(both + (0.5 / size) ** 2);
    expect(((lift?.high ?? 0) - (lift?.low ?? 0)) / 2 / expected).toBeGreaterThan(0.92);
    expect(((lift?.high ?? 0) - (lift?.low ?? 0)) / 2 / expected).toBeLessThan(1.08);
    const linear = liftInterval(rows, nothing);
    expect(((linear?.high ?? 0) - (linear?.low ?? 0)) / 2 / expected).toBeCloseTo(1, 1);
  });
});

test('a figure as it is quoted: its share times its scale, nothing of nothing', () => {
  const rows = [1, 0, 1, 1].map((part, at) => ({ group: `${at % 2}`, transaction: `${at}`, part, whole: 1 }));
  expect(quotedShare({ rows, scale: 4 })).toBe(3);
  expect(quotedShare({ rows: [], scale: 4 })).toBeNull();
});

describe('the cut at an asked precision', () => {
  const Z = 1.2815515655446004;
  const cutOf = (tables: readonly HeldOutTable[], asked: number): PrecisionCut => precisionCuts(heldOut(tables), asked, {}, []).cut;
  const table = (probability: readonly number[], original: readonly number[], rows: number): HeldOutTable => ({
    rows,
    columns: probability.length / rows,
    probability: Float64Array.from(probability),
    original: Uint8Array.from(original),
    weight: 1,
  });

  test("100 of 100 right, a table each: Wilson's bound n / (n + z²), not the certainty of tables that all agree", () => {
    const tables = Array.from({ length: 100 }, () => table([0.05, 0.99, 0.99, 0.99], [0, 1, 1, 1], 2));
    const cut = cutOf(tables, 0.9);
    expect(cut).toEqual({ most: 0.05, precision: 1, lower: expect.closeTo(100 / (100 + Z * Z), 12) });
    expect(cutOf(tables, 0.99).most).toBe(-1);
  });

  test('tables that stand and fall together: the bound by tables, not that of as many cells on their own', () => {
    // 18 tables of 20 eliminations all right, 2 all wrong: squares 18 (20 - 18)² + 2 (0 - 18)² = 720.
    const tables = Array.from({ length: 20 }, (_, at) => table(Array(40).fill(0.05), Array(40).fill(at < 18 ? 0 : 1), 2));
    const lower = 0.9 - Z * Math.sqrt((720 * 20) / 19 / (400 * 400));
    expect(cutOf(tables, 0.8)).toEqual({ most: 0.05, precision: expect.closeTo(0.9, 12), lower: expect.closeTo(lower, 12) });
    expect(cutOf(tables, 0.85).most).toBe(-1);
  });
});

test('calibration on practice is judged by the map of the other half: halves that differ by 0.6 show an error of 0.6', () => {
  const tables = Array.from({ length: 40 }, (_, at): HeldOutTable => {
    const original = Uint8Array.from({ length: 10 }, (__, cell) => (cell < (at % 2 === 0 ? 2 : 8) ? 1 : 0));
    return { rows: 2, columns: 5, probability: new Float64Array(10).fill(0.5), original, weight: 1 };
  });
  expect(practisedReliability(heldOut(tables))?.error).toBeCloseTo(0.6, 12);
  const alike = tables.filter((_, at) => at % 2 === 0);
  expect(practisedReliability(heldOut(alike))?.error).toBeCloseTo(0, 12);
});

describe('the distance of a term that is in every document', () => {
  test('to any other it is 1: independent', () => {
    expect(ngd({ x: 1000, y: 100, both: 100, size: 1000 })).toEqual({ state: 'ok', value: 1 });
    expect(ngd({ x: 7, y: 1000, both: 7, size: 1000 })).toMatchObject({ value: expect.closeTo(1, 12) });
  });

  test('to another that is in every document it is undefined: 0 / 0', () => {
    expect(ngd({ x: 1000, y: 1000, both: 1000, size: 1000 }).state).toBe('undefined');
  });
});

test('as many eliminations at random are among the baselines: where they reach most, the lift over the best is over them', () => {
  const attacks = [
    { name: 'calibrated', baseline: false },
    { name: 'blind', baseline: true },
  ] as never;
  const rows = emptyRows(2);
  for (let group = 0; group < 40; group += 1) {
    for (let row = 0; row < 4; row += 1) {
      rows.group.push(group);
      rows.transaction.push(4 * group + row);
      rows.added.push(4);
      // Right in 3 of 4, blindly in 1 of 4, at random in 2 of 4; random draws are summed over 200.
      rows.attacks[0]?.eliminated.push(4);
      rows.attacks[0]?.correct.push(3);
      rows.attacks[1]?.eliminated.push(4);
      rows.attacks[1]?.correct.push(1);
      rows.matched[0]?.eliminated.push(800);
      rows.matched[0]?.correct.push(400);
      rows.matched[1]?.eliminated.push(800);
      rows.matched[1]?.correct.push(200);
    }
  }
  const joined = new JoinedRows(2);
  joined.add(rows);
  const release = joined.end();
  const [lifts = []] = liftsOf(attacks, release, productsOf(attacks, release), 'seed');
  expect(lifts.find(({ over }) => over === 'best baseline')).toMatchObject({ of: 0.75, yardstick: 0.5, lift: 0.25 });
  expect(bestBaselineOf({ lifts })).toBe('matched');
});
