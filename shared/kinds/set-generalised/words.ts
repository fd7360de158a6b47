import type { Words } from '../../app/audit/people/people-text.ts';
import type { ListedKind, UnitWords } from '../kind.ts';

export const GENERALISED_ITEMS: UnitWords = {
  many: 'generalised items',
  code: 'groups',
  lost: 'as not removed',
  named: 'those that first stand in transactions',
};

export const WORDS: Words = { person: 'transaction', people: 'transactions', target: 'item', targets: 'items' };

/** By what it has: as a part of any kind it could have a `load` too, and the outcome of an audit would be anything to a script. */
export const SETS_LISTED = {
  holds: 'transactions',
  advised: true,
} as const satisfies Partial<ListedKind>;
