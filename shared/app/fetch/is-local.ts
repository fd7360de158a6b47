import type { HitCounter } from '../../ports/hit-counter.ts';

/** Asked as often as one likes: a dictionary or a corpus, not a live source. */
export const isLocal = ({ source }: HitCounter): boolean => source.id === 'wordnet' || source.id.startsWith('corpus:');
