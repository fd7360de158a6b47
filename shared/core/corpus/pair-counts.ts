import { PartnerTable } from './partner-table.ts';
import { countBoth, type PieceList } from './piece-list.ts';

/** The pairs of a batch by their first term: those of term `t` are `[starts[t], starts[t + 1])` of `order`, or of the batch itself. */
export interface Rows {
  readonly pairs: Uint32Array;
  readonly starts: Uint32Array;
  /** Null where the batch is in that order already. */
  readonly order: Uint32Array | null;
}

/**
 * How many pieces hold both terms of each pair. Pairs are couples of positions in `lists`; a null there is a term without an
 * answer, and its pairs are NaN. Pairs are grouped by their first term; a row of many pairs is counted by one walk through
 * its pieces (`partner-table.ts`) where that is less work than one pair after the other.
 */
export function countPairs(lists: readonly (PieceList | null)[], pairs: Uint32Array, size: number): Float64Array {
  const counts = new Float64Array(pairs.length / 2);
  const rows = groupByFirst(pairs, lists.length);
  const table = new PartnerTable(lists, rows, size);
  for (let term = 0; term < lists.length; term += 1) {
    const start = rows.starts[term] as number;
    const end = rows.starts[term + 1] as number;
    if (start === end) continue;
    const x = lists[term] ?? null;
    if (x === null) for (let at = start; at < end; at += 1) counts[rows.order === null ? at : (rows.order[at] as number)] = Number.NaN;
    else countRow(x, rows, start, end, lists, table.slots, table.countRow(x, end - start), counts);
  }
  return counts;
}

function countRow(
  x: PieceList,
  { pairs, order }: Rows,
  start: number,
  end: number,
  lists: readonly (PieceList | null)[],
  slots: Uint32Array,
  counters: Uint32Array | null,
  counts: Float64Array,
): void {
  for (let at = start; at < end; at += 1) {
    const pair = order === null ? at : (order[at] as number);
    const partner = pairs[2 * pair + 1] as number;
    const slot = counters === null ? 0 : (slots[partner] as number);
    if (slot > 0) counts[pair] = (counters as Uint32Array)[slot] as number;
    else {
      const y = lists[partner] ?? null;
      counts[pair] = y === null ? Number.NaN : countBoth(x, y);
    }
  }
}

function groupByFirst(pairs: Uint32Array, terms: number): Rows {
  const starts = new Uint32Array(terms + 1);
  let isOrdered = true;
  let before = 0;
  for (let at = 0; at < pairs.length; at += 2) {
    const first = pairs[at] as number;
    starts[first + 1] = (starts[first + 1] as number) + 1;
    if (first < before) isOrdered = false;
    before = first;
  }
  for (let term = 0; term < terms; term += 1) starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number);
  if (isOrdered) return { pairs, starts, order: null };
  const next = starts.slice();
  const order = new Uint32Array(pairs.length / 2);
  for (let pair = 0; pair < order.length; pair += 1) {
    const first = pairs[2 * pair] as number;
    const place = next[first] as number;
    order[place] = pair;
    next[first] = place + 1;
  }
  return { pairs, starts, order };
}
