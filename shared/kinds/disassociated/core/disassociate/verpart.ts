import { fillChunks } from './chunk-filler.ts';
import type { CodedRecords } from './coded-records.ts';

/** A cluster divided vertically: terms by number, each list ascending. */
export interface DividedCluster {
  readonly records: Int32Array;
  readonly recordChunks: readonly Int32Array[];
  readonly termChunk: Int32Array;
  /** Non-empty sub-records of all record chunks together. */
  readonly filled: number;
}

/**
 * Lemma 2: can k transactions be put together for every combination, and none be left empty? From `filled` non-empty sub-records, over h
 * chunks at a time. Returns how many terms the term chunk needs to fill the rest: each of them is in at most k - 1 transactions.
 */
export function termsNeeded(size: number, recordChunks: number, filled: number, k: number, m: number): number {
  const missing = size + k * (Math.min(m, recordChunks) - 1) - filled;
  return Math.max(0, Math.ceil(missing / (k - 1)));
}

export class VerticalPartitioner {
  readonly #data: CodedRecords;
  readonly #k: number;
  readonly #m: number;
  readonly #counts: Int32Array;
  readonly #rankOf: Int32Array;

  constructor(data: CodedRecords, k: number, m: number) {
    this.#data = data;
    this.#k = k;
    this.#m = m;
    this.#counts = new Int32Array(data.terms.length);
    this.#rankOf = new Int32Array(data.terms.length);
  }

  /**
   * Terms that fewer than k records hold go to the term chunk, the others into record chunks; then the rarest of these too, as long as
   * Lemma 2 fails. Where it would fail with all of them, for an attacker who knows the method, the term chunk gets a term if it has none.
   */
  divide(records: Int32Array): DividedCluster {
    const k = this.#k;
    const m = this.#m;
    const counts = this.#counts;
    const found = this.#count(records);
    const frequent = found.filter((term) => counts[term] >= k).sort((a, b) => counts[b] - counts[a] || a - b);
    const rare = found.filter((term) => counts[term] < k);
    const rows = this.#rank(records, frequent);
    for (const term of found) counts[term] = 0;

    const { chunkOf, chunks } = fillChunks(rows, frequent.length, { k, m });
    const holds = (moved: number): boolean => {
      const left = chunkOf.map((chunk, rank) => (rank < frequent.length - moved ? chunk : -1));
      const full = new Set(left.filter((chunk) => chunk !== -1)).size;
      return rare.length + moved >= termsNeeded(records.length, full, filledIn(rows, left), k, m);
    };
    let moved = 0;
    while (moved <= frequent.length && !holds(moved)) moved += 1;
    if (moved > frequent.length) moved = rare.length === 0 ? 1 : 0;
    // Of equally rare ones the last in code-point order goes first: the last rank.
    chunkOf.fill(-1, frequent.length - moved);
    const recordChunks: number[][] = Array.from({ length: chunks }, () => []);
    frequent.forEach((term, rank) => {
      recordChunks[chunkOf[rank]]?.push(term);
    });
    return {
      records,
      recordChunks: recordChunks.filter((terms) => terms.length > 0).map(ascending),
      termChunk: ascending([...rare, ...frequent.slice(frequent.length - moved)]),
      filled: filledIn(rows, chunkOf),
    };
  }

  #count(records: Int32Array): number[] {
    const { starts, items } = this.#data;
    const found: number[] = [];
    for (const record of records) {
      for (let at = starts[record]; at < starts[record + 1]; at += 1) {
        const term = items[at];
        if (this.#counts[term] === 0) found.push(term);
        this.#counts[term] += 1;
      }
    }
    return found;
  }

  #rank(records: Int32Array, frequent: readonly number[]): number[][] {
    const { starts, items } = this.#data;
    frequent.forEach((term, rank) => {
      this.#rankOf[term] = rank;
    });
    return Array.from(records, (record) => {
      const row: number[] = [];
      for (let at = starts[record]; at < starts[record + 1]; at += 1) {
        const term = items[at];
        if (this.#counts[term] >= this.#k) row.push(this.#rankOf[term]);
      }
      return row.sort((a, b) => a - b);
    });
  }
}

const ascending = (terms: readonly number[]): Int32Array => Int32Array.from(terms).sort();

/** In how many chunks a row has something, summed over the rows. */
function filledIn(rows: readonly (readonly number[])[], chunkOf: Int32Array): number {
  let filled = 0;
  for (const row of rows) {
    const seen: number[] = [];
    for (const rank of row) {
      const chunk = chunkOf[rank];
      if (chunk !== -1 && !seen.includes(chunk)) seen.push(chunk);
    }
    filled += seen.length;
  }
  return filled;
}
