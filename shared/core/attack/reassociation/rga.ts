import { mean } from '../../numeric/numeric.ts';
import { CLOSENESS_TIE, type Strategy } from './closeness.ts';

/** Related group: the mean over the items at or closer than the median, which is the mean of the two middle ones when even. */
export const rga: Strategy = (closeness) => {
  if (closeness.length === 0) return Number.NaN;
  const sorted = closeness.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? (sorted[middle] as number) : mean([sorted[middle - 1] as number, sorted[middle] as number]);
  return mean(closeness.filter((each) => each >= median - CLOSENESS_TIE));
};
