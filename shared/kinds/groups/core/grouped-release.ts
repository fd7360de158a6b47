import { compareCodePoints } from '../../../core/model/code-points.ts';

/** Groups of transactions whose sensitive items are told for the group alone: `{"groups":[{"transactions":[[..]],"sensitive":{"s":1}}]}`. */
export interface GroupedRelease {
  readonly groups: readonly SensitiveGroup[];
}

export interface SensitiveGroup {
  readonly transactions: readonly (readonly string[])[];
  /** How many of the group's transactions hold each sensitive item. */
  readonly sensitive: ReadonlyMap<string, number>;
}

export interface SensitiveTruth {
  readonly quasi: readonly string[];
  readonly sensitive: readonly string[];
}

/** Where a sensitive item stands more often than in one of p transactions of a group. */
export function checkDegree({ groups }: GroupedRelease, p: number) {
  return groups.flatMap(({ transactions, sensitive }, group) =>
    [...sensitive]
      .filter(([, count]) => count * p > transactions.length)
      .map(([item, count]) => ({ group, item, count, size: transactions.length })),
  );
}

/** Differences between original and release: quasi-sets or totals of sensitive items. None if the release was made from this original. */
export function differencesFrom({ groups }: GroupedRelease, original: readonly SensitiveTruth[]): readonly string[] {
  const published = groups.flatMap(({ transactions }) => transactions);
  const differences: string[] = [];
  if (published.length !== original.length) differences.push(`${published.length} transactions, but the original has ${original.length}`);
  const sets = new Map<string, number>();
  const count = (items: readonly string[], by: number): void => {
    const set = JSON.stringify([...items].sort(compareCodePoints));
    sets.set(set, (sets.get(set) ?? 0) + by);
  };
  for (const items of published) count(items, 1);
  for (const { quasi } of original) count(quasi, -1);
  const other = [...sets.values()].filter((left) => left > 0).length;
  if (other > 0) differences.push(`${other} different sets of quasi-items occur more often than in the original`);
  const totals = new Map<string, number>();
  for (const { sensitive } of groups) for (const [item, times] of sensitive) totals.set(item, (totals.get(item) ?? 0) + times);
  for (const { sensitive } of original) for (const item of sensitive) totals.set(item, (totals.get(item) ?? 0) - 1);
  const off = [...totals.values()].filter((left) => left !== 0).length;
  if (off > 0) differences.push(`${off} sensitive items occur another number of times than in the original`);
  return differences;
}

export interface Spread {
  readonly item: string;
  readonly total: number;
  readonly counts: ReadonlyMap<number, number>;
}

export function spreadsOf({ groups }: GroupedRelease): Spread[] {
  const counts = new Map<string, Map<number, number>>();
  for (const [group, { sensitive }] of groups.entries()) {
    for (const [item, count] of sensitive) {
      const own = counts.get(item) ?? new Map<number, number>();
      counts.set(item, own.set(group, count));
    }
  }
  return Array.from(counts, ([item, own]) => ({ item, total: [...own.values()].reduce((a, b) => a + b, 0), counts: own })).sort((a, b) =>
    compareCodePoints(a.item, b.item),
  );
}

export const groupSize = ({ groups }: GroupedRelease, group: number): number => groups[group]?.transactions.length ?? 0;

export const greatestOf = (release: GroupedRelease, counts: Spread['counts']): number =>
  [...counts].reduce((most, [group, count]) => Math.max(most, count / groupSize(release, group)), 0);
