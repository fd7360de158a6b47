import type { CellType } from '../../contracts/table.ts';

/** The different values of a column in the order in which they first come, and of each cell which it is. Valid until the next is made. */
export interface Dictionary {
  readonly values: Float64Array;
  readonly indexes: Int32Array;
}

/** Cells that are looked at first, spread over all; above this share of different ones there is no dictionary. */
const SAMPLE = 1000;
const TOO_MANY = 0.9;
/** Bytes of the length of a text. */
const LENGTH = 4;

/** Used anew for each column: fresh memory would cost more than the work. No dictionary reads another's. */
let found = new Float64Array(1 << 15);
let indexes = new Int32Array(1 << 15);
/** Where each value stands among those found, from 1; 0: nowhere. By the number of a text, else an open hash table. */
let table = new Int32Array(1 << 16);
const BITS = new Float64Array(1);
const HALVES = new Int32Array(BITS.buffer);

/** Bytes of a value by estimate, as the library's: a text by its characters. */
export const sizeIn = (type: CellType, value: number, texts: readonly string[]): number =>
  type === 'string' ? texts[value].length : type === 'int' ? 4 : type === 'boolean' ? 0.125 : 8;

/** `values` by row, `held` those that are not empty. Null: with a dictionary the column would take more than half of the bytes. */
export function dictionaryOf(type: CellType, values: Float64Array, held: Float64Array, texts: readonly string[]): Dictionary | null {
  const isText = type === 'string';
  const sizeOf = (value: number): number => (Number.isNaN(value) ? 0 : sizeIn(type, value, texts) + (isText ? LENGTH : 0));
  if (isDiverse(values, sizeOf)) return null;
  let plain = isText ? 0 : held.length * sizeIn(type, 0, texts);
  for (let at = 0; isText && at < held.length; at += 1) plain += sizeOf(held[at]);
  const slots = makeRoom(held.length, isText ? texts.length : 0);
  let [count, size, before, index] = [0, 0, Number.NaN, 0];
  for (let at = 0; at < held.length; at += 1) {
    const value = held[at];
    // Most values come in runs.
    if (value !== before) {
      before = value;
      const slot = isText ? value : slotOf(value, slots);
      index = table[slot] - 1;
      if (index < 0) {
        index = count;
        found[count] = value;
        count += 1;
        table[slot] = count;
        size += sizeOf(value);
        if (2 * size > plain) return null;
      }
    }
    indexes[at] = index;
  }
  const bits = Math.ceil(Math.log2(count));
  if (2 * (size + Math.ceil((held.length * bits) / 8)) > plain) return null;
  return { values: found.subarray(0, count), indexes: indexes.subarray(0, held.length) };
}

/** Returns the slots of the table, which is empty then. */
function makeRoom(cells: number, texts: number): number {
  if (cells > found.length) [found, indexes] = [new Float64Array(2 * cells), new Int32Array(2 * cells)];
  const slots = texts > 0 ? texts : 2 ** Math.ceil(Math.log2(2 * cells + 2));
  if (slots > table.length) table = new Int32Array(2 * slots);
  table.fill(0, 0, slots);
  return slots;
}

/** Of a value that was found, or the free slot where it belongs. */
function slotOf(value: number, slots: number): number {
  const whole = value | 0;
  let mixed = whole;
  if (whole !== value) {
    BITS[0] = value;
    mixed = HALVES[0] ^ Math.imul(HALVES[1], 0x9e3779b1);
  }
  mixed = Math.imul(mixed, 0x85ebca6b);
  let slot = (mixed ^ (mixed >>> 15)) & (slots - 1);
  while (table[slot] !== 0 && found[table[slot] - 1] !== value) slot = (slot + 1) & (slots - 1);
  return slot;
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
