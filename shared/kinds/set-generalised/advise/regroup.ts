import { postings } from '../../../core/model/item-index.ts';
import { seeded } from '../../../core/random/random.ts';
import { type Draft, shownIndex } from '../core/mend/draft.ts';
import { type GroupLosses, groupLosses, grown, type MembersOf, supportsOf } from '../core/mend/limits.ts';
import { guardedItems, setsOf } from '../core/mend/policy.ts';
import type { MoveOptions } from './foresight.ts';
import { type Meetings, tournament } from './tournament.ts';

interface RegroupOptions extends MoveOptions {
  readonly seed: string;
  readonly advance: (done: number) => void;
}

/** Number of trial releases, each with as many disjoint exchanges as possible. */
const LOOKS = 40;
/** Number of most promising exchanges of a generalised item to check against the constraints. */
const THOUGHT_OF = 60;
/** A gain below this, in people, is not worth a change. */
const LEAST = 0.02;
/** Supports up to this must be equal; greater ones may differ by their excess over it. */
const MUCH = 4;
/** Items published alone that may serve as partners. */
const MOST_ALONE = 4_000;

/** One member of a generalised item gives its place to another item: one of another generalised item, or one that is published alone. */
interface Exchange {
  readonly at: number;
  readonly first: readonly number[];
  /** Null: the new member was a single item, and the leaving member becomes one. */
  readonly other: number | null;
  readonly second: readonly number[];
  readonly comes: number;
  readonly leaves: number;
  /** Scored by pairs. */
  readonly gain: number;
}

/**
 * Exchanges members of generalised items, as items that met promise, and keeps what the attackers themselves are expected to name less of. Each
 * generalised item keeps its number of members, each protected itemset its k, each item its utility constraint, and no loss grows beyond its limit.
 */
export async function regroup(draft: Draft, options: RegroupOptions): Promise<Draft> {
  const { foresight, policy, mayChange, limits, seed, advance } = options;
  const shown = shownIndex(draft);
  const lists = postings(shown);
  const supports = supportsOf(shown, policy, draft.suppressed);
  const setOf = setsOf(draft, policy.utility);
  const { any: guarded } = guardedItems(draft, policy);
  const random = seeded(seed, 'partners');
  let groups: readonly (readonly number[])[] = draft.groups;
  let losses = groupLosses(groups, lists);
  const all = [...groups.keys()];
  const members = groups.flatMap((items, at) => (mayChange(at) ? [...items] : []));
  const partnersOf = new Map(groups.flatMap((items) => items.map((item) => [item, items.filter((each) => each !== item)] as const)));
  const supportOf = (item: number): number => lists[item].length;
  const asCommon = (a: number, b: number): boolean =>
    partnersOf.get(a)?.some((partner) => Math.abs(supportOf(partner) - supportOf(b)) <= Math.max(0, supportOf(partner) - MUCH)) === true;
  const meetings = await tournament(draft, {
    foresight,
    members,
    alone: aloneIn(draft, members, lists),
    // An exchange keeps what is supported: so an item meets those that are about as common as its partners are.
    mayMeet: (a, b) => setOf(a) === setOf(b) && (asCommon(a, b) || asCommon(b, a)),
    random,
    advance,
  });
  const risks = await foresight.risks(draft, all);
  meet(meetings, groups, risks, all);
  const groupOf = new Map(groups.flatMap((items, at) => items.map((item) => [item, at] as const)));
  const tried = new Set<string>();
  const guess = (items: readonly number[]): number => meetings.ofGroup(items) * (2 / items.length);

  const after = ({ at, first, other, second }: Exchange, before: readonly (readonly number[])[]): readonly (readonly number[])[] =>
    other === null ? before.with(at, first) : before.with(at, first).with(other, second);
  const lossesAfter = ({ at, first, other, second }: Exchange): GroupLosses => {
    const touched = other === null ? [at] : [at, other];
    const before = touched.map((group) => groups[group]);
    return grown(losses, groupLosses(before, lists), groupLosses(other === null ? [first] : [first, second], lists));
  };
  const membersAfter =
    ({ first, second }: Exchange): MembersOf =>
    (item) => {
      if (first.includes(item)) return first;
      if (second.includes(item)) return second;
      const at = groupOf.get(item);
      const members = at === undefined ? undefined : groups[at];
      // Members without a new group are published alone.
      return members?.some((each) => first.includes(each)) === true ? undefined : members;
    };
  const isKept = (exchange: Exchange): boolean =>
    limits.allow(lossesAfter(exchange)) && supports.hold(membersAfter(exchange), [...exchange.first, ...exchange.second, exchange.leaves]);

  const promising = (at: number, used: ReadonlySet<number>, taken: ReadonlySet<number>): Exchange[] => {
    const mine = groups[at];
    const found: Exchange[] = [];
    for (const [place, leaves] of mine.entries()) {
      const newcomers = new Set(mine.flatMap((item) => (item === leaves ? [] : meetings.best(item))));
      for (const comes of newcomers) {
        const other = groupOf.get(comes) ?? null;
        if (other === at || taken.has(comes) || setOf(comes) !== setOf(leaves)) continue;
        if (other === null && guarded.has(leaves)) continue;
        if (other !== null && (used.has(other) || !mayChange(other))) continue;
        const first = mine.with(place, comes);
        const second = other === null ? [] : groups[other].map((each) => (each === comes ? leaves : each));
        const before = risks[at] + (other === null ? 0 : risks[other]);
        const gain = before - guess(first) - (other === null ? 0 : guess(second));
        if (gain > LEAST && !tried.has(nameOf(first, second))) found.push({ at, first, other, second, comes, leaves, gain });
      }
    }
    return found.sort((a, b) => b.gain - a.gain).slice(0, THOUGHT_OF);
  };

  for (let look = 0; look < LOOKS; look += 1) {
    advance(look);
    const used = new Set<number>();
    const taken = new Set<number>();
    const exchanges: Exchange[] = [];
    for (const at of all.toSorted((a, b) => risks[b] - risks[a] || a - b)) {
      if (used.has(at) || !mayChange(at) || risks[at] < LEAST) continue;
      const exchange = promising(at, used, taken).find(isKept);
      if (exchange === undefined) continue;
      tried.add(nameOf(exchange.first, exchange.second));
      exchanges.push(exchange);
      used.add(at);
      if (exchange.other !== null) used.add(exchange.other);
      taken.add(exchange.comes);
    }
    if (exchanges.length === 0) break;
    const thought = exchanges.reduce((before, exchange) => after(exchange, before), groups);
    const places = [...used];
    const found = await foresight.risks({ ...draft, groups: thought }, places);
    meet(meetings, thought, found, places);
    const newOf = new Map(places.map((at, place) => [at, found[place]]));
    for (const exchange of exchanges) {
      const { at, other, comes, leaves } = exchange;
      const touched = other === null ? [at] : [at, other];
      const sum = (of: (group: number) => number): number => touched.reduce((total, group) => total + of(group), 0);
      if (sum((group) => newOf.get(group) as number) > sum((group) => risks[group]) - LEAST) continue;
      // Another exchange of this round may have used its members.
      if (!isKept(exchange)) continue;
      losses = lossesAfter(exchange);
      groups = after(exchange, groups);
      for (const group of touched) risks[group] = newOf.get(group) as number;
      groupOf.set(comes, at);
      if (other === null) groupOf.delete(leaves);
      else groupOf.set(leaves, other);
    }
  }
  return { ...draft, groups: groups.map((items) => items.toSorted((a, b) => a - b)) };
}

const nameOf = (...groups: readonly (readonly number[])[]): string =>
  groups.map((items) => items.toSorted((a, b) => a - b).join()).join(';');

/** Items of one generalised item count as tried. */
function meet(meetings: Meetings, groups: readonly (readonly number[])[], risks: Float64Array, places: readonly number[]): void {
  for (const [nth, at] of places.entries()) {
    const [a, b, ...more] = groups[at];
    if (a !== undefined && b !== undefined && more.length === 0) meetings.add(a, b, risks[nth]);
  }
}

/** Items published alone that are no commoner than the members: they cost no more as partners. */
function aloneIn(draft: Draft, members: readonly number[], lists: readonly Uint32Array[]): readonly number[] {
  const hidden = new Set(draft.groups.flat());
  const supportOf = (item: number): number => lists[item].length;
  const most = members.reduce((greatest, item) => Math.max(greatest, supportOf(item)), 0);
  return draft.index.names
    .map((_, item) => item)
    .filter((item) => !hidden.has(item) && !draft.suppressed.has(item) && supportOf(item) > 0 && supportOf(item) <= most)
    .toSorted((a, b) => supportOf(b) - supportOf(a) || a - b)
    .slice(0, MOST_ALONE);
}
