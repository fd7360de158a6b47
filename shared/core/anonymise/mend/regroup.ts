import { type UtilityConstraint, uniteSets } from '../coat/policy.ts';
import { postings } from '../item-index.ts';
import type { Draft } from './draft.ts';
import type { Guesses } from './guess.ts';
import { countOf, type Supports } from './supports.ts';

export interface RegroupOptions {
  /** Whether its members may move at all. */
  readonly mayChange: (group: number) => boolean;
  readonly guesses: Guesses;
  readonly supports: Supports;
  readonly utility: readonly UtilityConstraint[] | null;
  /** The sum over generalised items of members times transactions may grow to this. */
  readonly mostPenalty: number;
}

/** Least gain of a swap: less is within the rounding of what is guessed. */
const LEAST = 1e-6;
const MOST_PASSES = 6;

/**
 * Swaps members of generalised items while what an attacker guesses falls: partners that the contexts cannot tell apart come together.
 * Each generalised item keeps its number of members, each protected itemset its k, each item its utility constraint.
 */
export function regroup(draft: Draft, { mayChange, guesses, supports, utility, mostPenalty }: RegroupOptions): Draft {
  const lists = postings(draft.index);
  const setOf = setsOf(draft, utility);
  const groups = draft.groups.map((members) => [...members]);
  const risks = groups.map((members) => guesses.risk(members));
  const penaltyOf = (members: readonly number[]): number => members.length * countOf(members, lists);
  let penalty = groups.reduce((total, members) => total + penaltyOf(members), 0);
  const open = groups.map((_, at) => mayChange(at));

  const bestSwap = (at: number, place: number): Swap | null => {
    let best: Swap | null = null;
    const mine = groups[at] as number[];
    const item = mine[place] as number;
    for (const [other, theirs] of groups.entries()) {
      if (other === at || !mayChange(other)) continue;
      for (const [otherPlace, otherItem] of theirs.entries()) {
        if (setOf(item) !== setOf(otherItem)) continue;
        const first = mine.with(place, otherItem);
        const second = theirs.with(otherPlace, item);
        const gain = (risks[at] as number) + (risks[other] as number) - guesses.risk(first) - guesses.risk(second);
        if (gain <= (best?.gain ?? LEAST)) continue;
        const grows = penaltyOf(first) + penaltyOf(second) - penaltyOf(mine) - penaltyOf(theirs);
        if (penalty + grows > mostPenalty) continue;
        const after = groups.with(at, first).with(other, second);
        if (!supports.hold(after, [...first, ...second])) continue;
        best = { other, first, second, gain, grows };
      }
    }
    return best;
  };

  for (let pass = 0, moved = true; moved && pass < MOST_PASSES; pass += 1) {
    moved = false;
    for (const at of groups.keys()) {
      if (open[at] !== true) continue;
      open[at] = false;
      for (const place of (groups[at] as number[]).keys()) {
        const swap = bestSwap(at, place);
        if (swap === null) continue;
        groups[at] = [...swap.first];
        groups[swap.other] = [...swap.second];
        risks[at] = guesses.risk(swap.first);
        risks[swap.other] = guesses.risk(swap.second);
        penalty += swap.grows;
        open[at] = true;
        open[swap.other] = true;
        moved = true;
      }
    }
  }
  return { ...draft, groups: groups.map((members) => members.toSorted((a, b) => a - b)) };
}

interface Swap {
  readonly other: number;
  readonly first: readonly number[];
  readonly second: readonly number[];
  readonly gain: number;
  readonly grows: number;
}

/** Which utility constraint an item stands in; those that stand in none can join nothing. */
export function setsOf({ index }: Draft, utility: readonly UtilityConstraint[] | null): (item: number) => number {
  if (utility === null) return () => 0;
  const sets = new Map<number, number>();
  for (const [at, set] of uniteSets(utility).entries())
    for (const name of set) {
      const item = index.numberOf.get(name);
      if (item !== undefined) sets.set(item, at);
    }
  return (item) => sets.get(item) ?? -1 - item;
}
