import { postings } from '../../../core/model/item-index.ts';
import { type Draft, shownIndex } from '../core/mend/draft.ts';
import { groupLosses, grown, membersIn, supportsOf } from '../core/mend/limits.ts';
import { setsOf } from '../core/mend/policy.ts';
import type { Foresight, MoveOptions } from './foresight.ts';

interface MergeOptions extends MoveOptions {
  /** Generalised items by their places in the draft, those to be mended first in front. */
  readonly exposed: readonly number[];
}

/** Trial releases: each merges every exposed generalised item with a similar one. */
const LOOKS = 8;

interface Merger {
  readonly at: number;
  readonly other: number;
  /** People who are no longer named, a unit of loss. */
  readonly worth: number;
}

/** Joins exposed generalised items with those that hide them best for what it costs. Each is merged once. */
export async function merge(draft: Draft, { foresight, policy, exposed, mayChange, limits }: MergeOptions): Promise<Draft> {
  const shown = shownIndex(draft);
  const lists = postings(shown);
  const supports = supportsOf(shown, policy, draft.suppressed);
  const setOf = setsOf(draft, policy.utility);
  const { groups } = draft;
  const membersOf = (at: number): readonly number[] => groups[at];
  const both = (at: number, other: number): number[] => [...membersOf(at), ...membersOf(other)].sort((a, b) => a - b);
  const all = [...groups.keys()];
  const risks = await foresight.risks(draft, all);
  const mayJoin = (at: number, other: number): boolean =>
    other !== at && mayChange(other) && setOf(membersOf(at)[0]) === setOf(membersOf(other)[0]);
  const alike = new Map(exposed.map((at) => [at, mostAlike(draft, foresight, at).filter((other) => mayJoin(at, other))]));

  const mergers: Merger[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    const used = new Set<number>();
    const pairs: (readonly [number, number])[] = [];
    for (const at of exposed) {
      const others = alike.get(at) ?? [];
      const other = others.find((each) => !used.has(each));
      if (used.has(at) || other === undefined) continue;
      others.splice(others.indexOf(other), 1);
      used.add(at).add(other);
      pairs.push([at, other]);
    }
    if (pairs.length === 0) break;
    const rest = all.filter((at) => !used.has(at)).map(membersOf);
    const found = await foresight.risks({ ...draft, groups: [...pairs.map(([at, other]) => both(at, other)), ...rest] }, [...pairs.keys()]);
    for (const [nth, [at, other]] of pairs.entries()) {
      const grows = groupLosses([both(at, other)], lists).penalty - groupLosses([membersOf(at), membersOf(other)], lists).penalty;
      const spared = risks[at] + risks[other] - found[nth];
      if (spared > 0) mergers.push({ at, other, worth: spared / Math.max(1, grows) });
    }
  }
  const merged = new Set<number>();
  let after = [...groups];
  let losses = groupLosses(groups, lists);
  for (const { at, other } of mergers.toSorted((a, b) => b.worth - a.worth || a.at - b.at)) {
    if (merged.has(at) || merged.has(other)) continue;
    const now = grown(losses, groupLosses([membersOf(at), membersOf(other)], lists), groupLosses([both(at, other)], lists));
    if (!limits.allow(now)) continue;
    const next = [...after.filter((members) => members !== membersOf(at) && members !== membersOf(other)), both(at, other)];
    if (!supports.hold(membersIn(next), both(at, other))) continue;
    after = next;
    losses = now;
    merged.add(at).add(other);
  }
  return { ...draft, groups: after };
}

/** Other generalised items, those in front whose members attackers hold for most like its own. */
function mostAlike({ groups }: Draft, foresight: Foresight, at: number): number[] {
  const own = groups[at];
  const items = groups.flat();
  const placeOf = new Map(items.map((item, place) => [item, place]));
  const likeness = foresight.likeness(own, items);
  const to = (other: readonly number[]): number => {
    let total = 0;
    for (const row of own.keys()) for (const item of other) total += likeness[row * items.length + (placeOf.get(item) as number)];
    return total / (own.length * other.length);
  };
  const means = groups.map(to);
  return [...groups.keys()].sort((a, b) => means[b] - means[a] || a - b);
}
