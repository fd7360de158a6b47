import { pairAt, type Rows } from './pair-rows.ts';
import { countBoth, type PieceList } from './piece-list.ts';
import { PieceReader } from './piece-reader.ts';
import { type Touched, touchedBy } from './touched-pieces.ts';

/** A row of fewer pairs is not worth a walk. */
const FEWEST = 32;
/** Partners in more than one piece of so many are left to bits: they would add a step to nearly every piece. */
const HEAVY = 3;
/** A slot is a number of two bytes. */
const MOST_PARTNERS = 65_534;
/** What walks take, in steps of it: to begin a piece, to put a partner to a piece. */
const BEGIN = 4;
const PUT = 4;
/** A pair by itself takes so many steps, and for each piece of the shorter list. */
const PAIR = 60;
const PROBE = 1;
/** Slots in one block of pieces: so many stay near the processor. */
const BLOCK = 1 << 18;
/** Counters that are held at a time. */
const COUNTERS = 1 << 22;

/**
 * For each piece, which of the asked partners it holds: a forward index of nothing but the terms of this batch, made for one
 * block of pieces after the other. A row is counted by walking its pieces and adding one to the counter of each partner met.
 * Exact, and for tables many times faster than pairs.
 */
export class PartnerTable {
  readonly #lists: readonly (PieceList | null)[];
  readonly #rows: Rows;
  readonly #size: number;
  /** By term: its counter; 0 is none. */
  readonly #slots: Uint32Array;
  readonly #partners: PieceList[] = [];
  #occurrences = 0;
  /** By term, whether its pairs are counted here. */
  readonly isWalked: Uint8Array;

  constructor(lists: readonly (PieceList | null)[], rows: Rows, size: number) {
    this.#lists = lists;
    this.#rows = rows;
    this.#size = size;
    this.#slots = new Uint32Array(lists.length);
    this.isWalked = new Uint8Array(lists.length);
    for (let term = 0; term < lists.length; term += 1) {
      if (lists[term] !== null && this.#pairsOf(term) >= FEWEST) this.#addPartners(term);
    }
    let gained = 0;
    for (let term = 0; term < lists.length; term += 1) {
      const list = lists[term] ?? null;
      const gain = list === null ? 0 : this.#gain(list, this.#pairsOf(term));
      if (gain <= 0) continue;
      this.isWalked[term] = 1;
      gained += gain;
    }
    // A few rows that would gain a little do not pay for the table.
    if (gained <= PUT * this.#occurrences + size) this.isWalked.fill(0);
  }

  /** Answers how many pairs it counted. */
  count(counts: Float64Array): number {
    const walked = [...this.isWalked.keys()].filter((term) => this.isWalked[term] === 1);
    if (walked.length === 0) return 0;
    const width = this.#partners.length + 1;
    const lists = walked.map((row) => this.#lists[row] as PieceList);
    const touched = touchedBy(lists, this.#partners, this.#size);
    const blocks = blocksOf(touched);
    const rowsAtOnce = Math.max(1, Math.floor(COUNTERS / width));
    for (let from = 0; from < walked.length; from += rowsAtOnce) {
      const rows = walked.slice(from, from + rowsAtOnce);
      const counters = walk(touched, from, rows.length, blocks);
      const left = rows.filter((row, at) => !this.#readRow(row, counters.subarray(at * width, (at + 1) * width), counts));
      for (const row of left) this.#countHeavy(row, counts);
    }
    return walked.reduce((sum, row) => sum + this.#pairsOf(row), 0);
  }

  /** Whether all partners of the row have counters. */
  #readRow(row: number, counters: Uint32Array, counts: Float64Array): boolean {
    const { pairs, starts, order } = this.#rows;
    const slots = this.#slots;
    let haveAll = true;
    const end = starts[row + 1] as number;
    for (let at = starts[row] as number; at < end; at += 1) {
      const pair = order === null ? at : (order[at] as number);
      const slot = slots[pairs[2 * pair + 1] as number] as number;
      counts[pair] = counters[slot] as number;
      if (slot === 0) haveAll = false;
    }
    return haveAll;
  }

  #countHeavy(row: number, counts: Float64Array): void {
    const rows = this.#rows;
    const end = rows.starts[row + 1] as number;
    for (let at = rows.starts[row] as number; at < end; at += 1) {
      const pair = pairAt(rows, at);
      const partner = rows.pairs[2 * pair + 1] as number;
      if (this.#slots[partner] !== 0) continue;
      const y = this.#lists[partner] ?? null;
      counts[pair] = y === null ? Number.NaN : countBoth(this.#lists[row] as PieceList, y);
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
      if (list === null || list.count * HEAVY > this.#size || this.#partners.length === MOST_PARTNERS) continue;
      this.#partners.push(list);
      this.#occurrences += list.count;
      slots[partner] = this.#partners.length;
    }
  }

  /** The steps that a walk saves: it takes the row's pieces times the partners a piece holds; its pairs, the shorter list of each. */
  #gain(row: PieceList, pairs: number): number {
    if (pairs < FEWEST) return 0;
    const steps = row.count * (BEGIN + this.#occurrences / this.#size);
    const typical = this.#occurrences / Math.max(1, this.#partners.length);
    return pairs * (PAIR + PROBE * Math.min(row.count, typical, this.#size / 32)) - steps;
  }
}

/** Where blocks of pieces end; where the slots of each piece start, those of all pieces in a row; the most of a block. */
interface Blocks {
  readonly ends: readonly number[];
  readonly starts: Uint32Array;
  readonly longest: number;
  readonly slots: number;
}

/** The counters of so many rows from one on, one row behind the other. */
function walk({ rows, partners: lists }: Touched, from: number, count: number, { ends, starts, slots, longest }: Blocks): Uint32Array {
  const width = lists.length + 1;
  const pieces = rows.slice(from, from + count).map((list) => new PieceReader(list));
  const partners = lists.map((list) => new PieceReader(list));
  const counters = new Uint32Array(count * width);
  const held = new Uint16Array(slots);
  // Where the slots of each piece of a block end, after where the first begins.
  const bounds = new Uint32Array(longest + 1);
  const places = bounds.subarray(1);
  const read = new Uint32Array(longest);
  let start = 0;
  for (const end of ends) {
    const first = starts[start] as number;
    // Each moves on while slots are put there.
    for (let piece = start; piece < end; piece += 1) places[piece - start] = (starts[piece] as number) - first;
    for (let at = 0; at < partners.length; at += 1) (partners[at] as PieceReader).put(start, end, at + 1, places, held);
    for (let row = 0; row < count; row += 1) {
      const found = (pieces[row] as PieceReader).copy(start, end, read);
      countSlots(read, found, bounds, held, counters.subarray(row * width, (row + 1) * width));
    }
    start = end;
  }
  return counters;
}

/** Adds one to the counter of each slot of each piece. */
function countSlots(pieces: Uint32Array, count: number, bounds: Uint32Array, slots: Uint16Array, counters: Uint32Array): void {
  for (let at = 0; at < count; at += 1) {
    const piece = pieces[at] as number;
    const end = bounds[piece + 1] as number;
    for (let place = bounds[piece] as number; place < end; place += 1) (counters[slots[place] as number] as number)++;
  }
}

function blocksOf({ partners, size }: Touched): Blocks {
  const starts = new Uint32Array(size + 1);
  for (const list of partners) {
    const pieces = list.toPieces();
    for (let at = 0; at < pieces.length; at += 1) (starts[(pieces[at] as number) + 1] as number)++;
  }
  const ends: number[] = [];
  let begin = 0;
  let longest = 0;
  let slots = 0;
  for (let piece = 0; piece < size; piece += 1) {
    starts[piece + 1] = (starts[piece + 1] as number) + (starts[piece] as number);
    const held = (starts[piece + 1] as number) - (starts[begin] as number);
    // A reader of bits goes by whole words.
    if ((held < BLOCK || piece % 32 !== 31) && piece + 1 < size) continue;
    ends.push(piece + 1);
    longest = Math.max(longest, piece + 1 - begin);
    slots = Math.max(slots, held);
    begin = piece + 1;
  }
  return { ends, starts, longest, slots };
}
