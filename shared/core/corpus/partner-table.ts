import type { Rows } from './pair-rows.ts';
import { countBoth, type PieceList } from './piece-list.ts';

/** A row of fewer pairs is not worth a walk. */
const FEWEST = 32;
/** Partners in more than one piece of so many are left to bits: they would add a step to nearly every piece. */
const HEAVY = 6;
/** A step of a walk costs about as much as so many steps through a list or words of bits. */
const STEP = 1.3;
/** Partners in one block of pieces: what of the table is walked at a time stays near the processor. */
const BLOCK = 1 << 18;
/** Counters, and pieces made from bits, that are held at a time. */
const HELD_AT_ONCE = 1 << 22;

/**
 * For each piece, which of the asked partners it holds: a forward index of nothing but the terms of this batch. A row is counted
 * by walking its pieces and adding one to the counter of each partner met. Exact, and for tables many times faster than pairs.
 */
export class PartnerTable {
  readonly #lists: readonly (PieceList | null)[];
  readonly #rows: Rows;
  readonly #size: number;
  /** By term: its counter; 0 is none. */
  readonly #slots: Uint32Array;
  readonly #partners: PieceList[] = [];
  #occurrences = 0;
  /** The rows that are walked, by term. */
  readonly #walked: Uint8Array;

  constructor(lists: readonly (PieceList | null)[], rows: Rows, size: number) {
    this.#lists = lists;
    this.#rows = rows;
    this.#size = size;
    this.#slots = new Uint32Array(lists.length);
    this.#walked = new Uint8Array(lists.length);
    for (let term = 0; term < lists.length; term += 1) {
      if (lists[term] !== null && this.#pairsOf(term) >= FEWEST) this.#addPartners(term);
    }
    let gained = 0;
    for (let term = 0; term < lists.length; term += 1) {
      const list = lists[term] ?? null;
      const gain = list === null ? 0 : this.#gain(list, this.#pairsOf(term));
      if (gain <= 0) continue;
      this.#walked[term] = 1;
      gained += gain;
    }
    // Making the table goes through every list twice: a few rows that would gain a little do not pay for it.
    if (gained <= 2 * STEP * this.#occurrences + size) this.#walked.fill(0);
  }

  /** Whether the pairs of a term are counted here. */
  has(term: number): boolean {
    return this.#walked[term] === 1;
  }

  count(counts: Float64Array): void {
    const walked = [...this.#walked.keys()].filter((term) => this.has(term));
    if (walked.length === 0) return;
    const width = this.#partners.length + 1;
    const block = Math.max(1024, Math.ceil((this.#size * BLOCK) / this.#occurrences));
    const { starts, held } = this.#invert(block);
    for (let from = 0; from < walked.length; ) {
      // As many rows as the counters and their pieces leave room for.
      const pieces: Uint32Array[] = [];
      let room = HELD_AT_ONCE;
      while (from + pieces.length < walked.length && (room > 0 || pieces.length === 0)) {
        const list = this.#lists[walked[from + pieces.length] as number] as PieceList;
        room -= width + (list.pieces === null ? list.count : 0);
        pieces.push(list.toPieces());
      }
      const counters = pieces.map(() => new Uint32Array(width));
      const reached = new Uint32Array(pieces.length);
      for (let end = block; end < this.#size + block; end += block) {
        for (let row = 0; row < pieces.length; row += 1) {
          reached[row] = walk(pieces[row] as Uint32Array, reached[row] as number, end, starts, held, counters[row] as Uint32Array);
        }
      }
      for (let row = 0; row < pieces.length; row += 1) this.#readRow(walked[from + row] as number, counters[row] as Uint32Array, counts);
      from += pieces.length;
    }
  }

  #readRow(row: number, counters: Uint32Array, counts: Float64Array): void {
    const { pairs, starts, order } = this.#rows;
    const slots = this.#slots;
    const end = starts[row + 1] as number;
    for (let at = starts[row] as number; at < end; at += 1) {
      const pair = order === null ? at : (order[at] as number);
      const partner = pairs[2 * pair + 1] as number;
      const slot = slots[partner] as number;
      if (slot > 0) counts[pair] = counters[slot] as number;
      else {
        const y = this.#lists[partner] ?? null;
        counts[pair] = y === null ? Number.NaN : countBoth(this.#lists[row] as PieceList, y);
      }
    }
  }

  #pairsOf(term: number): number {
    return (this.#rows.starts[term + 1] as number) - (this.#rows.starts[term] as number);
  }

  #addPartners(row: number): void {
    const { pairs, starts, order } = this.#rows;
    const slots = this.#slots;
    const end = starts[row + 1] as number;
    for (let at = starts[row] as number; at < end; at += 1) {
      const partner = pairs[2 * (order === null ? at : (order[at] as number)) + 1] as number;
      if (slots[partner] !== 0) continue;
      const list = this.#lists[partner] ?? null;
      if (list === null || list.count * HEAVY > this.#size) continue;
      this.#partners.push(list);
      this.#occurrences += list.count;
      slots[partner] = this.#partners.length;
    }
  }

  /** The steps that a walk saves: it takes the row's pieces times the partners a piece holds; its pairs, the shorter list of each. */
  #gain(row: PieceList, pairs: number): number {
    if (pairs < FEWEST) return 0;
    const steps = STEP * row.count * (1 + this.#occurrences / this.#size);
    const typical = this.#occurrences / Math.max(1, this.#partners.length);
    return pairs * (1 + Math.min(row.count, typical, this.#size / 32)) - steps;
  }

  /** In blocks too: what is written next to each other is then near the processor. */
  #invert(block: number): { readonly starts: Uint32Array; readonly held: Uint16Array | Uint32Array } {
    const starts = new Uint32Array(this.#size + 2);
    const partners = this.#partners.map((list) => list.toPieces());
    for (const pieces of partners) for (let at = 0; at < pieces.length; at += 1) (starts[(pieces[at] as number) + 2] as number)++;
    for (let piece = 2; piece < starts.length; piece += 1) starts[piece] = (starts[piece] as number) + (starts[piece - 1] as number);
    const held = partners.length < 65_536 ? new Uint16Array(this.#occurrences) : new Uint32Array(this.#occurrences);
    const reached = new Uint32Array(partners.length);
    for (let end = block; end < this.#size + block; end += block) {
      for (let at = 0; at < partners.length; at += 1) {
        reached[at] = put(partners[at] as Uint32Array, reached[at] as number, end, at + 1, starts, held);
      }
    }
    return { starts, held };
  }
}

/** Puts a slot to each of the pieces before `end`; answers the place of the next. */
function put(pieces: Uint32Array, from: number, end: number, slot: number, starts: Uint32Array, held: Uint16Array | Uint32Array): number {
  let index = from;
  for (; index < pieces.length; index += 1) {
    const piece = pieces[index] as number;
    if (piece >= end) break;
    const place = starts[piece + 1] as number;
    held[place] = slot;
    starts[piece + 1] = place + 1;
  }
  return index;
}

/**
 * From `pieces[from]` to the first that is not before `end`, whose place is the answer. On its own so that it is compiled for
 * itself: nearly all of a table's time passes here.
 */
function walk(
  pieces: Uint32Array,
  from: number,
  end: number,
  starts: Uint32Array,
  held: Uint16Array | Uint32Array,
  counters: Uint32Array,
): number {
  let index = from;
  for (; index < pieces.length; index += 1) {
    const piece = pieces[index] as number;
    if (piece >= end) break;
    const last = starts[piece + 1] as number;
    for (let at = starts[piece] as number; at < last; at += 1) {
      const slot = held[at] as number;
      counters[slot] = (counters[slot] as number) + 1;
    }
  }
  return index;
}
