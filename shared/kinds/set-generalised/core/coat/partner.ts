import { compareLoss } from '../utility/utility.ts';
import { type Groups, union } from './groups.ts';
import { HeldTogether } from './held-together.ts';

/** Reused, so a step allocates nothing of the dataset's size. */
export interface Workspace {
  readonly classOf: Uint32Array;
  readonly classInside: Uint32Array;
  readonly isIn: Uint8Array;
  readonly overlap: Uint32Array;
  readonly promising: Uint32Array;
}

/**
 * Merge partner of `chosen`: prefers one that satisfies the constraint at once, then the least loss, then the earliest. Null if its utility
 * constraint has none. `together`: groups of the constraint's items, `chosen` included.
 */
export function findPartner(groups: Groups, chosen: number, together: readonly number[], k: number, space: Workspace): number | null {
  const overlapping = countOverlaps(groups, groups.lists[chosen], space.overlap);
  const satisfies = satisfaction(groups, chosen, together, k, space);
  const best = new Best(groups, chosen, k, space.overlap, satisfies.ask);
  // Considered one by one: they share transactions, so their loss and effect differ.
  for (const group of overlapping) if (groups.mayMerge(group, chosen)) best.consider(group);
  const { promising } = space;
  const isSingle = (group: number): boolean => space.overlap[group] !== 0 || promising[group] !== 0 || together.includes(group);
  for (const group of satisfies.promising) {
    if (space.overlap[group] === 0 && groups.mayMerge(group, chosen)) best.consider(group);
  }
  for (const group of together) {
    if (space.overlap[group] === 0 && promising[group] === 0 && groups.mayMerge(group, chosen)) best.consider(group);
  }
  // All others: the first of each shelf represents it.
  for (const shelf of groups.shelvesOf(chosen)) {
    for (const group of shelf) {
      if (group === chosen || isSingle(group)) continue;
      const goOn = best.consider(group);
      if (!groups.weighted && !(goOn && satisfies.anyMay)) break;
    }
  }
  satisfies.end();
  for (const group of overlapping) space.overlap[group] = 0;
  return best.group;
}

class Best {
  group: number | null = null;
  readonly #groups: Groups;
  readonly #chosen: number;
  readonly #k: number;
  readonly #overlap: Uint32Array;
  readonly #satisfies: (group: number) => boolean;
  #satisfying = false;
  #size = 0;
  #support = 0;
  #weight = 0;

  constructor(groups: Groups, chosen: number, k: number, overlap: Uint32Array, satisfies: (group: number) => boolean) {
    this.#groups = groups;
    this.#chosen = chosen;
    this.#k = k;
    this.#overlap = overlap;
    this.#satisfies = satisfies;
  }

  /** Returns false if no later group with the same loss can win. */
  consider(group: number): boolean {
    const groups = this.#groups;
    const size = groups.sizes[this.#chosen] + groups.sizes[group];
    const support = groups.supports[this.#chosen] + groups.supports[group] - this.#overlap[group];
    const weight = groups.mergedWeight(this.#chosen, group);
    const loses =
      this.group === null
        ? -1
        : compareLoss(size, support, weight, this.#size, this.#support, this.#weight) || groups.placeOf(group) - groups.placeOf(this.group);
    // The satisfaction check is expensive: only for candidates that would win.
    if (this.#satisfying && loses >= 0) return false;
    const satisfying = support >= this.#k && this.#satisfies(group);
    if (satisfying === this.#satisfying ? loses < 0 : satisfying) {
      this.group = group;
      this.#satisfying = satisfying;
      this.#size = size;
      this.#support = support;
      this.#weight = weight;
    }
    return !satisfying && support >= this.#k;
  }
}

function countOverlaps(groups: Groups, transactions: Iterable<number>, counts: Uint32Array): readonly number[] {
  const { starts, items } = groups.index;
  const { groupOf } = groups;
  const found: number[] = [];
  const lastIn = new Map<number, number>();
  for (const t of transactions) {
    for (let at = starts[t]; at < starts[t + 1]; at += 1) {
      const group = groupOf[items[at]];
      if (group < 0) continue;
      // Count a generalised item once even if several members occur.
      if (groups.sizes[group] > 1) {
        if (lastIn.get(group) === t) continue;
        lastIn.set(group, t);
      }
      if (counts[group] === 0) found.push(group);
      counts[group] += 1;
    }
  }
  return found;
}

/**
 * Whether the constraint holds after merging `chosen` with a group. Subsets without `chosen` do not change and are checked once; for the others the
 * group's transactions are added to the classes of the rest of the constraint.
 */
function satisfaction(groups: Groups, chosen: number, together: readonly number[], k: number, space: Workspace) {
  const rest = together.filter((group) => group !== chosen);
  const listOf = (group: number): Uint32Array => groups.lists[group];
  const held = new HeldTogether(rest.map(listOf), space.classOf);
  const restHolds = held.below(k, held.counts()).length === 0;
  const inChosen = listOf(chosen);
  for (const t of inChosen) space.isIn[t] = 1;
  const base = new Uint32Array(held.classes);
  for (const t of inChosen) base[held.classOf[t]] += 1;
  const counts = new Uint32Array(held.classes);
  let promising: readonly number[] = [];
  const needed = restHolds ? markPromising() : 0;

  /**
   * An unsatisfied subset gains support only from transactions that hold its other items, so only groups that occur there often enough can help.
   * They are usually few.
   */
  function markPromising(): number {
    let lacking = -1;
    for (const which of held.below(k, base)) if (which !== 0) lacking = which;
    if (lacking === -1) return 0;
    let has = 0;
    for (let which = 0; which < base.length; which += 1) if (held.covers(which, lacking)) has += base[which];
    promising = countOverlaps(groups, held.transactionsCovering(lacking, space.isIn), space.promising);
    return k - has;
  }
  const askInside = (group: number): boolean => {
    const lists = [union(inChosen, listOf(group)), ...rest.filter((other) => other !== group).map(listOf)];
    const inside = new HeldTogether(lists, space.classInside);
    const holds = inside.below(k, inside.counts()).length === 0;
    inside.release();
    return holds;
  };
  return {
    promising,
    /** Whether unpromising groups may satisfy it too. */
    anyMay: restHolds && needed === 0,
    ask(group: number): boolean {
      if (rest.includes(group)) return askInside(group);
      if (!restHolds || space.promising[group] < needed) return false;
      counts.set(base);
      for (const t of listOf(group)) {
        if (space.isIn[t] === 1) continue;
        const which = held.classOf[t];
        counts[which] += 1;
      }
      return held.below(k, counts).length === 0;
    },
    end(): void {
      held.release();
      for (const t of inChosen) space.isIn[t] = 0;
      for (const group of promising) space.promising[group] = 0;
    },
  };
}
