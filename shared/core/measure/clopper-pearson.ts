import { betaBelow } from '../numeric/numeric.ts';
import type { Interval } from './intervals.ts';

/** So many trials on their own are what a share rests on; where that is not known, each number of them by its weight. */
interface Worth {
  readonly weight: number;
  readonly count: number;
}

const HALVINGS = 30;
const TAIL = 0.025;

/** Clopper and Pearson's 95 % interval of a share: each end is where its tail, over all that the share may rest on, is as large as it may be. */
export function clopperPearson(share: number, worths: readonly Worth[]): Interval {
  const total = worths.reduce((sum, { weight }) => sum + weight, 0);
  const end = (below: (at: number, count: number) => number, level: number): number => {
    let [low, high] = [0, 1];
    for (let left = HALVINGS; left > 0; left -= 1) {
      const middle = (low + high) / 2;
      if (worths.reduce((sum, { weight, count }) => sum + weight * below(middle, count), 0) < level * total) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  return {
    low: share <= 0 ? 0 : end((at, count) => betaBelow(at, share * count, (1 - share) * count + 1), TAIL),
    high: share >= 1 ? 1 : end((at, count) => betaBelow(at, share * count + 1, (1 - share) * count), 1 - TAIL),
  };
}
