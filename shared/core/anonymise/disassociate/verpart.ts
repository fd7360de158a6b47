import { fillChunks } from './chunk-filler.ts';
import type { CodedRecords } from './coded-records.ts';

/** A cluster divided vertically: terms by number, each list ascending. */
export interface DividedCluster {
  /** Which transactions it stands for. */
  readonly records: Int32Array;
  readonly recordChunks: readonly Int32Array[];
  readonly termChunk: Int32Array;
  /** Non-empty sub-records of all record chunks together. */
  readonly filled: number;
}

/**
 * Lemma 2: without a term chunk, can k transactions be put together for every combination, and none be left empty? (From
 * `filled` non-empty sub-records, over h chunks at a time.)
 */
export const holdsWithoutTermChunk = (size: number, recordChunks: number, filled: number, k: number, m: number): boolean =>
  filled >= size + k * (Math.min(m, recordChunks) - 1);

/** Vertical partitioning, one cluster after the other. */
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
   * Terms that fewer than k records hold go to the term chunk, the others into record chunks. If that leaves no term chunk and
   * Lemma 2 fails, the rarest term goes there too.
   */
  divide(records: Int32Array): DividedCluster {
    const k = this.#k;
    const m = this.#m;
    const counts = this.#counts;
    const found = this.#count(records);
    const frequent = found
      .filter((term) => (counts[term] as number) >= k)
      .sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b);
    const rare = found.filter((term) => (counts[term] as number) < k);
    const rows = this.#rank(records, frequent);
    for (const term of found) counts[term] = 0;

    const { chunkOf, chunks } = fillChunks(rows, frequent.length, { k, m });
    const recordChunks: number[][] = Array.from({ length: chunks }, () => []);
    frequent.forEach((term, rank) => {
      recordChunks[chunkOf[rank] as number]?.push(term);
    });
    const filled = filledIn(rows, chunkOf);
    if (rare.length === 0 && !holdsWithoutTermChunk(records.length, chunks, filled, k, m)) {
      // The last of equally rare ones in code-point order: the last rank.
      const last = frequent.length - 1;
      const rarest = frequent[last] as number;
      const chunk = chunkOf[last] as number;
      chunkOf[last] = -1;
      (recordChunks[chunk] as number[]).pop();
      return {
        records,
        recordChunks: recordChunks.filter((terms) => terms.length > 0).map(ascending),
        termChunk: Int32Array.of(rarest),
        filled: filledIn(rows, chunkOf),
      };
    }
    return { records, recordChunks: recordChunks.map(ascending), termChunk: ascending(rare), filled };
  }

  #count(records: Int32Array): number[] {
    const { starts, items } = this.#data;
    const found: number[] = [];
    for (const record of records) {
      for (let at = starts[record] as number; at < (starts[record + 1] as number); at += 1) {
        const term = items[at] as number;
        if (this.#counts[term] === 0) found.push(term);
        this.#counts[term] = (this.#counts[term] as number) + 1;
      }
    }
    return found;
  }

  /** Each record's frequent terms as ranks, ascending. */
  #rank(records: Int32Array, frequent: readonly number[]): number[][] {
    const { starts, items } = this.#data;
    frequent.forEach((term, rank) => {
      this.#rankOf[term] = rank;
    });
    return Array.from(records, (record) => {
      const row: number[] = [];
      for (let at = starts[record] as number; at < (starts[record + 1] as number); at += 1) {
        const term = items[at] as number;
        if ((this.#counts[term] as number) >= this.#k) row.push(this.#rankOf[term] as number);
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
      const chunk = chunkOf[rank] as number;
      if (chunk !== -1 && !seen.includes(chunk)) seen.push(chunk);
    }
    filled += seen.length;
  }
  return filled;
}
