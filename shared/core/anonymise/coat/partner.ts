import { type Groups, union } from './groups.ts';
import { HeldTogether } from './held-together.ts';
import { compareLoss } from './utility-loss.ts';

/** Working arrays of one run, so that a step allocates nothing of the dataset's size. */
export interface Workspace {
  readonly classOf: Uint32Array;
  readonly classInside: Uint32Array;
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
  const overlapping = countOverlaps(groups, groups.lists[chosen] as Uint32Array, space.overlap);
  const satisfies = satisfaction(groups, chosen, together, k, space);
  const best = new Best(groups, chosen, k, space.overlap, satisfies.ask);
  // These are asked one by one: their loss or what they do for the constraint is their own.
  for (const group of overlapping) if (groups.mayMerge(group, chosen)) best.consider(group);
  const { promising } = space;
  const isSingle = (group: number): boolean => space.overlap[group] !== 0 || promising[group] !== 0 || together.includes(group);
  for (const group of satisfies.promising) {
    if (space.overlap[group] === 0 && groups.mayMerge(group, chosen)) best.consider(group);
  }
  for (const group of together) {
    if (space.overlap[group] === 0 && promising[group] === 0 && groups.mayMerge(group, chosen)) best.consider(group);
  }
  // Of all others the first of each shelf speaks for the shelf.
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

/** The best candidate so far: satisfying first, then least loss, then earliest. */
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

  /** False when no other group with the same loss and a later place can win any more. */
  consider(group: number): boolean {
    const groups = this.#groups;
    const size = (groups.sizes[this.#chosen] as number) + (groups.sizes[group] as number);
    const support = (groups.supports[this.#chosen] as number) + (groups.supports[group] as number) - (this.#overlap[group] as number);
    const weight = groups.mergedWeight(this.#chosen, group);
    const loses =
      this.group === null
        ? -1
        : compareLoss(size, support, weight, this.#size, this.#support, this.#weight) || groups.placeOf(group) - groups.placeOf(this.group);
    // Asking whether it satisfies is the dear part: only of those that would then win.
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

/** Adds up in how many of these transactions each group is, and gives the groups found. */
function countOverlaps(groups: Groups, transactions: Iterable<number>, counts: Uint32Array): readonly number[] {
  const { starts, items } = groups.index;
  const { groupOf } = groups;
  const found: number[] = [];
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
      if (counts[group] === 0) found.push(group);
      counts[group] = (counts[group] as number) + 1;
    }
  }
  return found;
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
  let promising: readonly number[] = [];
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
    /** Whether groups that are not promising may satisfy it too. */
    anyMay: restHolds && needed === 0,
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
      for (const group of promising) space.promising[group] = 0;
    },
  };
}
