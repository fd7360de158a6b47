import type { ListedKind, UnitWords } from '../kind.ts';

export const GENERALISED_ITEMS: UnitWords = {
  many: 'generalised items',
  code: 'groups',
  lost: 'as not removed',
  named: 'those that first stand in transactions',
};

export const SETS_LISTED: Partial<ListedKind> = {
  checks: 'that every protected itemset is carried by k transactions or none',
  holds: 'transactions',
  advised: true,
};
