/** An item alone, or a generalised item: the two or more items that may stand behind it, in published order. */
export type Entry = string | readonly string[];

/** One person's set of items. The order of the entries is meaningful: context is taken by position. */
export interface Transaction {
  readonly id?: string;
  readonly items: readonly Entry[];
}

/** A transaction as it was read: with the line it begins on (from 1), and the cluster that the original of a disassociated release names. */
export interface LocatedTransaction extends Transaction {
  readonly line: number;
  readonly cluster?: number;
}

export const isGeneralised = (entry: Entry): entry is readonly string[] => typeof entry !== 'string';
