import { type PairCounts, type Relatedness, type Smoothing, stateOf, UNDEFINED } from './relatedness.ts';

const formula = ({ x, y, size }: PairCounts, both: number): number =>
  (Math.max(Math.log(x), Math.log(y)) - Math.log(both)) / (Math.log(size) - Math.min(Math.log(x), Math.log(y)));

/**
 * The normalised Google distance: 0 for terms that always come together, 1 for independent ones.
 * A pair never together gets the greater of 1 and the distance with half a document: half a document alone would call
 * two rare strangers close. With `half` it gets that alone, with `infinite` it ranks above every number.
 */
export function ngd(counts: PairCounts, smoothing: Smoothing = 'cautious'): Relatedness {
  const state = stateOf(counts);
  // The rarer term is in every document: the formula divides by zero.
  if (state === 'undefined' || Math.min(counts.x, counts.y) === counts.size) return UNDEFINED;
  if (state !== 'never together') return { state, value: formula(counts, counts.both) };
  if (smoothing === 'infinite') return { state, value: Number.POSITIVE_INFINITY };
  const half = formula(counts, 0.5);
  return { state, value: smoothing === 'half' ? half : Math.max(1, half) };
}
