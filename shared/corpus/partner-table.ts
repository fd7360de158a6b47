import { pairAt, type Rows } from './pair-rows.ts';
import { countBoth, type PieceList } from './piece-list.ts';
import { PieceReader } from './piece-reader.ts';
import { type Touched, touchedBy } from './touched-pieces.ts';

/** Minimum number of pairs for a walk. */
const FEWEST = 32;
/** Partners in more than a third of all pieces are counted as bit sets: they would add a step to nearly every piece. */
const HEAVY = 3;
/** A slot is stored in two bytes. */
const MOST_PARTNERS = 65_534;
/** Cost of a walk, in steps: starting a piece, and entering a partner in a piece. */
const BEGIN = 4;
const PUT = 4;
/** Cost of a pair counted by itself, in steps: a fixed part, and one for each piece of the shorter list. */
const PAIR = 60;
const PROBE = 1;
/** Slots in one block of pieces: they fit the processor's cache. */
const BLOCK = 1 << 18;
/** Maximum number of counters in memory. */
const COUNTERS = 1 << 22;

/**
 * For each piece, the requested partners that it contains: a forward index of the terms of this batch alone, made block by block. A row is counted by
 * walking its pieces and incrementing the counter of each partner met. Exact, and many times faster than single pairs for whole tables.
 */
export class PartnerTable {
  readonly #lists: readonly (PieceList | null)[];
  readonly #rows: Rows;
  readonly #size: number;
  /** Counter of each term; 0 is none. */
  readonly #slots: Uint32Array;
  readonly #partners: PieceList[] = [];
  #occurrences = 0;
  /** By term: 1 if its pairs are counted here. */
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
    // A few rows with a small gain do not pay for the table.
    if (gained <= PUT * this.#occurrences + size) this.isWalked.fill(0);
  }

  /** Returns the number of pairs that it counted. */
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

  /** Copies the counters of a row; false if some of its partners have none. */
  #readRow(row: number, counters: Uint32Array, counts: Float64Array): boolean {
    const { pairs, starts, order } = this.#rows;
    const slots = this.#slots;
    let haveAll = true;
    const end = starts[row + 1];
    for (let at = starts[row]; at < end; at += 1) {
      const pair = order === null ? at : order[at];
      const slot = slots[pairs[2 * pair + 1]];
      counts[pair] = counters[slot];
      if (slot === 0) haveAll = false;
    }
    return haveAll;
  }

  #countHeavy(row: number, counts: Float64Array): void {
    const rows = this.#rows;
    const end = rows.starts[row + 1];
    for (let at = rows.starts[row]; at < end; at += 1) {
      const pair = pairAt(rows, at);
      const partner = rows.pairs[2 * pair + 1];
      if (this.#slots[partner] !== 0) continue;
      const y = this.#lists[partner] ?? null;
      counts[pair] = y === null ? Number.NaN : countBoth(this.#lists[row] as PieceList, y);
    }
  }

  #pairsOf(term: number): number {
    return this.#rows.starts[term + 1] - this.#rows.starts[term];
  }

  #addPartners(row: number): void {
    const { pairs, starts, order } = this.#rows;
    const slots = this.#slots;
    const end = starts[row + 1];
    for (let at = starts[row]; at < end; at += 1) {
      const partner = pairs[2 * (order === null ? at : order[at]) + 1];
      if (slots[partner] !== 0) continue;
      const list = this.#lists[partner] ?? null;
      if (list === null || list.count * HEAVY > this.#size || this.#partners.length === MOST_PARTNERS) continue;
      this.#partners.push(list);
      this.#occurrences += list.count;
      slots[partner] = this.#partners.length;
    }
  }

  /** Steps that a walk saves compared with counting the row's pairs one by one. */
  #gain(row: PieceList, pairs: number): number {
    if (pairs < FEWEST) return 0;
    const steps = row.count * (BEGIN + this.#occurrences / this.#size);
    const typical = this.#occurrences / Math.max(1, this.#partners.length);
    return pairs * (PAIR + PROBE * Math.min(row.count, typical, this.#size / 32)) - steps;
  }
}

/** Ends of the blocks of pieces; start of the slots of each piece; length and slots of the largest block. */
interface Blocks {
  readonly ends: readonly number[];
  readonly starts: Uint32Array;
  readonly longest: number;
  readonly slots: number;
}

/** Counters of `count` rows from row `from` on, row after row. */
function walk({ rows, partners: lists }: Touched, from: number, count: number, { ends, starts, slots, longest }: Blocks): Uint32Array {
  const width = lists.length + 1;
  const pieces = rows.slice(from, from + count).map((list) => new PieceReader(list));
  const partners = lists.map((list) => new PieceReader(list));
  const counters = new Uint32Array(count * width);
  const held = new Uint16Array(slots);
  // Start of the first piece's slots, then the end of each piece's.
  const bounds = new Uint32Array(longest + 1);
  const places = bounds.subarray(1);
  const read = new Uint32Array(longest);
  let start = 0;
  for (const end of ends) {
    const first = starts[start];
    // These advance as slots are entered.
    for (let piece = start; piece < end; piece += 1) places[piece - start] = starts[piece] - first;
    for (let at = 0; at < partners.length; at += 1) partners[at].put(start, end, at + 1, places, held);
    for (let row = 0; row < count; row += 1) {
      const found = pieces[row].copy(start, end, read);
      countSlots(read, found, bounds, held, counters.subarray(row * width, (row + 1) * width));
    }
    start = end;
  }
  return counters;
}

/** Increments the counter of each slot of each piece. */
function countSlots(pieces: Uint32Array, count: number, bounds: Uint32Array, slots: Uint16Array, counters: Uint32Array): void {
  for (let at = 0; at < count; at += 1) {
    const piece = pieces[at];
    const end = bounds[piece + 1];
    for (let place = bounds[piece]; place < end; place += 1) counters[slots[place]]++;
  }
}

function blocksOf({ partners, size }: Touched): Blocks {
  const starts = new Uint32Array(size + 1);
  for (const list of partners) {
    const pieces = list.toPieces();
    for (let at = 0; at < pieces.length; at += 1) starts[pieces[at] + 1]++;
  }
  const ends: number[] = [];
  let begin = 0;
  let longest = 0;
  let slots = 0;
  for (let piece = 0; piece < size; piece += 1) {
    starts[piece + 1] += starts[piece];
    const held = starts[piece + 1] - starts[begin];
    // Bit sets are read in whole words.
    if ((held < BLOCK || piece % 32 !== 31) && piece + 1 < size) continue;
    ends.push(piece + 1);
    longest = Math.max(longest, piece + 1 - begin);
    slots = Math.max(slots, held);
    begin = piece + 1;
  }
  return { ends, starts, longest, slots };
}
