import { pairAt, type Rows, rowsOf } from './pair-rows.ts';
import { PartnerTable } from './partner-table.ts';
import { countBoth, type PieceList } from './piece-list.ts';

/**
 * How many pieces hold both terms of each pair. Pairs are couples of positions in `lists`; a null there is a term without an
 * answer, and its pairs are NaN. Pairs are grouped by their first term. Rows of many pairs are counted by walks through their
 * pieces (`partner-table.ts`), a few rows that ask the same partners together (`lane-counts.ts`), where that is less work than
 * one pair after the other.
 */
export function countPairs(lists: readonly (PieceList | null)[], pairs: Uint32Array, size: number): Float64Array {
  const counts = new Float64Array(pairs.length / 2);
  const rows = rowsOf(pairs, lists.length);
  const table = new PartnerTable(lists, rows, size);
  table.count(counts);
  for (let term = 0; term < lists.length; term += 1) {
    if (rows.starts[term] === rows.starts[term + 1] || table.has(term)) continue;
    if (lists[term] === null) fillRow(rows, term, counts, Number.NaN);
    else countRow(lists, rows, term, counts);
  }
  return counts;
}

function fillRow(rows: Rows, row: number, counts: Float64Array, value: number): void {
  const end = rows.starts[row + 1] as number;
  for (let at = rows.starts[row] as number; at < end; at += 1) counts[pairAt(rows, at)] = value;
}

function countRow(lists: readonly (PieceList | null)[], rows: Rows, row: number, counts: Float64Array): void {
  const x = lists[row] as PieceList;
  const end = rows.starts[row + 1] as number;
  for (let at = rows.starts[row] as number; at < end; at += 1) {
    const pair = pairAt(rows, at);
    const y = lists[rows.pairs[2 * pair + 1] as number] ?? null;
    counts[pair] = y === null ? Number.NaN : countBoth(x, y);
  }
}
