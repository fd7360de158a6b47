import type { Entry, Transaction } from '../model/transaction.ts';

/**
 * What each item of the original is published as: itself, a generalised item (the same array for all its members), the
 * name of a hierarchy's node, or nothing. An item is generalised everywhere or nowhere.
 */
export type Generalisation = ReadonlyMap<string, Entry | null>;

/** The release: each entry once a transaction, a generalised item at its first original's place. */
export function generalise(transactions: readonly Transaction[], standsFor: Generalisation): readonly Transaction[] {
  return transactions.map((transaction) => {
    const items = new Set<Entry>();
    for (const item of transaction.items) {
      const entry = typeof item === 'string' ? (standsFor.get(item) ?? null) : item;
      if (entry !== null) items.add(entry);
    }
    return { ...transaction, items: [...items] };
  });
}
