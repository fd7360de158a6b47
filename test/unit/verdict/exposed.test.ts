// Exposed shares and what chance explains of them, by worked numbers and by Student's density itself.
import { studentOf } from '../../../shared/core/statistics/student.ts';
import {
  addExposure,
  addExposureCluster,
  chanceOf,
  exposedInterval,
  lowerBound,
  noExposure,
  powerOf,
  uncertaintyOf,
} from '../../../shared/core/verdict/exposed.ts';
import { byAttack, proved, rightShare, withoutFigure } from '../../../shared/core/verdict/finding.ts';
import { findingAt } from '../../../shared/core/verdict/guesses.ts';

const right = { weight: 1, acts: true, right: 1, baselineActs: 1, baselineRight: 0 };
const BY = byAttack('learned', 'attack', 'knows');

test('ten of forty people, each by itself, right where the baseline is wrong: a quarter', () => {
  const sums = noExposure();
  for (let at = 0; at < 40; at += 1) addExposureCluster(sums, [at < 10 ? right : { ...right, acts: false, baselineActs: 0 }]);
  expect(sums).toMatchObject({ clusters: 40, targets: 40, people: 10, right: 10, less: 0, acting: 10, acted: 10 });
  const found = uncertaintyOf(sums);
  // Ten gains of 1: a sum of squares of 10, and of 7.5 about the mean, by 10 / 9 for the mean that is taken, over 40 people.
  const [error, spread] = [Math.sqrt((10 * 10) / 9) / 40, Math.sqrt((7.5 * 10) / 9) / 40];
  expect(found).toEqual({ error, spread, tested: error, degrees: 9, unseen: 0, clusters: 40 });
  expect(chanceOf(0.25, found)).toBeLessThan(0.01);
  const interval = exposedInterval(0.25, found);
  expect(interval.low).toBeCloseTo(0.25 - 2.2621571628 * found.spread, 6);
  expect(interval.high).toBeGreaterThan(0.25 + 1.96 * found.error);
});

test('people who are found or missed together are one: in one cluster nothing is beyond chance', () => {
  const together = noExposure();
  addExposureCluster(
    together,
    Array.from({ length: 40 }, () => right),
  );
  const found = uncertaintyOf(together);
  expect(found).toMatchObject({ degrees: 1, clusters: 1 });
  expect(chanceOf(1, found)).toBeGreaterThan(0.05);
  expect(powerOf(found, 1)).toBe(1);
});

test('where people of a cluster stand and fall together and nobody was missed, one more cluster, wholly wrong, may be all it takes', () => {
  // 24 clusters of 8, a baseline that is right in 90 %: all right by chance in 8 of 100 such releases.
  const sums = noExposure();
  for (let at = 0; at < 24; at += 1) addExposureCluster(sums, [{ ...right, weight: 8, baselineRight: 0.9 }]);
  const found = uncertaintyOf(sums);
  expect(found.unseen).toBeCloseTo(0.9 / 24, 12);
  expect(chanceOf(0.1, found)).toBeGreaterThan(0.05);
  // A cluster's 8 people vary as one: the known chances count 8 times.
  expect(found.tested).toBeCloseTo((8 * Math.sqrt(24 * 0.09 * (24 / 23))) / 192, 12);
  expect(chanceOf(0.1, { ...found, unseen: 0, tested: found.error })).toBeLessThan(0.001);
});

test('a baseline that is right as often leaves nothing; one that is right more often, less than nothing', () => {
  const equal = noExposure();
  for (let at = 0; at < 20; at += 1) addExposureCluster(equal, [{ ...right, baselineRight: 1 }]);
  const finding = findingAt(BY, 0, equal, { baseline: 'less', reason: 'found', measured: true });
  expect([finding.exposed, finding.right, finding.baseline?.right]).toEqual([0, 20, 20]);
  const worse = noExposure();
  for (let at = 0; at < 20; at += 1) addExposureCluster(worse, [{ ...right, right: 0, baselineRight: 1 }]);
  const under = findingAt(BY, 0, worse, { baseline: 'less', reason: 'found', measured: true });
  expect(under.exposed).toBe(-1);
  expect(chanceOf(-1, under.uncertainty as never)).toBe(1);
});

test('sums of slices add up to those of the whole', () => {
  const [whole, first, second] = [noExposure(), noExposure(), noExposure()];
  for (let at = 0; at < 30; at += 1) {
    const cluster = [
      { ...right, right: at % 2, baselineRight: 0.3 },
      { ...right, weight: 1 + (at % 3) },
    ];
    addExposureCluster(whole, cluster);
    addExposureCluster(at < 11 ? first : second, cluster);
  }
  addExposure(first, second);
  for (const [key, value] of Object.entries(whole)) expect(first).toHaveProperty(key, expect.closeTo(value, 9));
});

/** The upper tail of Student's distribution, by Simpson's rule over its density; the far tail by a change of variable. */
function tail(t: number, degrees: number): number {
  const density = (x: number): number => (1 + (x * x) / degrees) ** (-(degrees + 1) / 2);
  const simpson = (f: (x: number) => number, from: number, to: number, steps: number): number => {
    const h = (to - from) / steps;
    let total = f(from) + f(to);
    for (let at = 1; at < steps; at += 1) total += (at % 2 === 1 ? 4 : 2) * f(from + at * h);
    return (total * h) / 3;
  };
  // x = u / (1 - u) takes all of the half line to 0..1.
  const half = simpson((u) => (u === 1 ? 0 : density(u / (1 - u)) / (1 - u) ** 2), 0, 1 - 1e-9, 200_000);
  return (half - simpson(density, 0, t, 20_000)) / (2 * half);
}

test.each([
  [2, 3],
  [5, 2.5],
  [9, 1.2],
  [40, 3.5],
])('%d degrees of freedom: chance at %d standard errors is the tail of Student’s distribution', (degrees, t) => {
  expect(chanceOf(0.02 * t, { error: 0.02, spread: 0.02, tested: 0.02, degrees, unseen: 0, clusters: 100 })).toBeCloseTo(
    tail(t, degrees),
    5,
  );
});

test('chance and lower bound agree: at the level that the bound holds for, it is 0', () => {
  for (const tried of [1, 6, 40])
    for (const degrees of [3, 12, 80]) {
      const found = { error: 0.03, spread: 0.03, tested: 0.03, degrees, unseen: 0.004, clusters: 50 };
      const at = 0.004 + Math.sqrt(0.03 ** 2 + 0.004 ** 2) * studentOf(degrees, tried / 2);
      expect(lowerBound(at, found, tried)).toBeCloseTo(0, 12);
      expect(chanceOf(at, found)).toBeCloseTo(0.05 / tried, 8);
    }
});

test('power: finer with more people, coarser the more is tried together and the fewer clusters there are', () => {
  const found = (clusters: number) => ({ error: 0, spread: 0, tested: 0, degrees: 1, unseen: 0, clusters });
  const [few, many] = [powerOf(found(100), 1), powerOf(found(10_000), 1)];
  expect(few).toBeLessThan(0.2);
  expect(many).toBeLessThan(few / 10);
  expect(powerOf(found(100), 30)).toBeGreaterThan(few);
  expect(powerOf(found(20), 1)).toBeGreaterThan(few);
  expect(powerOf({ ...found(100), tested: 0.05, degrees: 99 }, 1)).toBeGreaterThan(few);
  expect(powerOf(found(0), 1)).toBe(1);
});

test('a proved figure needs no interval; what has no figure has none at all', () => {
  const sure = proved(BY, { people: 6, of: 60, baseline: { name: 'guessing', right: 1.5 }, reason: 'alike' });
  expect(sure).toMatchObject({ exposed: 0.075, interval: { low: 0.075, high: 0.075 }, uncertainty: null, state: 'proved', confidence: 1 });
  expect(rightShare(sure)).toBe(1);
  const none = withoutFigure(BY, 'errored', 'it failed', { of: 60, lost: 3 });
  expect(none).toMatchObject({ exposed: null, interval: null, right: null, of: 60, lost: 3, people: 0 });
  expect(rightShare(none)).toBeNull();
});

test('without truth and without calibration there is no figure, only the attacker’s own claim', () => {
  const sums = noExposure();
  addExposureCluster(sums, [right, right]);
  expect(findingAt(BY, 0.8, sums, { baseline: 'less', reason: 'r', measured: false })).toMatchObject({
    people: 2,
    right: null,
    exposed: null,
    state: 'not computable',
  });
  const calibrated = findingAt(BY, 0.8, sums, { baseline: 'less', reason: 'r', measured: false, doubt: 0.3 });
  expect(calibrated).toMatchObject({ state: 'expected', right: null, expectedRight: 2 });
  expect(calibrated.uncertainty?.error).toBeGreaterThanOrEqual(0.3);
});
