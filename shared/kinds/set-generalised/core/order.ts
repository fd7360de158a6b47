import { compareCodePoints } from '../../../core/model/code-points.ts';
import type { Entry, Transaction } from '../../../core/model/transaction.ts';
import { seeded, shuffle } from '../../../core/random/random.ts';

/**
 * Permutes the items of each transaction: the original order would reveal the first original of a generalised item. Starts from the sorted items,
 * so the old order cannot be recovered even with the seed.
 */
export function shuffleItems(release: readonly Transaction[], seed: number | string): readonly Transaction[] {
  return release.map((transaction) => {
    const sorted = transaction.items.map((entry) => ({ entry, key: keyOf(entry) })).sort((a, b) => compareCodePoints(a.key, b.key));
    const random = seeded(seed, 'order', transaction.id ?? '', ...sorted.map(({ key }) => key));
    return { ...transaction, items: shuffle(sorted, random).map(({ entry }) => entry) };
  });
}

const keyOf = (entry: Entry): string => (typeof entry === 'string' ? entry : JSON.stringify(entry));
