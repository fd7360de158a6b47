import { compareCodePoints } from '../../model/code-points.ts';
import type { Transaction } from '../../model/transaction.ts';
import { seeded, shuffle } from '../../random/random.ts';
import { indexItems } from '../item-index.ts';
import type { PrivacyConstraint } from './policy.ts';

/** A random share of the items, each a constraint of its own. It depends on which items there are, not on their order. */
export function randomItems(transactions: readonly Transaction[], share: number, seed: number | string): readonly PrivacyConstraint[] {
  const items = [...indexItems(transactions).names].sort(compareCodePoints);
  const drawn = shuffle(items, seeded(seed, 'privacy', 'items')).slice(0, Math.round(share * items.length));
  return drawn.map((item) => ({ items: [item] }));
}

export const NESTED_SIZES = [3, 4, 5, 6] as const;

/**
 * Random itemsets that someone holds: `chains` of them, each of three items of one transaction and extended by one more
 * of it to four, five and six. `sizes` says which are wanted; the chains are the same whatever is asked.
 * Transactions of fewer than six items give none.
 */
export function nestedItemsets(
  transactions: readonly Transaction[],
  chains: number,
  seed: number | string,
  sizes: readonly number[] = NESTED_SIZES,
): readonly PrivacyConstraint[] {
  const longest = Math.max(...NESTED_SIZES);
  const holders = transactions.filter(({ items }) => items.length >= longest);
  const random = seeded(seed, 'privacy', 'nested');
  const drawn = shuffle([...holders], random)
    .slice(0, chains)
    .map(({ items }) => shuffle([...new Set(items as readonly string[])], random));
  return sizes.flatMap((size) => drawn.filter((items) => items.length >= size).map((items) => ({ items: items.slice(0, size) })));
}
