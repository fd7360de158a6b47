// Posteriors from known quasi-items, by scanning every transaction of every group.
import type { GroupedRelease } from '../../../shared/kinds/groups/core/grouped-release.ts';

/** Posterior given known quasi-items: for each sensitive item the mean of count / size over the holders. */
export function linkByQuasi(
  { groups }: GroupedRelease,
  known: readonly string[],
): { readonly matches: number; readonly probability: ReadonlyMap<string, number> } {
  const totals = new Map<string, number>();
  let matches = 0;
  for (const { transactions, sensitive } of groups) {
    const here = transactions.filter((items) => known.every((item) => items.includes(item))).length;
    matches += here;
    for (const [item, count] of sensitive) totals.set(item, (totals.get(item) ?? 0) + (here * count) / transactions.length);
  }
  return { matches, probability: new Map([...totals].map(([item, total]) => [item, matches === 0 ? 0 : total / matches])) };
}
