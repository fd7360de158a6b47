import { compareCodePoints } from './code-points.ts';

/** An item alone, or a generalised item: the two or more items that may stand behind it, in published order. */
export type Entry = string | readonly string[];

/** One person's set of items. The order of the entries is meaningful: context is taken by position. */
export interface Transaction {
  readonly id?: string;
  readonly items: readonly Entry[];
}

/** A transaction as it was read: with the line it begins on (from 1), and the cluster that the original of a release in clusters names. */
export interface LocatedTransaction extends Transaction {
  readonly line: number;
  readonly cluster?: number;
}

export const isGeneralised = (entry: Entry): entry is readonly string[] => typeof entry !== 'string';

/** Key of a generalised item, independent of the order of its members. No item holds a control character, so the key can be taken apart again. */
export const groupKey = (members: readonly string[]): string => members.toSorted(compareCodePoints).join('\u001f');

/**
 * Published form of each item of the original: itself, a generalised item (the same array for all its members), the name of a hierarchy's node, or
 * null. An item is generalised everywhere or nowhere.
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
