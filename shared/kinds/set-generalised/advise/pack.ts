import { postings } from '../../../core/model/item-index.ts';
import { powerOfTwo } from '../../../core/numeric/numeric.ts';
import { type Draft, shownIndex } from '../core/mend/draft.ts';
import { groupLosses } from '../core/mend/limits.ts';
import { guardedItems, setsOf } from '../core/mend/policy.ts';
import type { MoveOptions } from './foresight.ts';

/** Shares of generalised items to dissolve, tried in turn. */
const PARTS = 32;

/**
 * Hides rare protected items among each other. Anonymisers give each a commoner partner that no constraint protects: it is right in most
 * transactions by its frequency alone, and hides little. It is published alone again. If the limits do not allow it for all, the generalised items
 * go first that name most for their cost.
 */
export async function packDraft(draft: Draft, { foresight, policy, mayChange, limits }: MoveOptions): Promise<Draft> {
  const lists = postings(shownIndex(draft));
  const supportOf = (item: number): number => lists[item].length;
  const { alone, any } = guardedItems(draft, policy);
  const mustHide = (item: number): boolean => alone.has(item) && supportOf(item) > 0 && supportOf(item) < policy.k;
  const membersOf = (at: number): readonly number[] => draft.groups[at];
  // Nothing that is protected is published alone, however often it is there: it was hidden for a reason.
  const mayPack = (items: readonly number[]): boolean => items.some(mustHide) && items.every((item) => mustHide(item) || !any.has(item));
  const may = [...draft.groups.keys()].filter((at) => mayChange(at) && mayPack(membersOf(at)));
  const risks = await foresight.risks(draft, may);
  const worth = new Map(
    may.map((at, place) => {
      const before = groupLosses([membersOf(at)], lists).utilityLoss;
      const after = membersOf(at)
        .filter(mustHide)
        .reduce((total, item) => total + shareOf(supportOf(item), policy.k), 0);
      return [at, risks[place] / Math.max(Number.MIN_VALUE, after - before)];
    }),
  );
  const order = may.toSorted((a, b) => (worth.get(b) as number) - (worth.get(a) as number) || a - b);
  const hidden = order.flatMap((at) => membersOf(at).filter(mustHide));
  const likeness = foresight.likeness(hidden, hidden);
  const placeOf = new Map(hidden.map((item, place) => [item, place]));
  const setOf = setsOf(draft, policy.utility);
  const filling: Filling = {
    k: policy.k,
    lists,
    alike: (a, b) => likeness[(placeOf.get(a) as number) * hidden.length + (placeOf.get(b) as number)],
    mayJoin: (a, b) => setOf(a) === setOf(b),
  };
  for (let part = PARTS; part > 0; part -= 1) {
    const dissolved = order.slice(0, Math.ceil((part * order.length) / PARTS)).map(membersOf);
    const packed = settled(dissolved, filled(dissolved.flat().filter(mustHide), filling), mustHide);
    if (packed.length === 0) continue;
    const gone = new Set(packed.flat());
    const groups = [...draft.groups.filter((members) => !members.some((item) => gone.has(item))), ...packed];
    if (limits.allow(groupLosses(groups, lists))) return { ...draft, groups };
  }
  return draft;
}

/** A generalised item is dissolved only if all items it hides found a place. */
function settled(
  dissolved: readonly (readonly number[])[],
  packed: readonly (readonly number[])[],
  mustHide: (item: number) => boolean,
): readonly (readonly number[])[] {
  const placed = new Set(packed.flat());
  const staying = new Set(dissolved.filter((members) => members.some((item) => mustHide(item) && !placed.has(item))).flat());
  const next = packed.filter((items) => !items.some((item) => staying.has(item)));
  return next.length === packed.length ? packed : settled(dissolved, next, mustHide);
}

/** COAT loss of an item of this support in a generalised item of similar items that reaches k. */
function shareOf(support: number, k: number): number {
  const members = Math.max(2, Math.ceil(k / support));
  return ((powerOfTwo(members) - 1) * k) / members;
}

interface Filling {
  readonly k: number;
  readonly lists: readonly Uint32Array[];
  readonly alike: (a: number, b: number) => number;
  readonly mayJoin: (a: number, b: number) => boolean;
}

/** Builds generalised items with k transactions from similar members that never co-occur. Some items find no place. */
function filled(items: readonly number[], { k, lists, alike, mayJoin }: Filling): readonly (readonly number[])[] {
  const supportOf = (item: number): number => lists[item].length;
  const free = new Set(items.toSorted((a, b) => supportOf(b) - supportOf(a) || a - b));
  const groups: number[][] = [];
  for (const first of free) {
    free.delete(first);
    const group = [first];
    const rows = new Set(lists[first]);
    const meets = (item: number): boolean => lists[item].some((t) => rows.has(t));
    const likeness = (item: number): number => group.reduce((sum, other) => sum + alike(other, item), 0);
    while (rows.size < k) {
      const [next] = [...free]
        .filter((item) => mayJoin(first, item) && !meets(item))
        .map((item) => ({ item, over: Math.max(0, rows.size + supportOf(item) - k), likeness: likeness(item) }))
        .sort((a, b) => a.over - b.over || b.likeness - a.likeness || a.item - b.item);
      if (next === undefined) break;
      free.delete(next.item);
      group.push(next.item);
      for (const t of lists[next.item]) rows.add(t);
    }
    if (rows.size >= k) groups.push(group);
  }
  return groups;
}
