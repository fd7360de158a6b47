import type { UtilityConstraint } from '../coat/policy.ts';
import { postings } from '../item-index.ts';
import type { Draft } from './draft.ts';
import type { Guesses } from './guess.ts';
import { setsOf } from './regroup.ts';
import { countOf, type Supports } from './supports.ts';

export interface MergeOptions {
  /** Generalised items by their places in the draft, those to be mended first in front. */
  readonly exposed: readonly number[];
  /** Whether its members may move at all. */
  readonly mayChange: (group: number) => boolean;
  readonly guesses: Guesses;
  readonly supports: Supports;
  readonly utility: readonly UtilityConstraint[] | null;
  readonly mostPenalty: number;
}

/** Joins each of these generalised items with the one that hides it best for what it costs: guesses that are no longer made, a unit of loss. Each is merged once. */
export function merge(draft: Draft, { exposed, mayChange, guesses, supports, utility, mostPenalty }: MergeOptions): Draft {
  const lists = postings(draft.index);
  const setOf = setsOf(draft, utility);
  const groups: (readonly number[] | null)[] = [...draft.groups];
  const penaltyOf = (members: readonly number[]): number => members.length * countOf(members, lists);
  let penalty = draft.groups.reduce((total, members) => total + penaltyOf(members), 0);
  const merged = new Set<number>();
  for (const at of exposed) {
    const mine = groups[at];
    if (mine == null || merged.has(at)) continue;
    let best: { readonly other: number; readonly both: readonly number[]; readonly worth: number; readonly grows: number } | null = null;
    for (const [other, theirs] of groups.entries()) {
      if (
        theirs === null ||
        other === at ||
        !mayChange(other) ||
        merged.has(other) ||
        setOf(theirs[0] as number) !== setOf(mine[0] as number)
      )
        continue;
      const both = [...mine, ...theirs];
      const grows = penaltyOf(both) - penaltyOf(mine) - penaltyOf(theirs);
      const worth = (guesses.risk(mine) + guesses.risk(theirs) - guesses.risk(both)) / Math.max(1, grows);
      if (worth <= (best?.worth ?? 0) || penalty + grows > mostPenalty) continue;
      const after = groups.filter((each): each is readonly number[] => each !== null && each !== mine && each !== theirs);
      if (supports.hold([...after, both], both)) best = { other, both, worth, grows };
    }
    if (best === null) continue;
    groups[at] = best.both.toSorted((a, b) => a - b);
    groups[best.other] = null;
    merged.add(at);
    penalty += best.grows;
  }
  return { ...draft, groups: groups.filter((each) => each !== null) };
}
