import { indexItems } from '../anonymise/item-index.ts';
import { compareCodePoints } from '../model/code-points.ts';
import type { Transaction } from '../model/transaction.ts';
import { seeded, shuffle } from '../random/random.ts';
import { type CahdOptions, cahd } from './cahd.ts';
import type { GroupedRelease, SensitiveTruth } from './grouped-release.ts';
import { partSensitive, quasiOf } from './quasi-records.ts';

interface MakeGroupsOptions extends CahdOptions {
  readonly seed: string;
  /** `keep`: the pivot comes first, and betrays itself; for experiments. */
  readonly order: 'shuffle' | 'keep';
}

interface MadeGroups {
  readonly release: GroupedRelease;
  /** The originals, parted, in the order of the file, and the group that each stands in. */
  readonly original: readonly SensitiveTruth[];
  readonly groupOf: Int32Array;
}

/** Transactions in groups of which each sensitive item is told as a whole. */
export function makeGroups(
  transactions: readonly Transaction[],
  sensitive: readonly string[],
  { seed, order, ...options }: MakeGroupsOptions,
): MadeGroups {
  const records = partSensitive(indexItems(transactions), sensitive);
  const { groups } = cahd(records, options);
  const original = transactions.map((_, t): SensitiveTruth => {
    const quasi = Array.from(quasiOf(records, t), (item) => records.quasiNames[item] as string);
    return {
      quasi: quasi.sort(compareCodePoints),
      sensitive: (records.sensitive[t] as readonly number[]).map((item) => records.sensitiveNames[item] as string),
    };
  });
  const groupOf = new Int32Array(transactions.length);
  const made = groups.map((members, group) => {
    const counts = new Map<string, number>();
    for (const t of members) {
      groupOf[t] = group;
      for (const item of original[t]?.sensitive ?? []) counts.set(item, (counts.get(item) ?? 0) + 1);
    }
    const published = members.map((t) => original[t]?.quasi ?? []);
    if (order === 'shuffle') shuffle(published, seeded(seed, 'group', group));
    return { transactions: published, sensitive: new Map([...counts].toSorted(([a], [b]) => compareCodePoints(a, b))) };
  });
  return { release: { groups: made }, original, groupOf };
}
