import { pairRows } from './pair-rows.ts';
import { PartnerTable } from './partner-table.ts';
import { countBoth, type PieceList } from './piece-list.ts';

/**
 * Number of pieces that contain both terms of each pair. Pairs are given as two positions in `lists`; the pairs of a null list are NaN. Terms with
 * many pairs are counted by walking their pieces (`partner-table.ts`) where that is cheaper. The others keep their order: the pairs of a group follow
 * each other, and its lists are still in the processor's cache.
 */
export function countPairs(lists: readonly (PieceList | null)[], pairs: Uint32Array, size: number): Float64Array {
  const counts = new Float64Array(pairs.length / 2);
  const table = new PartnerTable(lists, pairRows(pairs, lists.length), size);
  if (table.count(counts) === counts.length) return counts;
  const { isWalked } = table;
  for (let pair = 0; pair < counts.length; pair += 1) {
    const row = pairs[2 * pair];
    if (isWalked[row] === 1) continue;
    const x = lists[row] ?? null;
    const y = lists[pairs[2 * pair + 1]] ?? null;
    counts[pair] = x === null || y === null ? Number.NaN : countBoth(x, y);
  }
  return counts;
}
