import type { Column } from './table.ts';

/** Which group each of some rows is in, groups numbered as they first occur. */
export interface Grouping {
  readonly of: Int32Array;
  readonly count: number;
  /** The first row of each group. */
  readonly first: Int32Array;
}

/** One key column: codes below `size`. */
interface KeyColumn {
  readonly codes: Int32Array;
  readonly size: number;
}

/** Keys below this are looked up in a plain array, which is faster than any hash. */
const DENSE = 1 << 22;
const LARGEST = 9007199254740991;

/** Rows with equal codes in all columns, in one group: columns are folded into one key while it stays exact, then renumbered. */
export function groupRows(rows: number, columns: readonly KeyColumn[]): Grouping {
  const keys = new Float64Array(rows);
  let span = 1;
  for (const { codes, size } of columns) {
    const width = Math.max(1, size);
    if (span * width > LARGEST) {
      const { of, count } = number(keys, span);
      for (let row = 0; row < rows; row += 1) keys[row] = of[row];
      span = count;
    }
    for (let row = 0; row < rows; row += 1) keys[row] = keys[row] * width + codes[row];
    span *= width;
  }
  return number(keys, span);
}

export const groupByCells = (rows: number, columns: readonly Column[]): Grouping =>
  groupRows(
    rows,
    columns.map(({ codes, values }) => ({ codes, size: values.length })),
  );

function number(keys: Float64Array, span: number): Grouping {
  const of = new Int32Array(keys.length);
  const first: number[] = [];
  if (span <= Math.min(DENSE, 64 * keys.length + 1024)) {
    const known = new Int32Array(span);
    for (let row = 0; row < keys.length; row += 1) {
      const key = keys[row];
      let group = known[key];
      if (group === 0) {
        first.push(row);
        group = first.length;
        known[key] = group;
      }
      of[row] = group - 1;
    }
  } else {
    const index = new KeyIndex(keys.length);
    for (let row = 0; row < keys.length; row += 1) {
      const group = index.numberOf(keys[row]);
      if (group === first.length) first.push(row);
      of[row] = group;
    }
  }
  return { of, count: first.length, first: Int32Array.from(first) };
}

/** Numbers keys in the order in which they come: open addressing over whole numbers below 2^53. */
class KeyIndex {
  #keys = new Float64Array(1024);
  #numbers = new Int32Array(1024).fill(-1);
  #mask = 1023;
  #size = 0;

  constructor(expected: number) {
    while (this.#mask + 1 < Math.min(expected, 1 << 16)) this.#mask = 2 * this.#mask + 1;
    this.#keys = new Float64Array(this.#mask + 1);
    this.#numbers = new Int32Array(this.#mask + 1).fill(-1);
  }

  numberOf(key: number): number {
    let slot = hash(key) & this.#mask;
    for (let number = this.#numbers[slot]; number !== -1; number = this.#numbers[slot]) {
      if (this.#keys[slot] === key) return number;
      slot = (slot + 1) & this.#mask;
    }
    this.#keys[slot] = key;
    this.#numbers[slot] = this.#size;
    this.#size += 1;
    if (2 * this.#size > this.#mask) this.#grow();
    return this.#size - 1;
  }

  #grow(): void {
    const [keys, numbers] = [this.#keys, this.#numbers];
    this.#mask = 2 * this.#mask + 1;
    this.#keys = new Float64Array(this.#mask + 1);
    this.#numbers = new Int32Array(this.#mask + 1).fill(-1);
    for (let at = 0; at < keys.length; at += 1) {
      if (numbers[at] === -1) continue;
      let slot = hash(keys[at]) & this.#mask;
      while (this.#numbers[slot] !== -1) slot = (slot + 1) & this.#mask;
      this.#keys[slot] = keys[at];
      this.#numbers[slot] = numbers[at];
    }
  }
}

function hash(key: number): number {
  const high = Math.floor(key / 0x100000000);
  let word = Math.imul((key - high * 0x100000000) ^ Math.imul(high, 0x9e3779b9), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 15), 0xc2b2ae35);
  return word ^ (word >>> 13);
}
