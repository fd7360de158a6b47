import { compareCodePoints } from '../../../core/model/code-points.ts';
import type { Transaction } from '../../../core/model/transaction.ts';

const MOST_TERMS = 40;
const LEAST_TERMS = 6;
/** Fewer transactions make no clusters worth the name. */
const LEAST_TRANSACTIONS = 100;

/**
 * A part of the data with a wanted density (mean length / distinct terms): as many of the most frequent terms as possible, and the
 * transactions that hold most of them, as long as the density is met. Null when no part of it is so dense.
 */
export function densePart(transactions: readonly Transaction[], density: number): readonly Transaction[] | null {
  const counts = new Map<string, number>();
  for (const { items } of transactions) for (const item of items as readonly string[]) counts.set(item, (counts.get(item) ?? 0) + 1);
  const byFrequency = [...counts].sort(([a, x], [b, y]) => y - x || compareCodePoints(a, b)).map(([item]) => item);
  for (let terms = Math.min(MOST_TERMS, byFrequency.length); terms >= LEAST_TERMS; terms -= 1) {
    const kept = new Set(byFrequency.slice(0, terms));
    const parts = transactions
      .map((each) => ({ ...each, items: each.items.filter((item) => kept.has(item as string)) }))
      .filter(({ items }) => items.length > 0)
      .sort((a, b) => b.items.length - a.items.length);
    let total = 0;
    let enough = 0;
    for (const [at, { items }] of parts.entries()) {
      total += items.length;
      if (total >= density * terms * (at + 1)) enough = at + 1;
    }
    if (enough >= LEAST_TRANSACTIONS) return parts.slice(0, enough);
  }
  return null;
}
