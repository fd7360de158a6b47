import type { Rows } from './pair-counts.ts';
import type { PieceList } from './piece-list.ts';

/** A row of fewer pairs is not worth a walk. */
const FEWEST = 32;
/** Partners in more than one piece of so many are left to bits: they would add a step to nearly every piece. */
const HEAVY = 6;
/** A step of a walk costs about as much as so many steps through a list or words of bits. */
const STEP = 1.3;

/**
 * For each piece, which of the asked partners it holds: a forward index of nothing but the terms of this batch. A row is counted
 * by walking its pieces and adding one to the counter of each partner met. Exact, and for tables many times faster than pairs.
 */
export class PartnerTable {
  /** By term: its counter; 0 is none. */
  readonly slots: Uint32Array;
  readonly #size: number;
  readonly #partners: PieceList[] = [];
  #occurrences = 0;
  /** Making the table goes through every list twice: a few rows that would gain a little do not pay for it. */
  readonly #isWorthMaking: boolean;
  #counters = new Uint32Array(0);
  #starts: Uint32Array | null = null;
  #held: Uint16Array | Uint32Array = new Uint16Array(0);

  constructor(lists: readonly (PieceList | null)[], rows: Rows, size: number) {
    this.slots = new Uint32Array(lists.length);
    this.#size = size;
    for (let term = 0; term < lists.length; term += 1) {
      const start = rows.starts[term] as number;
      const end = rows.starts[term + 1] as number;
      if (end - start >= FEWEST && lists[term] !== null) this.#addPartners(lists, rows, start, end);
    }
    let gain = 0;
    for (let term = 0; term < lists.length; term += 1) {
      const list = lists[term] ?? null;
      if (list !== null) gain += Math.max(0, this.#gain(list, (rows.starts[term + 1] as number) - (rows.starts[term] as number)));
    }
    this.#isWorthMaking = gain > 2 * STEP * this.#occurrences + size;
  }

  /** The counters of one row, by slot, or null where its pairs are better counted one by one. Valid until the next row. */
  countRow(row: PieceList, pairs: number): Uint32Array | null {
    if (!this.#isWorthMaking || this.#gain(row, pairs) <= 0) return null;
    this.#starts ??= this.#invert();
    return walk(row.toPieces(), this.#starts, this.#held, this.#counters.fill(0));
  }

  #addPartners(lists: readonly (PieceList | null)[], { pairs, order }: Rows, start: number, end: number): void {
    const { slots } = this;
    for (let at = start; at < end; at += 1) {
      const partner = pairs[2 * (order === null ? at : (order[at] as number)) + 1] as number;
      if (slots[partner] !== 0) continue;
      const list = lists[partner] ?? null;
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

  #invert(): Uint32Array {
    const starts = new Uint32Array(this.#size + 2);
    for (const list of this.#partners) for (const piece of list.toPieces()) (starts[piece + 2] as number)++;
    for (let piece = 2; piece < starts.length; piece += 1) starts[piece] = (starts[piece] as number) + (starts[piece - 1] as number);
    const Slots = this.#partners.length < 65_536 ? Uint16Array : Uint32Array;
    const held = new Slots(this.#occurrences);
    for (const [at, list] of this.#partners.entries()) {
      for (const piece of list.toPieces()) {
        const place = starts[piece + 1] as number;
        held[place] = at + 1;
        starts[piece + 1] = place + 1;
      }
    }
    this.#held = held;
    this.#counters = new Uint32Array(this.#partners.length + 1);
    return starts;
  }
}

/** On its own so that it is compiled for itself: nearly all of a table's time passes here. */
function walk(pieces: Uint32Array, starts: Uint32Array, held: Uint16Array | Uint32Array, counters: Uint32Array): Uint32Array {
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index] as number;
    const end = starts[piece + 1] as number;
    for (let at = starts[piece] as number; at < end; at += 1) {
      const slot = held[at] as number;
      counters[slot] = (counters[slot] as number) + 1;
    }
  }
  return counters;
}
