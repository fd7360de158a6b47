import { compareCodePoints } from '../model/code-points.ts';
import type { Entry, Transaction } from '../model/transaction.ts';
import { seeded, shuffle } from '../random/random.ts';

/**
 * Permutes the items of each transaction, since their order betrays the original: the generalised item stands at its first
 * original's place. The permutation starts from the sorted items, so that nothing of the old order can be worked out
 * even by someone who knows the seed.
 */
export function shuffleItems(release: readonly Transaction[], seed: number | string): readonly Transaction[] {
  return release.map((transaction) => {
    const sorted = transaction.items.map((entry) => ({ entry, key: keyOf(entry) })).sort((a, b) => compareCodePoints(a.key, b.key));
    const random = seeded(seed, 'order', transaction.id ?? '', ...sorted.map(({ key }) => key));
    return { ...transaction, items: shuffle(sorted, random).map(({ entry }) => entry) };
  });
}

const keyOf = (entry: Entry): string => (typeof entry === 'string' ? entry : JSON.stringify(entry));
