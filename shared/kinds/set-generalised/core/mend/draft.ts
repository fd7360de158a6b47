import { compareCodePoints } from '../../../../core/model/code-points.ts';
import { type ItemIndex, indexItems } from '../../../../core/model/item-index.ts';
import { type Entry, type Generalisation, isGeneralised, type Transaction } from '../../../../core/model/transaction.ts';

export interface Draft {
  readonly index: ItemIndex;
  readonly groups: readonly (readonly number[])[];
  readonly suppressed: ReadonlySet<number>;
  /** Withheld occurrences, by index into `index.items`. */
  readonly withheld: ReadonlySet<number>;
}

/** Why a release cannot be mended from these transactions. */
export class NoDraft extends Error {}

export function draftOf(transactions: readonly Transaction[], release: readonly Transaction[]): Draft {
  const index = indexItems(transactions);
  const standsFor = readBack(release);
  const groups = new Map<Entry, number[]>();
  const suppressed = new Set<number>();
  for (const [item, name] of index.names.entries()) {
    const entry = standsFor.get(name);
    if (entry === undefined) suppressed.add(item);
    else if (isGeneralised(entry)) groups.set(entry, [...(groups.get(entry) ?? []), item]);
  }
  for (const [entry, members] of groups)
    if (members.length < entry.length)
      throw new NoDraft('a generalised item names something that no transaction holds, which advice cannot mend');
  const withheld = new Set<number>();
  for (const [t, { items }] of release.entries()) {
    const shown = new Set(items.flat());
    for (let at = index.starts[t]; at < index.starts[t + 1]; at += 1) {
      const item = index.items[at];
      if (!suppressed.has(item) && !shown.has(index.names[item])) withheld.add(at);
    }
  }
  return { index, groups: [...groups.values()].filter((members) => members.length > 1), suppressed, withheld };
}

/** Equal sets are one. An item must be published the same way everywhere. */
function readBack(release: readonly Transaction[]): ReadonlyMap<string, Entry> {
  const sets = new Map<string, Entry>();
  const standsFor = new Map<string, Entry>();
  for (const { items } of release) {
    for (const entry of items) {
      const key = isGeneralised(entry) ? JSON.stringify([...entry].sort(compareCodePoints)) : '';
      const one = isGeneralised(entry) ? (sets.get(key) ?? entry) : entry;
      if (isGeneralised(one)) sets.set(key, one);
      for (const member of isGeneralised(one) ? one : [one]) {
        const before = standsFor.get(member);
        if (before !== undefined && before !== one) throw new NoDraft('an item is published in two ways, which advice cannot mend');
        standsFor.set(member, one);
      }
    }
  }
  return standsFor;
}

export function generalisationOf({ index, groups, suppressed }: Draft): Generalisation {
  const standsFor = new Map<string, Entry | null>(index.names.map((name, item) => [name, suppressed.has(item) ? null : name]));
  for (const members of groups) {
    const names = members.map((item) => index.names[item]).sort(compareCodePoints);
    for (const name of names) standsFor.set(name, names);
  }
  return standsFor;
}

/** The same index without withheld occurrences. */
export function shownIndex({ index, withheld }: Draft): ItemIndex {
  if (withheld.size === 0) return index;
  const starts = new Uint32Array(index.starts.length);
  const items: number[] = [];
  for (let t = 0; t < index.transactions; t += 1) {
    for (let at = index.starts[t]; at < index.starts[t + 1]; at += 1) if (!withheld.has(at)) items.push(index.items[at]);
    starts[t + 1] = items.length;
  }
  return { ...index, starts, items: Uint32Array.from(items) };
}

/** The release as it would be published, with the transactions' ids and places. */
export function publishDraft(draft: Draft, transactions: readonly Transaction[]): readonly Transaction[] {
  const standsFor = generalisationOf(draft);
  const { names, starts, items } = shownIndex(draft);
  return transactions.map((transaction, t) => {
    const entries = new Set<Entry>();
    for (let at = starts[t]; at < starts[t + 1]; at += 1) {
      const entry = standsFor.get(names[items[at]]) ?? null;
      if (entry !== null) entries.add(entry);
    }
    return { ...transaction, items: [...entries] };
  });
}
