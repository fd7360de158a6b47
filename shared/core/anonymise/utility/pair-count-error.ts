import { isGeneralised } from '../../model/transaction.ts';
import { powerOfTwo, sum } from '../../numeric/numeric.ts';
import type { Generalisation } from '../generalisation.ts';
import { type ItemIndex, postings } from '../item-index.ts';

/**
 * The average relative error of item-pair counts: over all pairs that a transaction of the original holds, `|true - estimated| / true`.
 * The estimate is a reader's who takes every non-empty subset of a generalised item as equally likely:
 * of n members each is there with probability 2^(n-1)/(2^n - 1), two of them together with 2^(n-2)/(2^n - 1). A suppressed
 * item is estimated as 0. Null when no transaction holds two items. As long as the release's items are a partition, only
 * how often two published entries meet matters; work and memory follow the co-occurring pairs of one entry at a time. `shown`: the
 * transactions without occurrences that are withheld, which readers never count.
 */
export function pairCountError(index: ItemIndex, standsFor: Generalisation, shown: ItemIndex = index): number | null {
  const groups = groupsOf(index, standsFor);
  const lists = postings(index);
  const shownLists = shown === index ? lists : postings(shown);
  let pairs = 0;
  function* errors(): Generator<number> {
    const together = new Float64Array(index.names.length);
    const meetings = new Float64Array(groups.sizes.length);
    for (const [group, members] of groups.members.entries()) {
      meetings.fill(0);
      countMeetings(shown, groups.of, holders(members.map((item) => shownLists[item] as Uint32Array)), meetings);
      for (const item of members) {
        for (const other of countItems(index, lists[item] as Uint32Array, together)) {
          const actual = together[other] as number;
          together[other] = 0;
          if (other <= item) continue;
          pairs += 1;
          yield Math.abs(actual - estimate(groups, group, groups.of[other] as number, meetings)) / actual;
        }
      }
    }
    for (const item of groups.suppressed) {
      for (const other of countItems(index, lists[item] as Uint32Array, together)) {
        together[other] = 0;
        if (other <= item) continue;
        pairs += 1;
        yield 1;
      }
    }
  }
  const total = sum(errors());
  return pairs === 0 ? null : total / pairs;
}

interface Groups {
  /** Group of each item, -1 when it is suppressed. */
  readonly of: Int32Array;
  readonly members: readonly (readonly number[])[];
  /** How many items the published entry says it may stand for. */
  readonly sizes: readonly number[];
  readonly suppressed: readonly number[];
}

function groupsOf(index: ItemIndex, standsFor: Generalisation): Groups {
  const of = new Int32Array(index.names.length).fill(-1);
  const numbers = new Map<unknown, number>();
  const members: number[][] = [];
  const sizes: number[] = [];
  const suppressed: number[] = [];
  for (const [item, name] of index.names.entries()) {
    const entry = standsFor.get(name) ?? null;
    if (entry === null) {
      suppressed.push(item);
      continue;
    }
    let group = numbers.get(entry);
    if (group === undefined) {
      group = members.length;
      numbers.set(entry, group);
      members.push([]);
      sizes.push(isGeneralised(entry) ? entry.length : 1);
    }
    members[group]?.push(item);
    of[item] = group;
  }
  return { of, members, sizes, suppressed };
}

function estimate(groups: Groups, group: number, other: number, meetings: Float64Array): number {
  if (other === -1) return 0;
  const share = (which: number): number => 1 / (1 - powerOfTwo(-(groups.sizes[which] as number)));
  if (group === other) return (meetings[group] as number) * 0.25 * share(group);
  const present = (which: number): number => ((groups.sizes[which] as number) === 1 ? 1 : 0.5 * share(which));
  return (meetings[other] as number) * present(group) * present(other);
}

function holders(lists: readonly Uint32Array[]): Iterable<number> {
  return lists.length === 1 ? (lists[0] as Uint32Array) : new Set(lists.flatMap((list) => [...list]));
}

function countMeetings(index: ItemIndex, groupOf: Int32Array, transactions: Iterable<number>, meetings: Float64Array): void {
  for (const t of transactions) {
    const seen = new Set<number>();
    for (let at = index.starts[t] as number; at < (index.starts[t + 1] as number); at += 1) {
      const group = groupOf[index.items[at] as number] as number;
      if (group >= 0) seen.add(group);
    }
    for (const group of seen) meetings[group] = (meetings[group] as number) + 1;
  }
}

/** Adds up in `counts` with what the transactions hold, and gives the items counted. */
function countItems(index: ItemIndex, transactions: Uint32Array, counts: Float64Array): readonly number[] {
  const found: number[] = [];
  for (const t of transactions) {
    for (let at = index.starts[t] as number; at < (index.starts[t + 1] as number); at += 1) {
      const item = index.items[at] as number;
      if (counts[item] === 0) found.push(item);
      counts[item] = (counts[item] as number) + 1;
    }
  }
  return found;
}
