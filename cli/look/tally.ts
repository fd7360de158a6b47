import { isGeneralised, type LocatedTransaction } from '../../shared/core/model/transaction.ts';
import { shortened } from '../../shared/kit/publish/text.ts';
import type { Look } from './look-at.ts';

/** A transaction for display: an entry is its members, one for an item on its own. */
export interface FirstRow {
  readonly line: number | null;
  readonly entries: readonly (readonly string[])[];
  /** Number of entries that are not shown. */
  readonly more: number;
}

export const ROWS = 10;
export const ENTRIES = 20;
const MEMBERS = 12;
const SETS = 8;

/** Counts the content of a file while it is being read. Keeps distinct items and sets, not transactions. */
export class FileTally {
  readonly first: FirstRow[] = [];
  readonly #items = new Set<string>();
  readonly #sets = new Map<string, { readonly members: readonly string[]; times: number }>();
  #transactions = 0;
  #entries = 0;

  add({ items, line }: LocatedTransaction): number {
    this.#transactions += 1;
    this.#entries += items.length;
    for (const entry of items) {
      if (!isGeneralised(entry)) {
        this.#items.add(entry);
        continue;
      }
      const key = JSON.stringify([...entry].sort());
      const known = this.#sets.get(key);
      if (known !== undefined) known.times += 1;
      else {
        this.#sets.set(key, { members: entry, times: 1 });
        for (const member of entry) this.#items.add(member);
      }
    }
    if (this.first.length < ROWS) {
      const entries = items
        .slice(0, ENTRIES)
        .map((entry) => (isGeneralised(entry) ? entry.slice(0, MEMBERS).map(shortened) : [shortened(entry)]));
      this.first.push({ line, entries, more: Math.max(0, items.length - ENTRIES) });
    }
    return this.#transactions;
  }

  get sets(): number {
    return this.#sets.size;
  }

  items(): Iterable<string> {
    return this.#items;
  }

  facts(): Look['facts'] {
    const length = this.#transactions === 0 ? 0 : this.#entries / this.#transactions;
    return [
      { label: 'Transactions', value: String(this.#transactions) },
      { label: 'Distinct items', value: String(this.#items.size) },
      { label: 'Generalised items', value: String(this.#sets.size) },
      { label: 'Items a transaction', value: length.toFixed(1) },
    ];
  }

  mostFrequentSets(): Look['sets'] {
    return [...this.#sets.values()]
      .sort((a, b) => b.times - a.times)
      .slice(0, SETS)
      .map(({ members, times }) => ({ members: members.slice(0, MEMBERS).map(shortened), size: members.length, times }));
  }
}
