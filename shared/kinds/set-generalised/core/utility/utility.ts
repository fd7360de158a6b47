import { type ItemIndex, postings } from '../../../../core/model/item-index.ts';
import { type Generalisation, isGeneralised } from '../../../../core/model/transaction.ts';
import { logSumExp, powerOfTwo, sum } from '../../../../core/numeric/numeric.ts';

/** Names and units as in `measures.json`. */
export interface Utility {
  readonly transactions: number;
  readonly items: number;
  readonly generalisedItems: number;
  readonly largestGeneralisedItem: number;
  /** Decimal logarithm of the total utility loss, which underflows a double; null if nothing is generalised. */
  readonly utilityLossLog10: number | null;
  /** Suppressed items / distinct items, and / occurrences of items. */
  readonly suppressedShare: number;
  readonly suppressedOccurrences: number;
  /** Normalised certainty penalty: over all occurrences, the mean of |g| / M, 0 for an item published as it is, 1 for a suppressed one. */
  readonly ncp: number;
  readonly pairCountError: number | null;
}

/** `shown`: transactions without withheld occurrences, which count as suppressed. */
export function utilityOf(index: ItemIndex, standsFor: Generalisation, shown: ItemIndex = index): Utility {
  const items = index.names.length;
  const lists = postings(shown);
  const withheld = index.items.length - shown.items.length;
  const holders = new Map<readonly string[], Set<number>>();
  let [suppressed, suppressedOccurrences, penalty] = [0, withheld, withheld * items];
  for (const [item, name] of index.names.entries()) {
    const list = lists[item];
    const entry = standsFor.get(name) ?? null;
    if (entry === null) {
      suppressed += 1;
      suppressedOccurrences += list.length;
      penalty += list.length * items;
    } else if (isGeneralised(entry)) {
      penalty += list.length * Math.min(entry.length, items);
      const held = holders.get(entry) ?? new Set();
      for (const transaction of list) held.add(transaction);
      holders.set(entry, held);
    }
  }
  const losses = [...holders].map(([members, held]) => logUtilityLoss(members.length, held.size, 1, items, index.transactions));
  return {
    transactions: index.transactions,
    items,
    generalisedItems: holders.size,
    largestGeneralisedItem: Math.max(0, ...[...holders.keys()].map(({ length }) => length)),
    utilityLossLog10: losses.length === 0 ? null : logSumExp(losses) / Math.LN10,
    suppressedShare: items === 0 ? 0 : suppressed / items,
    suppressedOccurrences: index.items.length === 0 ? 0 : suppressedOccurrences / index.items.length,
    ncp: index.items.length === 0 ? 0 : penalty / (index.items.length * items),
    pairCountError: pairCountError(index, standsFor, shown),
  };
}

/** `(2^|g| - 1) / (2^M - 1) * weight(g) * support(g) / N`, as its natural logarithm: M goes into the thousands, 2^M does not. */
function logUtilityLoss(size: number, support: number, weight: number, items: number, transactions: number): number {
  return logSubsets(size) - logSubsets(items) + Math.log(weight) + Math.log(support) - Math.log(transactions);
}

/** ln(2^n - 1): the number of readings of a generalised item of n members. From n = 52 the 1 is below double precision. */
export function logSubsets(size: number): number {
  return size < SMALL.length ? SMALL[size] : size * Math.LN2;
}

const SMALL = Float64Array.from({ length: 53 }, (_, size) => Math.log(Number(1n << BigInt(size)) - 1));

/**
 * Negative if the first loses less. Products within rounding are compared exactly: 3 * 7 and 7 * 3 must tie, although their logarithms may differ
 * in the last bit.
 */
export function compareLoss(size: number, support: number, weight: number, size2: number, support2: number, weight2: number): number {
  if (size === size2 && weight === weight2) return support - support2;
  const difference = logSubsets(size) - logSubsets(size2) + Math.log((weight * support) / (weight2 * support2));
  if (Math.abs(difference) > 1e-9) return difference;
  if (weight !== weight2 || Number.isNaN(difference)) return 0;
  const exact = subsets(size) * BigInt(support) - subsets(size2) * BigInt(support2);
  return exact === 0n ? 0 : exact < 0n ? -1 : 1;
}

const subsets = (size: number): bigint => (1n << BigInt(size)) - 1n;

/** A release that hides nothing looks like one that was made. */
export const unchanged = ({ generalisedItems, suppressedOccurrences }: Utility): readonly string[] =>
  generalisedItems > 0 || suppressedOccurrences > 0
    ? []
    : ['the claim held already: nothing was generalised or left out, and the release holds what the original holds'];

/**
 * The average relative error of item-pair counts: over all pairs that a transaction of the original holds, `|true - estimated| / true`.
 * The estimate is a reader's who takes every non-empty subset of a generalised item as equally likely:
 * of n members each is there with probability 2^(n-1)/(2^n - 1), two of them together with 2^(n-2)/(2^n - 1). A suppressed
 * item is estimated as 0. Null when no transaction holds two items. As long as the release's items are a partition, only
 * how often two published entries meet matters; work and memory follow the co-occurring pairs of one entry at a time. `shown`: the
 * transactions without occurrences that are withheld, which readers never count.
 */
function pairCountError(index: ItemIndex, standsFor: Generalisation, shown: ItemIndex = index): number | null {
  const groups = groupsOf(index, standsFor);
  const lists = postings(index);
  const shownLists = shown === index ? lists : postings(shown);
  let pairs = 0;
  function* errors(): Generator<number> {
    const together = new Float64Array(index.names.length);
    const meetings = new Float64Array(groups.sizes.length);
    for (const [group, members] of groups.members.entries()) {
      meetings.fill(0);
      countMeetings(shown, groups.of, holders(members.map((item) => shownLists[item])), meetings);
      for (const item of members) {
        for (const other of countItems(index, lists[item], together)) {
          const actual = together[other];
          together[other] = 0;
          if (other <= item) continue;
          pairs += 1;
          yield Math.abs(actual - estimate(groups, group, groups.of[other], meetings)) / actual;
        }
      }
    }
    for (const item of groups.suppressed) {
      for (const other of countItems(index, lists[item], together)) {
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
  /** Group of each item, -1: suppressed. */
  readonly of: Int32Array;
  readonly members: readonly (readonly number[])[];
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
  const share = (which: number): number => 1 / (1 - powerOfTwo(-groups.sizes[which]));
  if (group === other) return meetings[group] * 0.25 * share(group);
  const present = (which: number): number => (groups.sizes[which] === 1 ? 1 : 0.5 * share(which));
  return meetings[other] * present(group) * present(other);
}

function holders(lists: readonly Uint32Array[]): Iterable<number> {
  return lists.length === 1 ? lists[0] : new Set(lists.flatMap((list) => [...list]));
}

function countMeetings(index: ItemIndex, groupOf: Int32Array, transactions: Iterable<number>, meetings: Float64Array): void {
  for (const t of transactions) {
    const seen = new Set<number>();
    for (let at = index.starts[t]; at < index.starts[t + 1]; at += 1) {
      const group = groupOf[index.items[at]];
      if (group >= 0) seen.add(group);
    }
    for (const group of seen) meetings[group] += 1;
  }
}

function countItems(index: ItemIndex, transactions: Uint32Array, counts: Float64Array): readonly number[] {
  const found: number[] = [];
  for (const t of transactions) {
    for (let at = index.starts[t]; at < index.starts[t + 1]; at += 1) {
      const item = index.items[at];
      if (counts[item] === 0) found.push(item);
      counts[item] += 1;
    }
  }
  return found;
}
