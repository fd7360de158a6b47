import type { CodedRecords } from './coded-records.ts';
import { TermHeap } from './term-heap.ts';

/** What is counted of a part of the records. It passes from a part to the larger side of its split. */
export interface PartCounts {
  /** By term; the same whatever the part, so that numbers need no translation. */
  readonly counts: Int32Array;
  /** The records that held a term when the part was counted: `records[starts[term]]` to `records[ends[term] - 1]`, ascending. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly records: Int32Array;
  /** The terms counted: these counts are put back to zero when the arrays serve another part. */
  readonly terms: Int32Array;
  readonly heap: TermHeap;
}

/** Counts parts into arrays that are used again: as many are made as parts are counted at one time. */
export class PartCounter {
  readonly #data: CodedRecords;
  readonly #free: { readonly counts: Int32Array; readonly starts: Int32Array; readonly ends: Int32Array }[] = [];

  constructor(data: CodedRecords) {
    this.#data = data;
  }

  count(part: Int32Array, k: number): PartCounts {
    const { terms, starts: recordStarts, items } = this.#data;
    const { counts, starts, ends } = this.#free.pop() ?? {
      counts: new Int32Array(terms.length),
      starts: new Int32Array(terms.length),
      ends: new Int32Array(terms.length),
    };
    const found: number[] = [];
    for (const record of part) {
      for (let at = recordStarts[record] as number; at < (recordStarts[record + 1] as number); at += 1) {
        const term = items[at] as number;
        if (counts[term] === 0) found.push(term);
        counts[term] = (counts[term] as number) + 1;
      }
    }
    // Only terms that at least k records hold and at least k lack can ever split this part or what becomes of it.
    const heap = new TermHeap();
    let filled = 0;
    for (const term of found) {
      const count = counts[term] as number;
      starts[term] = filled;
      ends[term] = filled;
      if (count < k || count > part.length - k) continue;
      heap.push(term, count);
      filled += count;
    }
    const records = new Int32Array(filled);
    for (const record of part) {
      for (let at = recordStarts[record] as number; at < (recordStarts[record + 1] as number); at += 1) {
        const term = items[at] as number;
        const count = counts[term] as number;
        if (count < k || count > part.length - k) continue;
        records[ends[term] as number] = record;
        ends[term] = (ends[term] as number) + 1;
      }
    }
    return { counts, starts, ends, records, terms: Int32Array.from(found), heap };
  }

  /** Takes records off that have left the part. */
  takeOff({ counts }: PartCounts, records: Int32Array): void {
    const { starts, items } = this.#data;
    for (const record of records) {
      for (let at = starts[record] as number; at < (starts[record + 1] as number); at += 1) {
        const term = items[at] as number;
        counts[term] = (counts[term] as number) - 1;
      }
    }
  }

  release({ counts, starts, ends, terms }: PartCounts): void {
    for (const term of terms) counts[term] = 0;
    this.#free.push({ counts, starts, ends });
  }
}
