import type { CodedRecords } from './coded-records.ts';

/** Term counts of a part of the records, handed from a part to the larger side of its split. */
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
      for (let at = recordStarts[record]; at < recordStarts[record + 1]; at += 1) {
        const term = items[at];
        if (counts[term] === 0) found.push(term);
        counts[term] += 1;
      }
    }
    // Only terms that at least k records hold and at least k lack can ever split this part or what becomes of it.
    const heap = new TermHeap();
    let filled = 0;
    for (const term of found) {
      const count = counts[term];
      starts[term] = filled;
      ends[term] = filled;
      if (count < k || count > part.length - k) continue;
      heap.push(term, count);
      filled += count;
    }
    const records = new Int32Array(filled);
    for (const record of part) {
      for (let at = recordStarts[record]; at < recordStarts[record + 1]; at += 1) {
        const term = items[at];
        const count = counts[term];
        if (count < k || count > part.length - k) continue;
        records[ends[term]] = record;
        ends[term] += 1;
      }
    }
    return { counts, starts, ends, records, terms: Int32Array.from(found), heap };
  }

  takeOff({ counts }: PartCounts, records: Int32Array): void {
    const { starts, items } = this.#data;
    for (const record of records) {
      for (let at = starts[record]; at < starts[record + 1]; at += 1) {
        const term = items[at];
        counts[term] -= 1;
      }
    }
  }

  release({ counts, starts, ends, terms }: PartCounts): void {
    for (const term of terms) counts[term] = 0;
    this.#free.push({ counts, starts, ends });
  }
}

/**
 * Terms by count, greatest first, of equal counts the lowest number first. Counts only fall while a heap lives: a term keeps
 * the count under which it was put in and is put in again when it comes up with an old one, so a fall costs nothing at once.
 */
export class TermHeap {
  readonly #terms: number[] = [];
  readonly #keys: number[] = [];

  push(term: number, count: number): void {
    let at = this.#terms.length;
    this.#terms.push(term);
    this.#keys.push(count);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#before(at, above)) return;
      this.#swap(at, above);
      at = above;
    }
  }

  /** The next term whose count is still what it was put in with; -1 when there is none left. */
  pop(countOf: (term: number) => number): number {
    for (;;) {
      const term = this.#terms[0];
      if (term === undefined) return -1;
      const key = this.#keys[0];
      this.#removeFirst();
      const count = countOf(term);
      if (count === key) return term;
      if (count > 0) this.push(term, count);
    }
  }

  #removeFirst(): void {
    const term = this.#terms.pop() as number;
    const key = this.#keys.pop() as number;
    const size = this.#terms.length;
    if (size === 0) return;
    this.#terms[0] = term;
    this.#keys[0] = key;
    for (let at = 0; ; ) {
      let first = at;
      for (const below of [2 * at + 1, 2 * at + 2]) if (below < size && this.#before(below, first)) first = below;
      if (first === at) return;
      this.#swap(at, first);
      at = first;
    }
  }

  #before(a: number, b: number): boolean {
    const difference = this.#keys[a] - this.#keys[b];
    return difference > 0 || (difference === 0 && this.#terms[a] < this.#terms[b]);
  }

  #swap(a: number, b: number): void {
    [this.#terms[a], this.#terms[b]] = [this.#terms[b], this.#terms[a]];
    [this.#keys[a], this.#keys[b]] = [this.#keys[b], this.#keys[a]];
  }
}
