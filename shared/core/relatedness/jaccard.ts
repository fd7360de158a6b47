import { type PairCounts, type Relatedness, stateOf, UNDEFINED } from './relatedness.ts';

/** The documents with both over those with either: 0 never together, 1 always. */
export function jaccard(counts: PairCounts): Relatedness {
  const state = stateOf(counts);
  return state === 'undefined' ? UNDEFINED : { state, value: counts.both / (counts.x + counts.y - counts.both) };
}
