import type { Entry, Transaction } from '../../shared/core/model/transaction.ts';
import { seeded, shuffle } from '../../shared/core/random/random.ts';

export interface MadeRelease {
  readonly release: readonly Transaction[];
  /** The items of each original transaction. */
  readonly truth: readonly ReadonlySet<string>[];
}

/**
 * Generalises rare items until each generalised item lies in at least k transactions. `sparse`: partners are rare items at random.
 * `dense`: partners are already in a transaction of the group.
 */
export function makeRelease(
  documents: readonly (readonly string[])[],
  kind: 'sparse' | 'dense',
  seed: string,
  k = 4,
  groups = 120,
): MadeRelease {
  const random = seeded('bench release', kind, seed);
  const holders = new Map<string, number[]>();
  for (const [at, items] of documents.entries()) for (const item of items) holders.set(item, [...(holders.get(item) ?? []), at]);
  const held = (item: string): readonly number[] => holders.get(item) ?? [];
  const rare = shuffle(
    [...holders.keys()].filter((item) => held(item).length < k),
    random,
  );
  const groupOf = new Map<string, readonly string[]>();
  const rowsOf = (members: readonly string[]): number[] => [...new Set(members.flatMap(held))];
  for (let at = 0, made = 0; made < groups && at < rare.length; at += 1) {
    const members = [rare[at]];
    if (groupOf.has(members[0])) continue;
    for (let attempt = 0; attempt < 60 && rowsOf(members).length < k; attempt += 1) {
      const rows = rowsOf(members);
      const from = kind === 'sparse' ? rare : documents[rows[random.below(rows.length)]];
      const partner = from[random.below(from.length)];
      if (!groupOf.has(partner) && !members.includes(partner) && held(partner).length <= 3 * k) members.push(partner);
    }
    if (rowsOf(members).length < k) continue;
    const published = members.toSorted();
    for (const member of published) groupOf.set(member, published);
    made += 1;
  }
  const release = documents.map((items): Transaction => {
    const entries = new Set<Entry>();
    for (const item of items) entries.add(groupOf.get(item) ?? item);
    return { items: [...entries] };
  });
  return { release, truth: documents.map((items) => new Set(items)) };
}
