import { type ItemIndex, postings } from '../../../../core/model/item-index.ts';
import { powerOfTwo } from '../../../../core/numeric/numeric.ts';
import { type Draft, shownIndex } from './draft.ts';
import type { MendPolicy } from './policy.ts';

/** Losses of generalised items, for comparison only: members x transactions (as NCP) and COAT's utility loss. */
export interface GroupLosses {
  readonly penalty: number;
  readonly utilityLoss: number;
}

export function groupLosses(groups: readonly (readonly number[])[], lists: readonly Uint32Array[]): GroupLosses {
  let [penalty, utilityLoss] = [0, 0];
  for (const members of groups) {
    const rows = countOf(members, lists);
    penalty += members.length * rows;
    utilityLoss += (powerOfTwo(members.length) - 1) * rows;
  }
  return { penalty, utilityLoss };
}

export const grown = (all: GroupLosses, before: GroupLosses, after: GroupLosses): GroupLosses => ({
  penalty: all.penalty - before.penalty + after.penalty,
  utilityLoss: all.utilityLoss - before.utilityLoss + after.utilityLoss,
});

/** Upper limits on losses, as a multiple of other losses. */
export class Limits {
  readonly #most: readonly GroupLosses[];

  constructor(...of: readonly { readonly losses: GroupLosses; readonly times: number }[]) {
    this.#most = of.map(({ losses: { penalty, utilityLoss }, times }) => ({ penalty: times * penalty, utilityLoss: times * utilityLoss }));
  }

  allow({ penalty, utilityLoss }: GroupLosses): boolean {
    return this.#most.every((most) => penalty <= most.penalty && utilityLoss <= most.utilityLoss);
  }
}

/** Members of an item's generalised item; undefined if it is in none. */
export type MembersOf = (item: number) => readonly number[] | undefined;

export function membersIn(groups: readonly (readonly number[])[]): MembersOf {
  const groupOf = new Map<number, readonly number[]>();
  for (const members of groups) for (const item of members) groupOf.set(item, members);
  return (item) => groupOf.get(item);
}

/** Checks that protected itemsets keep their k when generalised items change; recounts only itemsets with a changed item. */
interface Supports {
  hold(membersOf: MembersOf, changed: readonly number[]): boolean;
}

/** Number of transactions with at least one of the items. */
export function countOf(items: readonly number[], lists: readonly Uint32Array[]): number {
  const found = new Set<number>();
  for (const item of items) for (const t of lists[item]) found.add(t);
  return found.size;
}

/** `shown`: transactions without withheld occurrences. A fast check for choosing; `policyProblem` checks the release. */
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
      for (const at of touched) if (!holds(sets[at], membersOf, lists, k)) return false;
      return true;
    },
  };
}

/** A subset has at least the support of a class of transactions with the same items of the itemset, so checking classes is enough. */
function holds(items: readonly number[], membersOf: MembersOf, lists: readonly Uint32Array[], k: number): boolean {
  const masks = new Map<number, bigint>();
  for (const [bit, item] of items.entries()) {
    const own = 1n << BigInt(bit);
    for (const member of membersOf(item) ?? [item]) for (const t of lists[member]) masks.set(t, (masks.get(t) ?? 0n) | own);
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

/** Items to withhold from one transaction: a revealing neighbour, or all members of a generalised item. */
export interface Wish {
  readonly transaction: number;
  readonly items: readonly number[];
}

/** Withholds in order, unless a protected itemset would lose its k; at most `most` occurrences. */
export function withhold(draft: Draft, wishes: readonly Wish[], policy: Pick<MendPolicy, 'k' | 'privacy'>, most = Infinity): Draft {
  const guarded = new Set(policy.privacy.flat().map((name) => draft.index.numberOf.get(name)));
  const groupOf = new Map(draft.groups.flatMap((members) => members.map((item) => [item, members] as const)));
  let withheld: ReadonlySet<number> = draft.withheld;
  let left = most;
  for (const { transaction, items } of wishes) {
    const places = placesOf(draft, transaction, items).filter((at) => !withheld.has(at));
    if (places.length === 0 || places.length > left) continue;
    const after = new Set([...withheld, ...places]);
    const beside = items.flatMap((item) => groupOf.get(item) ?? [item]);
    if (beside.some((item) => guarded.has(item))) {
      const supports = supportsOf(shownIndex({ ...draft, withheld: after }), policy, draft.suppressed);
      if (!supports.hold(membersIn(draft.groups), beside)) continue;
    }
    withheld = after;
    left -= places.length;
  }
  return { ...draft, withheld };
}

function placesOf({ index }: Draft, transaction: number, items: readonly number[]): number[] {
  const places: number[] = [];
  for (let at = index.starts[transaction]; at < index.starts[transaction + 1]; at += 1)
    if (items.includes(index.items[at])) places.push(at);
  return places;
}
