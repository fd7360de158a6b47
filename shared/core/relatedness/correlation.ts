import { mean, sum } from '../numeric/numeric.ts';

/** Pearson's correlation; NaN for fewer than three values or where one side does not vary. */
export function pearson(x: readonly number[], y: readonly number[]): number {
  if (x.length !== y.length) throw new RangeError('a correlation needs as many values on both sides');
  if (x.length < 3) return Number.NaN;
  const meanX = mean(x);
  const meanY = mean(y);
  const covariance = sum(x.map((value, at) => (value - meanX) * ((y[at] as number) - meanY)));
  const spreadX = sum(x.map((value) => (value - meanX) * (value - meanX)));
  const spreadY = sum(y.map((value) => (value - meanY) * (value - meanY)));
  return spreadX > 0 && spreadY > 0 ? covariance / Math.sqrt(spreadX * spreadY) : Number.NaN;
}

/** Spearman's: Pearson's of the ranks, equal values sharing the mean of theirs. */
export const spearman = (x: readonly number[], y: readonly number[]): number => pearson(ranks(x), ranks(y));

function ranks(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).toSorted((a, b) => (values[a] as number) - (values[b] as number));
  const ranked = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && values[order[to] as number] === values[order[from] as number]) to += 1;
    for (let at = from; at < to; at += 1) ranked[order[at] as number] = (from + to - 1) / 2;
    from = to;
  }
  return ranked;
}
