import type { CellType } from '../../contracts/table.ts';

/** The different values of a column in the order in which they first come, and of each cell which it is. */
export interface Dictionary {
  readonly values: Float64Array;
  readonly indexes: Int32Array;
}

/** Cells that are looked at first, spread over all; above this share of different ones there is no dictionary. */
const SAMPLE = 1000;
const TOO_MANY = 0.9;
/** Bytes of the length of a text. */
const LENGTH = 4;

/** Bytes of a value by estimate, as the library's: a text by its characters. */
export const sizeIn = (type: CellType, value: number, texts: readonly string[]): number =>
  type === 'string' ? texts[value].length : type === 'int' ? 4 : type === 'boolean' ? 0.125 : 8;

/** `values` by row, `held` those that are not empty. Null: with a dictionary the column would take more than half of the bytes. */
export function dictionaryOf(type: CellType, values: Float64Array, held: Float64Array, texts: readonly string[]): Dictionary | null {
  const prefix = type === 'string' ? LENGTH : 0;
  const sizeOf = (value: number): number => (Number.isNaN(value) ? 0 : sizeIn(type, value, texts) + prefix);
  if (isDiverse(values, sizeOf)) return null;
  let plain = 0;
  for (let at = 0; at < held.length; at += 1) plain += sizeOf(held[at]);
  const found = new Float64Array(held.length);
  const indexes = new Int32Array(held.length);
  const places = new Places(held.length);
  let [count, size] = [0, 0];
  for (let at = 0; at < held.length; at += 1) {
    const index = places.indexOf(held[at], found, count);
    indexes[at] = index;
    if (index < count) continue;
    found[count] = held[at];
    count += 1;
    size += sizeOf(held[at]);
    if (2 * size > plain) return null;
  }
  const bits = Math.ceil(Math.log2(count));
  return 2 * (size + Math.ceil((held.length * bits) / 8)) > plain ? null : { values: found.subarray(0, count), indexes };
}

function isDiverse(values: Float64Array, sizeOf: (value: number) => number): boolean {
  const count = Math.min(values.length, SAMPLE);
  const seen = new Set<number>();
  let [different, all] = [0, 0];
  for (let at = 0; at < count; at += 1) {
    const value = values[count === 1 ? 0 : Math.floor((at * (values.length - 1)) / (count - 1))];
    const size = sizeOf(value);
    all += size;
    if (seen.has(value)) continue;
    seen.add(value);
    different += size;
  }
  return all === 0 || different / all > TOO_MANY;
}

/** Where numbers stand in a list, by their bits: an open hash table. */
class Places {
  readonly #table: Int32Array;
  readonly #number = new Float64Array(1);
  readonly #halves = new Int32Array(this.#number.buffer);

  constructor(most: number) {
    this.#table = new Int32Array(2 ** Math.ceil(Math.log2(2 * most + 2)));
  }

  /** Of a value among the first `count` of the list; `count` itself where it is new, and then its place. */
  indexOf(value: number, list: Float64Array, count: number): number {
    // Minus nothing equals nothing.
    this.#number[0] = value + 0;
    const mixed = Math.imul(this.#halves[0] ^ Math.imul(this.#halves[1], 0x9e3779b1), 0x85ebca6b);
    const [table, mask] = [this.#table, this.#table.length - 1];
    for (let place = (mixed ^ (mixed >>> 15)) & mask; ; place = (place + 1) & mask) {
      const index = table[place] - 1;
      if (index < 0) {
        table[place] = count + 1;
        return count;
      }
      if (list[index] === value) return index;
    }
  }
}
