import type { GroupedRelease } from './grouped-release.ts';
import { inclusionProbabilities } from './inclusion.ts';

const ROUNDS = 20;

/** Of one sensitive item: for each group that holds it, the probability of each of its transactions, in published order. */
type LearnedGroup = ReadonlyMap<number, Float64Array>;

/** Quasi-items as numbers, once for all sensitive items. */
interface CodedGroups {
  readonly items: number;
  readonly transactions: number;
  /** Of each group, its transactions' items. */
  readonly groups: readonly (readonly Uint32Array[])[];
  /** In how many transactions each item stands. */
  readonly holders: Float64Array;
}

export function codeGroups({ groups }: GroupedRelease): CodedGroups {
  const numbers = new Map<string, number>();
  const coded = groups.map(({ transactions }) =>
    transactions.map((items) =>
      Uint32Array.from(new Set(items), (item) => {
        const number = numbers.get(item) ?? numbers.size;
        numbers.set(item, number);
        return number;
      }),
    ),
  );
  const holders = new Float64Array(numbers.size);
  for (const group of coded) for (const items of group) for (const item of items) holders[item] = (holders[item] as number) + 1;
  const transactions = coded.reduce((total, group) => total + group.length, 0);
  return { items: numbers.size, transactions, groups: coded, holders };
}

/**
 * Naive Bayes over the groups themselves (deFinetti attack): who looks like the likely holders of the item elsewhere is likelier to hold it here.
 * Each round takes all groups' probabilities of the round before, so that groups can be worked on apart; a group's weights leave its own members
 * out. The probabilities are more certain than the truth is: rank by them, or calibrate.
 */
export function learnInGroups(coded: CodedGroups, counts: ReadonlyMap<number, number>, rounds = ROUNDS): LearnedGroup {
  let probabilities = new Map([...counts].map(([group, count]) => [group, evenly(coded, group, count)]));
  for (let round = 0; round < rounds; round += 1) {
    const expected = new Float64Array(coded.items);
    let total = 0;
    for (const [group, shares] of probabilities) total += addExpected(coded, group, shares, expected);
    probabilities = new Map(
      [...probabilities].map(([group, shares]) => [group, learnGroup(coded, group, shares, counts.get(group) as number, expected, total)]),
    );
  }
  return probabilities;
}

function evenly(coded: CodedGroups, group: number, count: number): Float64Array {
  const size = (coded.groups[group] as readonly Uint32Array[]).length;
  return new Float64Array(size).fill(count / size);
}

function addExpected(coded: CodedGroups, group: number, shares: Float64Array, expected: Float64Array): number {
  let total = 0;
  for (const [at, items] of (coded.groups[group] as readonly Uint32Array[]).entries()) {
    const share = shares[at] as number;
    total += share;
    for (const item of items) expected[item] = (expected[item] as number) + share;
  }
  return total;
}

function learnGroup(
  coded: CodedGroups,
  group: number,
  shares: Float64Array,
  count: number,
  expected: Float64Array,
  total: number,
): Float64Array {
  const members = coded.groups[group] as readonly Uint32Array[];
  // What the other groups say: all less the own, only for the items that stand here.
  const own = new Map<number, { expected: number; holders: number }>();
  let ownTotal = 0;
  for (const [at, items] of members.entries()) {
    const share = shares[at] as number;
    ownTotal += share;
    for (const item of items) {
      const entry = own.get(item) ?? { expected: 0, holders: 0 };
      own.set(item, { expected: entry.expected + share, holders: entry.holders + 1 });
    }
  }
  const a = total - ownTotal;
  const m = coded.transactions - members.length;
  const weight = new Map(
    [...own].map(([item, here]) => {
      // Differences of sums may fall below 0 by their rounding.
      const ai = Math.max(0, (expected[item] as number) - here.expected);
      const bi = (coded.holders[item] as number) - here.holders;
      return [item, Math.log((ai + 0.5) / (a + 1)) - Math.log((Math.max(0, bi - ai) + 0.5) / (m - a + 1))];
    }),
  );
  const scores = Float64Array.from(members, (items) => items.reduce((score, item) => score + (weight.get(item) as number), 0));
  return inclusionProbabilities(scores, count);
}
