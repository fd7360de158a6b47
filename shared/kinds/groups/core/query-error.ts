import { compareCodePoints } from '../../../core/model/code-points.ts';
import { mean } from '../../../core/numeric/numeric.ts';
import { type Random, seeded } from '../../../core/random/random.ts';
import type { GroupedRelease, SensitiveTruth } from './grouped-release.ts';

/**
 * Reconstruction error of group-by queries, as the method's authors measure it: how the holders of a sensitive item are spread over the 2^r cells of r
 * quasi-items, in the original and as a reader of the release estimates it (each member of a group holds the item with count / size). The
 * Kullback-Leibler divergence of the second from the first, mean over random queries; null where nothing could be asked. r is `items`, up to 20.
 */
export function queryError(
  release: GroupedRelease,
  original: readonly SensitiveTruth[],
  options: { readonly items: number; readonly queries: number; readonly seed: string },
): number | null {
  const random = seeded(options.seed, 'group queries', options.items);
  const sensitive = [...new Set(original.flatMap(({ sensitive: held }) => held))].sort(compareCodePoints);
  const quasi = [...new Set(original.flatMap(({ quasi: items }) => items))].sort(compareCodePoints);
  if (sensitive.length === 0 || quasi.length < options.items) return null;
  const errors = Array.from({ length: options.queries }, () =>
    divergence(release, original, sensitive[random.below(sensitive.length)], draw(quasi, options.items, random)),
  );
  return errors.length === 0 ? null : mean(errors);
}

function draw(items: readonly string[], wanted: number, random: Random): readonly string[] {
  const drawn = new Set<string>();
  while (drawn.size < wanted) drawn.add(items[random.below(items.length)]);
  return [...drawn];
}

function divergence(release: GroupedRelease, original: readonly SensitiveTruth[], item: string, by: readonly string[]): number {
  const cellOf = (items: readonly string[]): number => by.reduce((cell, each, bit) => cell + (items.includes(each) ? 1 << bit : 0), 0);
  const actual = new Float64Array(1 << by.length);
  for (const { quasi, sensitive } of original) if (sensitive.includes(item)) actual[cellOf(quasi)] += 1;
  const estimated = new Float64Array(actual.length);
  for (const { transactions, sensitive } of release.groups) {
    const count = sensitive.get(item) ?? 0;
    if (count === 0) continue;
    for (const items of transactions) estimated[cellOf(items)] += count / transactions.length;
  }
  const total = actual.reduce((all, count) => all + count, 0);
  // Where someone holds the item, the group of that person puts a share into the same cell: the estimate there is above 0.
  return actual.reduce((error, count, cell) => error + (count === 0 ? 0 : (count / total) * Math.log(count / estimated[cell])), 0);
}
