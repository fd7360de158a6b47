import { pairRows } from './pair-rows.ts';
import { PartnerTable } from './partner-table.ts';
import { countBoth, type PieceList } from './piece-list.ts';

/**
 * How many pieces hold both terms of each pair. Pairs are couples of positions in `lists`; a null there is a term without an
 * answer, and its pairs are NaN. Rows of many pairs are counted by walks through their pieces (`partner-table.ts`), where that is
 * less work than one pair after the other. The others keep their order: those of a group follow each other, and its lists are
 * still near the processor.
 */
export function countPairs(lists: readonly (PieceList | null)[], pairs: Uint32Array, size: number): Float64Array {
  const counts = new Float64Array(pairs.length / 2);
  const table = new PartnerTable(lists, pairRows(pairs, lists.length), size);
  if (table.count(counts) === counts.length) return counts;
  const { isWalked } = table;
  for (let pair = 0; pair < counts.length; pair += 1) {
    const row = pairs[2 * pair] as number;
    if (isWalked[row] === 1) continue;
    const x = lists[row] ?? null;
    const y = lists[pairs[2 * pair + 1] as number] ?? null;
    counts[pair] = x === null || y === null ? Number.NaN : countBoth(x, y);
  }
  return counts;
}
