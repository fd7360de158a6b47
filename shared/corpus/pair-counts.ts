import { pairAt, pairRows } from './pair-rows.ts';
import { PartnerTable } from './partner-table.ts';
import { countBoth, countMarked, mark, type PieceList, paysToMark, unmark } from './piece-list.ts';

/**
 * Number of pieces that contain both terms of each pair. Pairs are given as two positions in `lists`; the pairs of a null list are NaN. Terms with
 * many pairs are counted by walking their pieces (`partner-table.ts`) where that is cheaper. The others are counted by their longer list, whose
 * pieces are marked once for all of its pairs.
 */
export function countPairs(lists: readonly (PieceList | null)[], pairs: Uint32Array, size: number): Float64Array {
  const counts = new Float64Array(pairs.length / 2).fill(Number.NaN);
  const table = new PartnerTable(lists, pairRows(pairs, lists.length), size);
  const alone = counts.length - table.count(counts);
  const numbers = new Uint32Array(alone);
  const longerFirst = new Uint32Array(2 * alone);
  for (let pair = 0, to = 0; to < alone; pair += 1) {
    const row = pairs[2 * pair];
    if (table.isWalked[row] === 1) continue;
    const other = pairs[2 * pair + 1];
    const isLonger = (lists[row]?.count ?? 0) > (lists[other]?.count ?? 0);
    numbers[to] = pair;
    longerFirst[2 * to] = isLonger ? row : other;
    longerFirst[2 * to + 1] = isLonger ? other : row;
    to += 1;
  }
  const rows = pairRows(longerFirst, lists.length);
  const shorter = (at: number): PieceList | null => lists[longerFirst[2 * pairAt(rows, at) + 1]] ?? null;
  for (let term = 0; term < lists.length && alone > 0; term += 1) {
    const many = lists[term] ?? null;
    const [start, end] = [rows.starts[term], rows.starts[term + 1]];
    if (many === null || start === end) continue;
    let pieces = 0;
    for (let at = start; at < end; at += 1) pieces += shorter(at)?.count ?? 0;
    const marked = paysToMark(many, pieces) ? mark(many) : null;
    for (let at = start; at < end; at += 1) {
      const few = shorter(at);
      if (few !== null) counts[numbers[pairAt(rows, at)]] = marked === null ? countBoth(few, many) : countMarked(few, marked);
    }
    if (marked !== null) unmark(marked);
  }
  return counts;
}
