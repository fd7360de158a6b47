import { compareCodePoints } from '../model/code-points.ts';

/** Groups of transactions whose sensitive items are told for the group alone: `{"groups":[{"transactions":[[..]],"sensitive":{"s":1}}]}`. */
export interface GroupedRelease {
  readonly groups: readonly SensitiveGroup[];
}

export interface SensitiveGroup {
  readonly transactions: readonly (readonly string[])[];
  /** How many of the group's transactions hold each sensitive item. */
  readonly sensitive: ReadonlyMap<string, number>;
}

/** The original in the form of the release: who holds which sensitive item. Known to measures alone. */
export interface SensitiveTruth {
  readonly quasi: readonly string[];
  readonly sensitive: readonly string[];
}

interface GroupViolation {
  readonly group: number;
  readonly item: string;
  readonly count: number;
  readonly size: number;
}

/** Where a sensitive item stands more often than in one of p transactions of a group. */
export function checkDegree({ groups }: GroupedRelease, p: number): readonly GroupViolation[] {
  return groups.flatMap(({ transactions, sensitive }, group) =>
    [...sensitive]
      .filter(([, count]) => count * p > transactions.length)
      .map(([item, count]) => ({ group, item, count, size: transactions.length })),
  );
}

/** What of the original the release does not hold: quasi-sets or totals of sensitive items that differ. None for a release of this original. */
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
