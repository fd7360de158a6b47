import type { ListedKind, UnitWords } from '../kind.ts';

export const CLUSTER_WORDS: UnitWords = { many: 'clusters', code: 'clusters', lost: 'as not put back', named: 'numbers' };

export const CLUSTERS_LISTED: Partial<ListedKind> = {
  checks: 'the rules of k^m-anonymity of its chunks',
  holds: 'clusters',
  unpaired: 'a disassociated release has no row for a person of the original',
};
