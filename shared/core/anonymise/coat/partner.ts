import { type Groups, union } from './groups.ts';
import { HeldTogether } from './held-together.ts';
import { compareLoss } from './utility-loss.ts';

/** Working arrays of one run, so that a step allocates nothing of the dataset's size. */
export interface Workspace {
  readonly classOf: Uint32Array;
  readonly isIn: Uint8Array;
  readonly overlap: Uint32Array;
  readonly promising: Uint32Array;
}

/**
 * What `chosen` merges with: one that satisfies the constraint at once before one that does not, then the one whose merged
 * item loses least, then the earliest. Null when its utility constraint offers nothing. `together` are the groups
 * that hold the constraint's items, `chosen` among them.
 */
export function findPartner(groups: Groups, chosen: number, together: readonly number[], k: number, space: Workspace): number | null {
  const candidates = groups.offered(chosen);
  if (candidates.length < 2) return null;
  countOverlaps(groups, groups.lists[chosen] as Uint32Array, space.overlap);
  const satisfies = satisfaction(groups, chosen, together, k, space);
  const size = groups.sizes[chosen] as number;
  const support = groups.supports[chosen] as number;
  let best = -1;
  let bestSatisfies = false;
  let [bestSize, bestSupport, bestWeight] = [0, 0, 0];
  for (const group of candidates) {
    if (group === chosen) continue;
    const mergedSize = size + (groups.sizes[group] as number);
    const mergedSupport = support + (groups.supports[group] as number) - (space.overlap[group] as number);
    const weight = groups.mergedWeight(chosen, group);
    const loses = best === -1 ? -1 : compareLoss(mergedSize, mergedSupport, weight, bestSize, bestSupport, bestWeight);
    // Asking whether it satisfies is the dear part: only of those that would then win.
    if (bestSatisfies && loses >= 0) continue;
    const satisfying = mergedSupport >= k && satisfies.ask(group);
    if (satisfying === bestSatisfies ? loses >= 0 : bestSatisfies) continue;
    best = group;
    bestSatisfies = satisfying;
    [bestSize, bestSupport, bestWeight] = [mergedSize, mergedSupport, weight];
  }
  satisfies.end();
  space.overlap.fill(0);
  return best;
}

/** In how many of these transactions each group is. */
function countOverlaps(groups: Groups, transactions: Iterable<number>, counts: Uint32Array): void {
  const { starts, items } = groups.index;
  const { groupOf } = groups;
  const lastIn = new Map<number, number>();
  for (const t of transactions) {
    for (let at = starts[t] as number; at < (starts[t + 1] as number); at += 1) {
      const group = groupOf[items[at] as number] as number;
      if (group < 0) continue;
      // A generalised item can be there through several of its members.
      if ((groups.sizes[group] as number) > 1) {
        if (lastIn.get(group) === t) continue;
        lastIn.set(group, t);
      }
      counts[group] = (counts[group] as number) + 1;
    }
  }
}

/**
 * Whether the constraint holds once `chosen` is merged with another group. Subsets without `chosen` do not change by that,
 * so they are asked once; of those with it, the transactions that the other group brings are added to the classes
 * that the rest of the constraint makes.
 */
function satisfaction(groups: Groups, chosen: number, together: readonly number[], k: number, space: Workspace) {
  const rest = together.filter((group) => group !== chosen);
  const listOf = (group: number): Uint32Array => groups.lists[group] as Uint32Array;
  const held = new HeldTogether(rest.map(listOf), space.classOf);
  const restHolds = held.below(k, held.counts()).length === 0;
  const inChosen = listOf(chosen);
  for (const t of inChosen) space.isIn[t] = 1;
  const base = new Uint32Array(held.classes);
  for (const t of inChosen) base[held.classOf[t] as number] = (base[held.classOf[t] as number] as number) + 1;
  const counts = new Uint32Array(held.classes);
  const needed = restHolds ? markPromising() : 0;

  /**
   * A subset of `chosen` and others that lacks transactions gets them only from those that hold the others: only
   * groups found there often enough can help. Usually these are few; the rest are answered without being asked.
   */
  function markPromising(): number {
    let lacking = -1;
    for (const which of held.below(k, base)) if (which !== 0) lacking = which;
    if (lacking === -1) return 0;
    let has = 0;
    for (let which = 0; which < base.length; which += 1) if (held.covers(which, lacking)) has += base[which] as number;
    countOverlaps(groups, held.transactionsCovering(lacking, space.isIn), space.promising);
    return k - has;
  }
  const askInside = (group: number): boolean => {
    const lists = [union(inChosen, listOf(group)), ...rest.filter((other) => other !== group).map(listOf)];
    const inside = new HeldTogether(lists, new Uint32Array(groups.index.transactions));
    return inside.below(k, inside.counts()).length === 0;
  };
  return {
    ask(group: number): boolean {
      if (rest.includes(group)) return askInside(group);
      if (!restHolds || (space.promising[group] as number) < needed) return false;
      counts.set(base);
      for (const t of listOf(group)) {
        if (space.isIn[t] === 1) continue;
        const which = held.classOf[t] as number;
        counts[which] = (counts[which] as number) + 1;
      }
      return held.below(k, counts).length === 0;
    },
    end(): void {
      held.release();
      for (const t of inChosen) space.isIn[t] = 0;
      if (needed > 0) space.promising.fill(0);
    },
  };
}
