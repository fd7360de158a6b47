import { type ItemIndex, postings } from '../item-index.ts';
import type { MendPolicy } from './policy.ts';

/** All members of the generalised item that an item stands in; undefined where it stands in none. */
export type MembersOf = (item: number) => readonly number[] | undefined;

export function membersIn(groups: readonly (readonly number[])[]): MembersOf {
  const groupOf = new Map<number, readonly number[]>();
  for (const members of groups) for (const item of members) groupOf.set(item, members);
  return (item) => groupOf.get(item);
}

/** Whether protected itemsets keep their k while generalised items change: only those that hold a changed item are counted. */
interface Supports {
  hold(membersOf: MembersOf, changed: readonly number[]): boolean;
}

/** In how many transactions one of the items is. */
export function countOf(items: readonly number[], lists: readonly Uint32Array[]): number {
  const found = new Set<number>();
  for (const item of items) for (const t of lists[item] as Uint32Array) found.add(t);
  return found.size;
}

/** `shown`: the transactions without what is withheld. Quick, for choosing; the release itself is checked by `policyProblem`. */
export function supportsOf(shown: ItemIndex, { k, privacy }: Pick<MendPolicy, 'k' | 'privacy'>, suppressed: ReadonlySet<number>): Supports {
  const lists = postings(shown);
  const sets = privacy.map((names) =>
    [...new Set(names)].map((name) => shown.numberOf.get(name)).filter((item) => item !== undefined && !suppressed.has(item)),
  ) as number[][];
  const setsWith = new Map<number, number[]>();
  for (const [at, set] of sets.entries()) for (const item of set) setsWith.set(item, [...(setsWith.get(item) ?? []), at]);
  return {
    hold(membersOf, changed) {
      const touched = new Set(changed.flatMap((item) => setsWith.get(item) ?? []));
      for (const at of touched) if (!holds(sets[at] as number[], membersOf, lists, k)) return false;
      return true;
    },
  };
}

/** A subset has at least the support of a whole class of transactions that hold the same of the itemset; so classes are enough. */
function holds(items: readonly number[], membersOf: MembersOf, lists: readonly Uint32Array[], k: number): boolean {
  const masks = new Map<number, bigint>();
  for (const [bit, item] of items.entries()) {
    const own = 1n << BigInt(bit);
    for (const member of membersOf(item) ?? [item]) for (const t of lists[member] as Uint32Array) masks.set(t, (masks.get(t) ?? 0n) | own);
  }
  const counts = new Map<bigint, number>();
  for (const mask of masks.values()) counts.set(mask, (counts.get(mask) ?? 0) + 1);
  for (const mask of counts.keys()) {
    let support = 0;
    for (const [other, count] of counts) if ((other & mask) === mask) support += count;
    if (support < k) return false;
  }
  return true;
}
