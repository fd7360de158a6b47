import { type Draft, shownIndex } from './draft.ts';
import type { MendPolicy } from './policy.ts';
import { membersIn, supportsOf } from './supports.ts';

/** Items to be left out of one transaction: a neighbour that betrays, or all members of a generalised item. */
export interface Wish {
  readonly transaction: number;
  readonly items: readonly number[];
}

/** Withholds what may be: in their order, each unless a protected itemset would lose its k; at most so many occurrences. */
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
  for (let at = index.starts[transaction] as number; at < (index.starts[transaction + 1] as number); at += 1)
    if (items.includes(index.items[at] as number)) places.push(at);
  return places;
}
