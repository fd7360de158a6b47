import { PartnerTable } from './partner-table.ts';
import { countBoth, type PieceList } from './piece-list.ts';

/**
 * How many pieces hold both terms of each pair. Pairs are couples of positions in `lists`; a null there is a term without an
 * answer, and its pairs are NaN. Pairs are grouped by their first term; a row of many pairs is counted by one walk through
 * its pieces (`partner-table.ts`) where that is less work than one pair after the other.
 */
export function countPairs(lists: readonly (PieceList | null)[], pairs: Uint32Array, size: number): Float64Array {
  const counts = new Float64Array(pairs.length / 2).fill(Number.NaN);
  const { order, starts } = groupByFirst(pairs, lists.length);
  const table = new PartnerTable(lists, size);
  for (let term = 0; term < lists.length; term += 1) {
    const row = order.subarray(starts[term], starts[term + 1]);
    table.offer(
      lists[term] ?? null,
      row.map((pair) => pairs[2 * pair + 1] as number),
    );
  }
  for (let term = 0; term < lists.length; term += 1) {
    const x = lists[term] ?? null;
    const row = order.subarray(starts[term], starts[term + 1]);
    if (x === null || row.length === 0) continue;
    const counters = table.countRow(term, x, row.length);
    for (let at = 0; at < row.length; at += 1) {
      const pair = row[at] as number;
      const partner = pairs[2 * pair + 1] as number;
      const y = lists[partner] ?? null;
      if (y === null) continue;
      const slot = counters === null ? -1 : table.slotOf(partner);
      counts[pair] = counters === null || slot < 0 ? countBoth(x, y) : (counters[slot] as number);
    }
  }
  return counts;
}

/** Pairs in the order of their first term: those of term `t` are `order[starts[t], starts[t + 1])`. */
function groupByFirst(pairs: Uint32Array, terms: number): { readonly order: Uint32Array; readonly starts: Uint32Array } {
  const starts = new Uint32Array(terms + 1);
  for (let at = 0; at < pairs.length; at += 2) (starts[(pairs[at] as number) + 1] as number)++;
  for (let term = 0; term < terms; term += 1) starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number);
  const next = starts.slice();
  const order = new Uint32Array(pairs.length / 2);
  for (let pair = 0; pair < order.length; pair += 1) {
    const first = pairs[2 * pair] as number;
    const place = next[first] as number;
    order[place] = pair;
    next[first] = place + 1;
  }
  return { order, starts };
}
