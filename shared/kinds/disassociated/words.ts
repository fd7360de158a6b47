import type { UnitWords } from '../kind.ts';

export const CLUSTER_WORDS: UnitWords = { many: 'clusters', code: 'clusters', lost: 'as not put back', named: 'numbers' };

/** What a statement says of a claim that was checked, and a comparison of two releases: `ListedKind`. */
export const CLUSTERS_LISTED = {
  checks: 'the rules of k^m-anonymity of its chunks',
  unpaired: 'a disassociated release has no row for a person of the original',
};
