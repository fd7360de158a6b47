import { type PairCounts, type Relatedness, type Smoothing, stateOf, UNDEFINED } from './relatedness.ts';

const formula = ({ x, y, size }: PairCounts, both: number): number => Math.log(both) + Math.log(size) - Math.log(x) - Math.log(y);

/**
 * Pointwise mutual information, in nats: how much likelier the pair is than chance. A pair never together gets the smaller
 * of 0 and the value with half a document; `half` and `infinite` as for `ngd`, with the sign turned.
 */
export function pmi(counts: PairCounts, smoothing: Smoothing = 'cautious'): Relatedness {
  const state = stateOf(counts);
  if (state === 'undefined') return UNDEFINED;
  if (state !== 'never together') return { state, value: formula(counts, counts.both) };
  if (smoothing === 'infinite') return { state, value: Number.NEGATIVE_INFINITY };
  const half = formula(counts, 0.5);
  return { state, value: smoothing === 'half' ? half : Math.min(0, half) };
}

/** PMI over its greatest possible value for that many common documents: 1 always together, 0 independent, -1 never together. */
export function npmi(counts: PairCounts): Relatedness {
  const state = stateOf(counts);
  if (state === 'undefined' || counts.both === counts.size) return UNDEFINED;
  if (state === 'never together') return { state, value: -1 };
  return { state, value: formula(counts, counts.both) / (Math.log(counts.size) - Math.log(counts.both)) };
}
