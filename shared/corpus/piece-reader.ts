import type { PieceList } from './piece-list.ts';

/** Reads the pieces of a list block by block. A block of bits is whole words, except the last. */
export class PieceReader {
  readonly #pieces: Uint32Array | null;
  readonly #bits: Int32Array | null;
  #at = 0;

  constructor({ pieces, bits }: PieceList) {
    this.#pieces = pieces;
    this.#bits = bits;
  }

  /** Writes the pieces of a block to `words`, relative to its beginning, and returns their number. */
  copy(start: number, end: number, words: Uint32Array): number {
    return this.#pieces === null
      ? copyBits(this.#bits as Int32Array, start, end, words)
      : this.#copyNumbers(this.#pieces, start, end, words);
  }

  #copyNumbers(pieces: Uint32Array, start: number, end: number, words: Uint32Array): number {
    let from = this.#at;
    let to = 0;
    while (from < pieces.length && pieces[from] < end) {
      words[to] = pieces[from] - start;
      from += 1;
      to += 1;
    }
    this.#at = from;
    return to;
  }

  /** Enters a slot for each piece of a block at the piece's place, and advances that place. */
  put(start: number, end: number, slot: number, places: Uint32Array, halves: Uint16Array): void {
    if (this.#pieces === null) putBits(this.#bits as Int32Array, start, end, slot, places, halves);
    else this.#at = putNumbers(this.#pieces, this.#at, start, end, slot, places, halves);
  }
}

function copyBits(bits: Int32Array, start: number, end: number, words: Uint32Array): number {
  let to = 0;
  for (let word = start >>> 5; 32 * word < end; word += 1) {
    const first = 32 * word - start;
    for (let rest = bits[word]; rest !== 0; rest &= rest - 1) {
      words[to] = first + 31 - Math.clz32(rest & -rest);
      to += 1;
    }
  }
  return to;
}

function putBits(bits: Int32Array, start: number, end: number, slot: number, places: Uint32Array, halves: Uint16Array): void {
  for (let word = start >>> 5; 32 * word < end; word += 1) {
    const first = 32 * word - start;
    for (let rest = bits[word]; rest !== 0; rest &= rest - 1) {
      const place = first + 31 - Math.clz32(rest & -rest);
      const half = places[place];
      halves[half] = slot;
      places[place] = half + 1;
    }
  }
}

function putNumbers(
  pieces: Uint32Array,
  from: number,
  start: number,
  end: number,
  slot: number,
  places: Uint32Array,
  halves: Uint16Array,
): number {
  let at = from;
  for (; at < pieces.length && pieces[at] < end; at += 1) {
    const place = pieces[at] - start;
    const half = places[place];
    halves[half] = slot;
    places[place] = half + 1;
  }
  return at;
}
