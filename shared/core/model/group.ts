import { compareCodePoints } from './code-points.ts';
import { isGeneralised, type Transaction } from './transaction.ts';

/** One row of a group: which transaction (position in the release, from 0), and where its generalised item stands in it. */
export interface GroupRow {
  readonly transaction: number;
  readonly entry: number;
}

/** An equivalence group: all transactions that carry the same generalised item, in file order. */
export interface Group {
  /** Names the set, whatever the order of its members: part of the seed of its attacks. */
  readonly key: string;
  /** In the order of the first occurrence: the columns of the table. */
  readonly members: readonly string[];
  readonly rows: readonly GroupRow[];
}

/** A group of one transaction has nothing to be compared with. */
export const isAttackable = (group: Group): boolean => group.rows.length > 1;

/** No item holds a control character, so the key can be taken apart again. */
export const groupKey = (members: readonly string[]): string => members.toSorted(compareCodePoints).join('\u001f');

/** Finds the groups of a release, in the order of their first rows, from transactions that pass by one at a time. */
export class GroupCollector {
  readonly #groups = new Map<string, { readonly key: string; readonly members: readonly string[]; readonly rows: GroupRow[] }>();
  /** Readers share one array among equal generalised items: most are known without making their key. */
  readonly #known = new WeakMap<readonly string[], GroupRow[]>();
  #transactions = 0;

  add({ items }: Transaction): void {
    for (const [entry, members] of items.entries()) {
      if (isGeneralised(members)) this.#rowsOf(members).push({ transaction: this.#transactions, entry });
    }
    this.#transactions += 1;
  }

  groups(): Group[] {
    return [...this.#groups.values()];
  }

  #rowsOf(members: readonly string[]): GroupRow[] {
    const known = this.#known.get(members);
    if (known !== undefined) return known;
    const key = groupKey(members);
    const group = this.#groups.get(key) ?? { key, members, rows: [] };
    this.#groups.set(key, group);
    this.#known.set(members, group.rows);
    return group.rows;
  }
}

export function groupsOf(release: Iterable<Transaction>): Group[] {
  const collector = new GroupCollector();
  for (const transaction of release) collector.add(transaction);
  return collector.groups();
}
