import { compareCodePoints } from '../model/code-points.ts';
import type { GroupedRelease } from './grouped-release.ts';

/** Occurrences of one sensitive item. */
export interface Spread {
  readonly item: string;
  readonly total: number;
  /** The groups that tell of it, with their counts. */
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

/** The greatest count / size. */
export const greatestOf = (release: GroupedRelease, counts: Spread['counts']): number =>
  [...counts].reduce((most, [group, count]) => Math.max(most, count / groupSize(release, group)), 0);
