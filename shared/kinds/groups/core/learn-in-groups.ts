import { inclusionProbabilities } from '../../../core/statistics/inclusion.ts';
import type { GroupedRelease } from './grouped-release.ts';

const ROUNDS = 20;

/** Of one sensitive item: for each group that holds it, the probability of each of its transactions, in published order. */
type LearnedGroup = ReadonlyMap<number, Float64Array>;

interface CodedGroups {
  readonly items: number;
  readonly transactions: number;
  readonly groups: readonly (readonly Uint32Array[])[];
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
  for (const group of coded) for (const items of group) for (const item of items) holders[item] += 1;
  const transactions = coded.reduce((total, group) => total + group.length, 0);
  return { items: numbers.size, transactions, groups: coded, holders };
}

/**
 * Naive Bayes over the groups themselves (deFinetti attack): who looks like the likely holders of the item elsewhere is likelier to hold it here.
 * Each round takes all groups' probabilities of the round before, so that groups can be worked on apart; a group's weights leave its own members
 * out. The probabilities are more certain than the truth is: rank by them, or calibrate.
 */
export function learnInGroups(coded: CodedGroups, counts: ReadonlyMap<number, number>, rounds = ROUNDS): LearnedGroup {
  let probabilities = new Map<number, Float64Array>(
    [...counts].map(([group, count]) => {
      const { length } = coded.groups[group];
      return [group, new Float64Array(length).fill(count / length)];
    }),
  );
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

function addExpected(coded: CodedGroups, group: number, shares: Float64Array, expected: Float64Array): number {
  let total = 0;
  for (const [at, items] of coded.groups[group].entries()) {
    const share = shares[at];
    total += share;
    for (const item of items) expected[item] += share;
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
  const members = coded.groups[group];
  // Counts of the other groups, for the items of this group only.
  const own = new Map<number, { expected: number; holders: number }>();
  let ownTotal = 0;
  for (const [at, items] of members.entries()) {
    const share = shares[at];
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
      const ai = Math.max(0, expected[item] - here.expected);
      const bi = coded.holders[item] - here.holders;
      return [item, Math.log((ai + 0.5) / (a + 1)) - Math.log((Math.max(0, bi - ai) + 0.5) / (m - a + 1))];
    }),
  );
  const scores = Float64Array.from(members, (items) => items.reduce((score, item) => score + (weight.get(item) as number), 0));
  return inclusionProbabilities(scores, count);
}
