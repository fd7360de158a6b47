// A difference of two shares is never stated to reach where no share can be.

import { withinShares } from '../../shared/core/statistics/intervals.ts';
import { decided } from '../../shared/core/verdict/trial.ts';

const lift = { lift: 0.9, low: 0.7, high: 1.1 };
const found = (value: number, baseline: number | null) =>
  decided('attack', null, 'reason', { value, baseline: { name: 'chance', value: baseline }, overBaseline: lift }).overBaseline;

test('ends are cut at what is left above the baseline, and at the baseline below it', () => {
  expect(withinShares({ lift: 0.5, low: 0.25, high: 0.75 }, 0.25)).toEqual({ lift: 0.5, low: 0.25, high: 0.75 });
  expect(withinShares({ lift: 0.75, low: 0.5, high: 1 }, 0.25)).toEqual({ lift: 0.75, low: 0.5, high: 0.75 });
  expect(withinShares({ lift: -0.25, low: -0.75, high: 0.5 }, 0.5)).toEqual({ lift: -0.25, low: -0.5, high: 0.5 });
  // No negative zero: it does not come back from JSON.
  expect(withinShares({ lift: 0, low: -0.25, high: 0.25 }, 0)).toEqual({ lift: 0, low: 0, high: 0.25 });
});

test('a baseline of other rows does not part a difference from its interval', () => {
  expect(withinShares({ lift: 0.75, low: 0.625, high: 0.875 }, 0.5)).toEqual({ lift: 0.75, low: 0.625, high: 0.75 });
});

test('a finding states what is possible; what is no share, or has no baseline, is left as it is', () => {
  expect(found(1, 0.125)).toEqual({ lift: 0.9, low: 0.7, high: 0.9 });
  expect(found(1, 0)).toEqual({ lift: 0.9, low: 0.7, high: 1 });
  expect(found(2, 0.125)).toEqual(lift);
  expect(found(1, null)).toEqual(lift);
});
