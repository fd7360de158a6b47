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
  readonly #lists: readonly (PieceList | null)[];
  readonly #size: number;
  readonly #rows = new Set<number>();
  /** By term: its counter plus one; 0 is none. */
  readonly #slots: Uint32Array;
  readonly #partners: PieceList[] = [];
  #counters = new Uint32Array(0);
  #starts: Uint32Array | null = null;
  #held: Uint16Array | Uint32Array = new Uint16Array(0);
  #rowsOffered = 0;
  #occurrences = 0;

  constructor(lists: readonly (PieceList | null)[], size: number) {
    this.#lists = lists;
    this.#size = size;
    this.#slots = new Uint32Array(lists.length);
  }

  /** All rows are offered, in the order of their terms, before the first is counted. */
  offer(row: PieceList | null, partners: Uint32Array): void {
    const term = this.#rowsOffered;
    this.#rowsOffered += 1;
    if (row === null || partners.length < FEWEST) return;
    this.#rows.add(term);
    for (const partner of partners) {
      const list = this.#lists[partner] ?? null;
      if (list === null || this.#isHeavy(list) || this.#slots[partner] !== 0) continue;
      this.#partners.push(list);
      this.#slots[partner] = this.#partners.length;
      this.#occurrences += list.count;
    }
  }

  /** The counters of one row, or null where its pairs are better counted one by one. Valid until the next row. */
  countRow(term: number, row: PieceList, pairs: number): Uint32Array | null {
    if (!this.#rows.has(term) || !this.#isWorth(row, pairs)) return null;
    this.#starts ??= this.#invert();
    const starts = this.#starts;
    const held = this.#held;
    const counters = this.#counters.fill(0);
    row.forEach((piece) => {
      const end = starts[piece + 1] as number;
      for (let at = starts[piece] as number; at < end; at += 1) (counters[held[at] as number] as number)++;
    });
    return counters;
  }

  slotOf(term: number): number {
    return (this.#slots[term] as number) - 1;
  }

  #isHeavy(list: PieceList): boolean {
    return list.count * HEAVY > this.#size;
  }

  /** A walk takes the row's pieces times the partners a piece holds; its pairs, at most the shorter list of each. */
  #isWorth(row: PieceList, pairs: number): boolean {
    const walk = STEP * row.count * (1 + this.#occurrences / this.#size);
    const typical = this.#occurrences / Math.max(1, this.#partners.length);
    return walk < pairs * Math.min(row.count, typical, this.#size / 32);
  }

  #invert(): Uint32Array {
    const starts = new Uint32Array(this.#size + 2);
    for (const list of this.#partners) {
      list.forEach((piece) => {
        (starts[piece + 2] as number)++;
      });
    }
    for (let piece = 2; piece < starts.length; piece += 1) starts[piece] = (starts[piece] as number) + (starts[piece - 1] as number);
    const Slots = this.#partners.length <= 65_536 ? Uint16Array : Uint32Array;
    const held = new Slots(this.#occurrences);
    for (const [slot, list] of this.#partners.entries()) {
      list.forEach((piece) => {
        const place = starts[piece + 1] as number;
        held[place] = slot;
        starts[piece + 1] = place + 1;
      });
    }
    this.#held = held;
    this.#counters = new Uint32Array(this.#partners.length);
    return starts;
  }
}
