import type { UnitWords } from '../kind.ts';

export const GENERALISED_ITEMS: UnitWords = {
  many: 'generalised items',
  code: 'groups',
  lost: 'as not removed',
  named: 'those that first stand in transactions',
};

/** What a statement says of a claim that was checked: `ListedKind`. */
export const CHECKS = 'that every protected itemset is carried by k transactions or none';
