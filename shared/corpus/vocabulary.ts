import { ByteBuffer } from './byte-buffer.ts';
import { type Keyed, sortByWords } from './word-order.ts';

/** Words of a slot: three have the token's bytes, the high ones first, and one its id plus one (0 if the slot is empty). */
const SLOT = 4;
const ID = 3;
/** Bytes of a token that fit in a slot. One token in a hundred is longer and is in an arena; its slot has 0, hash, place in the arena, id plus one. */
export const SHORT = 12;
const LEAST_SLOTS = 1 << 12;

/**
 * Numbers tokens by their UTF-8 bytes in the order of their first appearance. Open addressing with the token in the slot: most of the time of a look-up
 * is waiting for memory, and this needs one access. A `Map` would need a string for each token.
 */
export class TokenNumbers implements Keyed {
  size = 0;
  /** At most seven tenths full. */
  #slots = new Int32Array(SLOT * LEAST_SLOTS);
  /** Long tokens, each after a byte with its length. */
  readonly #long = new ByteBuffer();

  /** Forgets all tokens but keeps the memory: the garbage collector would free arrays of this size late. */
  clear(): void {
    this.size = 0;
    this.#long.length = 0;
    this.#slots.fill(0);
  }

  /** True if some more tokens may take it beyond this many bytes. */
  nearlyTakes(bytes: number): boolean {
    const nearlyFull = 10 * SLOT * this.size > 6 * this.#slots.length;
    return this.#long.length + (nearlyFull ? 2 * this.#slots.byteLength : 0) > bytes;
  }

  /** The id of a token of up to SHORT bytes, given as three words: the first byte highest, zeros after the last. */
  idOfWords(first: number, second: number, third: number): number {
    const slots = this.#slots;
    const mask = slots.length - SLOT;
    for (let slot = (hashOf(first, second, third) * SLOT) & mask; ; slot = (slot + SLOT) & mask) {
      const held = slots[slot];
      if (held === first && slots[slot + 1] === second && slots[slot + 2] === third) return slots[slot + ID] - 1;
      if (held === 0 && slots[slot + ID] === 0) return this.#fill(slot, first, second, third);
    }
  }

  /** The id of the token `text[start, end)`. */
  idOf(text: Uint8Array, start: number, end: number): number {
    if (end - start > SHORT) return this.#idOfLong(text, start, end);
    return this.idOfWords(wordOf(text, start, end), wordOf(text, start + 4, end), wordOf(text, start + 8, end));
  }

  /** Places of all tokens in byte order, the order of the dictionary. */
  sorted(): Uint32Array {
    const places = new Uint32Array(this.size);
    let count = 0;
    for (let slot = 0; slot < this.#slots.length; slot += SLOT) {
      if (this.#slots[slot + ID] === 0) continue;
      places[count] = slot;
      count += 1;
    }
    sortByWords(places, this);
    return places;
  }

  idAt(place: number): number {
    return this.#slots[place + ID] - 1;
  }

  /** Copies the token at a place and returns its length. */
  tokenAt(place: number, to: Uint8Array): number {
    const slots = this.#slots;
    if (slots[place] !== 0) {
      let length = 0;
      for (; length < SHORT; length += 1) {
        const byte = (slots[place + (length >> 2)] >>> (24 - 8 * (length & 3))) & 255;
        if (byte === 0) break;
        to[length] = byte;
      }
      return length;
    }
    const at = slots[place + 2];
    const length = this.#long.bytes[at];
    for (let byte = 0; byte < length; byte += 1) to[byte] = this.#long.bytes[at + 1 + byte];
    return length;
  }

  /** Four bytes of a token from `4 * depth` on as one number, zeros after its end. */
  wordAt(place: number, depth: number): number {
    const slots = this.#slots;
    if (slots[place] !== 0) return depth < ID ? slots[place + depth] >>> 0 : 0;
    const at = slots[place + 2] + 1;
    return wordOf(this.#long.bytes, at + 4 * depth, at + this.#long.bytes[at - 1]) >>> 0;
  }

  #idOfLong(text: Uint8Array, start: number, end: number): number {
    const hash = longHashOf(text, start, end);
    const slots = this.#slots;
    const mask = slots.length - SLOT;
    for (let slot = (hash * SLOT) & mask; ; slot = (slot + SLOT) & mask) {
      if (slots[slot] !== 0) continue;
      const id = slots[slot + ID];
      if (id === 0) {
        const place = this.#long.length;
        this.#long.byte(end - start);
        this.#long.append(text, start, end);
        return this.#fill(slot, 0, hash, place);
      }
      if (slots[slot + 1] === hash && this.#holds(slots[slot + 2], text, start, end)) return id - 1;
    }
  }

  #holds(place: number, text: Uint8Array, start: number, end: number): boolean {
    const { bytes } = this.#long;
    if (bytes[place] !== end - start) return false;
    for (let at = place + 1, read = start; read < end; read += 1, at += 1) if (bytes[at] !== text[read]) return false;
    return true;
  }

  #fill(slot: number, first: number, second: number, third: number): number {
    const slots = this.#slots;
    const id = this.size;
    slots[slot] = first;
    slots[slot + 1] = second;
    slots[slot + 2] = third;
    slots[slot + ID] = id + 1;
    this.size = id + 1;
    if (10 * SLOT * this.size > 7 * slots.length) this.#rehash();
    return id;
  }

  #rehash(): void {
    const before = this.#slots;
    const after = new Int32Array(2 * before.length);
    const mask = after.length - SLOT;
    for (let from = 0; from < before.length; from += SLOT) {
      if (before[from + ID] === 0) continue;
      const first = before[from];
      const second = before[from + 1];
      const third = before[from + 2];
      let slot = ((first === 0 ? second : hashOf(first, second, third)) * SLOT) & mask;
      while (after[slot + ID] !== 0) slot = (slot + SLOT) & mask;
      after[slot] = first;
      after[slot + 1] = second;
      after[slot + 2] = third;
      after[slot + ID] = before[from + ID];
    }
    this.#slots = after;
  }
}

/** Four bytes from `at` on, the first highest, zeros from `end` on. */
function wordOf(bytes: Uint8Array, at: number, end: number): number {
  let word = 0;
  for (let byte = at; byte < at + 4; byte += 1) word = (word << 8) | (byte < end ? bytes[byte] : 0);
  return word;
}

/** 29 bits: four times the hash is still an exact array index. */
function hashOf(first: number, second: number, third: number): number {
  const mixed = (Math.imul(first, 0x9e3779b1) + Math.imul(second, 0x85ebca77) + Math.imul(third, 0xc2b2ae3d)) | 0;
  const again = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return (again ^ (again >>> 13)) & 0x1fffffff;
}

function longHashOf(text: Uint8Array, start: number, end: number): number {
  let hash = end - start;
  for (let at = start; at < end; at += 4) hash = hashOf(hash, wordOf(text, at, end), at - start);
  return hash;
}

/** Negative, zero or positive, as the first range sorts before, with or after the second. */
export function compareBytes(a: Uint8Array, aStart: number, aEnd: number, b: Uint8Array, bStart: number, bEnd: number): number {
  const common = Math.min(aEnd - aStart, bEnd - bStart);
  for (let at = 0; at < common; at += 1) {
    const difference = a[aStart + at] - b[bStart + at];
    if (difference !== 0) return difference;
  }
  return aEnd - aStart - (bEnd - bStart);
}
