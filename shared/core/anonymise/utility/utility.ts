import { isGeneralised } from '../../model/transaction.ts';
import { logSumExp } from '../../numeric/numeric.ts';
import { logUtilityLoss } from '../coat/utility-loss.ts';
import type { Generalisation } from '../generalisation.ts';
import { type ItemIndex, postings } from '../item-index.ts';
import { pairCountError } from './pair-count-error.ts';

/** What a release costs its readers. Names and units as they stand in `measures.json`. */
export interface Utility {
  readonly transactions: number;
  readonly items: number;
  readonly generalisedItems: number;
  readonly largestGeneralisedItem: number;
  /** Decimal logarithm of the summed utility loss, which is too small for a number; null when nothing is generalised. */
  readonly utilityLossLog10: number | null;
  /** Suppressed items / distinct items, and / occurrences of items. */
  readonly suppressedShare: number;
  readonly suppressedOccurrences: number;
  /** Normalised certainty penalty: over all occurrences, the mean of |g| / M, 0 for an item published as it is, 1 for a suppressed one. */
  readonly ncp: number;
  readonly pairCountError: number | null;
}

/** `shown`: the transactions without occurrences that are withheld; these count as suppressed ones do. */
export function utilityOf(index: ItemIndex, standsFor: Generalisation, shown: ItemIndex = index): Utility {
  const items = index.names.length;
  const lists = postings(shown);
  const withheld = index.items.length - shown.items.length;
  const holders = new Map<readonly string[], Set<number>>();
  let [suppressed, suppressedOccurrences, penalty] = [0, withheld, withheld * items];
  for (const [item, name] of index.names.entries()) {
    const list = lists[item] as Uint32Array;
    const entry = standsFor.get(name) ?? null;
    if (entry === null) {
      suppressed += 1;
      suppressedOccurrences += list.length;
      penalty += list.length * items;
    } else if (isGeneralised(entry)) {
      penalty += list.length * Math.min(entry.length, items);
      const held = holders.get(entry) ?? new Set();
      for (const transaction of list) held.add(transaction);
      holders.set(entry, held);
    }
  }
  const losses = [...holders].map(([members, held]) => logUtilityLoss(members.length, held.size, 1, items, index.transactions));
  return {
    transactions: index.transactions,
    items,
    generalisedItems: holders.size,
    largestGeneralisedItem: Math.max(0, ...[...holders.keys()].map(({ length }) => length)),
    utilityLossLog10: losses.length === 0 ? null : logSumExp(losses) / Math.LN10,
    suppressedShare: items === 0 ? 0 : suppressed / items,
    suppressedOccurrences: index.items.length === 0 ? 0 : suppressedOccurrences / index.items.length,
    ncp: index.items.length === 0 ? 0 : penalty / (index.items.length * items),
    pairCountError: pairCountError(index, standsFor, shown),
  };
}
