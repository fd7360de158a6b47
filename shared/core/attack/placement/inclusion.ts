import { exp } from '../../numeric/numeric.ts';

/**
 * The probability that each row is among `count` chosen ones when one alone would be row r with probability p(r): odds are those of
 * one choice times a common factor, such that the expected number is right. O(rows), by bisection.
 */
export function inclusion(one: Float64Array, count: number): Float64Array {
  const able = one.reduce((total, p) => total + (p > 0 ? 1 : 0), 0);
  if (count >= able) return one.map((p) => (p > 0 ? 1 : 0));
  const expected = (factor: number): number => one.reduce((total, p) => total + (factor * p) / (1 + factor * p), 0);
  let [low, high] = [0, 1];
  while (expected(high) < count) high *= 2;
  for (let round = 0; round < 50; round += 1) {
    const middle = (low + high) / 2;
    if (expected(middle) < count) low = middle;
    else high = middle;
  }
  return one.map((p) => (high * p) / (1 + high * p));
}

/** Exponents of the power law that are looked through. */
const EXPONENTS = Array.from({ length: 36 }, (_, at) => 0.5 + at / 10);

/** What a release shows of the terms of a cluster of `size` transactions: the supports of those of its record chunks, and how many the term chunk has. */
export interface ShownSupports {
  readonly size: number;
  readonly supports: readonly number[];
  readonly inTermChunk: number;
}

/**
 * In how many transactions of its cluster a term of a term chunk lies, on average: from 1 to k - 1, by the power law that is likeliest
 * (exponent on a grid) for supports of k and more as they are shown, and for as many below k as term chunks have terms. The number in
 * the term chunks tells most: supports of k and more alone are too few and too alike. Without either: one.
 */
export function termSupport(clusters: readonly ShownSupports[], k: number): number {
  if (k <= 2 || clusters.every(({ supports, inTermChunk }) => supports.length + inTermChunk === 0)) return 1;
  const largest = clusters.reduce((most, { size }) => Math.max(most, size), k);
  const logs = Float64Array.from({ length: largest + 1 }, (_, n) => Math.log(Math.max(1, n)));
  let best = { exponent: 0, loss: Number.POSITIVE_INFINITY };
  for (const exponent of EXPONENTS) {
    const upTo = new Float64Array(largest + 1);
    for (let n = 1; n <= largest; n += 1) upTo[n] = (upTo[n - 1] as number) + power(logs[n] as number, exponent);
    let loss = 0;
    for (const { size, supports, inTermChunk } of clusters) {
      loss += (supports.length + inTermChunk) * Math.log(upTo[size] as number);
      loss -= inTermChunk * Math.log(upTo[Math.min(size, k - 1)] as number);
      for (const support of supports) loss += exponent * (logs[support] as number);
    }
    if (loss < best.loss) best = { exponent, loss };
  }
  let [weight, total] = [0, 0];
  for (let n = 1; n < k; n += 1) {
    weight += power(Math.log(n), best.exponent);
    total += n * power(Math.log(n), best.exponent);
  }
  return total / weight;
}

const power = (log: number, exponent: number): number => exp(-exponent * log);
