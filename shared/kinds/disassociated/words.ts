import type { ListedKind, UnitWords } from '../kind.ts';

export const CLUSTER_WORDS: UnitWords = { many: 'clusters', code: 'clusters', lost: 'as not put back', named: 'numbers' };

/** By what it has: as a part of any kind it could have a `load` too, and the outcome of an audit would be anything to a script. */
export const CLUSTERS_LISTED = {
  holds: 'clusters',
  unpaired: 'a disassociated release has no row for a person of the original',
} as const satisfies Partial<ListedKind>;
