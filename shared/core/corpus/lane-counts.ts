import { LANES, laneKernel } from './lane-kernel.ts';
import { pairAt, type Rows } from './pair-rows.ts';
import { countBoth, type PieceList } from './piece-list.ts';

/* What the ways of counting cost, in nanoseconds of one processor: only their proportions matter. */
const PAIR = 120;
const PROBE = 2;
const FAST_PROBE = 0.7;
const WORD = 0.4;
const COPIED_WORD = 0.15;
const WALK = 0.9;
const MARK = 2;

/**
 * An audit asks the same context items of each member of a group: rows with the same partners. Up to four rows are marked, each
 * in its lane of one number a piece; then one walk through a partner's pieces adds up its common pieces with all of them.
 * Counts what is cheaper so and answers the rows that are left.
 */
export function countShared(
  lists: readonly (PieceList | null)[],
  rows: Rows,
  left: readonly number[],
  size: number,
  counts: Float64Array,
): number[] {
  const askers = askersOf(lists, rows, left);
  if (askers === null) return [...left];
  const lanes = new Lanes(lists, rows, size, counts);
  const done = new Uint8Array(lists.length);
  const alone: number[] = [];
  for (const row of left) {
    if (done[row] === 1) continue;
    const block = blockOf(row, rows, askers, done);
    alone.push(...(block.length === 1 ? block : lanes.count(block)));
  }
  return alone;
}

/** By partner, the rows that ask it: those of term `t` are `[next[t], ends[t])` of `rows`; `next` moves on as rows are done. */
interface Askers {
  readonly rows: Uint32Array;
  readonly next: Uint32Array;
  readonly ends: Uint32Array;
}

/** Null where no partner is asked by two rows. */
function askersOf(lists: readonly (PieceList | null)[], rows: Rows, left: readonly number[]): Askers | null {
  const ends = new Uint32Array(lists.length + 1);
  let isShared = false;
  const each = (visit: (row: number, partner: number) => void): void => {
    for (const row of left) {
      const end = rows.starts[row + 1] as number;
      for (let at = rows.starts[row] as number; at < end; at += 1) {
        const partner = rows.pairs[2 * pairAt(rows, at) + 1] as number;
        // Bits are not walked.
        if (lists[partner]?.pieces != null) visit(row, partner);
      }
    }
  };
  each((_, partner) => {
    const count = (ends[partner + 1] as number) + 1;
    ends[partner + 1] = count;
    if (count > 1) isShared = true;
  });
  if (!isShared) return null;
  for (let term = 1; term < ends.length; term += 1) ends[term] = (ends[term] as number) + (ends[term - 1] as number);
  const next = ends.slice(0, -1);
  const asking = new Uint32Array(ends[ends.length - 1] as number);
  const filled = next.slice();
  each((row, partner) => {
    const place = filled[partner] as number;
    asking[place] = row;
    filled[partner] = place + 1;
  });
  return { rows: asking, next, ends: filled };
}

/** The row, and others that ask the partner it shares with the fewest: a group's own, rather than one that everybody asks. */
function blockOf(row: number, rows: Rows, askers: Askers, done: Uint8Array): number[] {
  done[row] = 1;
  const block = [row];
  let partner = -1;
  let fewest = Number.POSITIVE_INFINITY;
  const end = rows.starts[row + 1] as number;
  for (let at = rows.starts[row] as number; at < end; at += 1) {
    const candidate = rows.pairs[2 * pairAt(rows, at) + 1] as number;
    const waiting = (askers.ends[candidate] as number) - (askers.next[candidate] as number);
    if (waiting > 1 && waiting < fewest) {
      partner = candidate;
      fewest = waiting;
    }
  }
  if (partner < 0) return block;
  const last = askers.ends[partner] as number;
  for (let at = askers.next[partner] as number; at < last && block.length < LANES; at += 1) {
    askers.next[partner] = at + 1;
    const other = askers.rows[at] as number;
    if (done[other] === 1) continue;
    done[other] = 1;
    block.push(other);
  }
  return block;
}

class Lanes {
  readonly #lists: readonly (PieceList | null)[];
  readonly #rows: Rows;
  readonly #size: number;
  readonly #counts: Float64Array;
  readonly #kernel = laneKernel();
  /** By term, its place among the partners of this block, plus one. */
  readonly #places: Uint32Array;
  #partners: number[] = [];
  /** For each partner of the block and each lane the pair, plus one. */
  #pairs = new Uint32Array(LANES * 64);

  constructor(lists: readonly (PieceList | null)[], rows: Rows, size: number, counts: Float64Array) {
    this.#lists = lists;
    this.#rows = rows;
    this.#size = size;
    this.#counts = counts;
    this.#places = new Uint32Array(lists.length);
  }

  /** Counts the pairs of the rows for which that is less work than one pair after the other; answers the other rows. */
  count(block: readonly number[]): number[] {
    for (const [lane, row] of block.entries()) this.#gather(row, lane);
    const marked = block.map((row, lane) => (this.#isWorthMarking(row, lane) ? row : -1));
    for (const [lane, row] of marked.entries()) if (row >= 0) this.#kernel.mark(this.#pieces(row), lane, this.#size);
    for (let place = 0; place < this.#partners.length; place += 1) this.#countPartner(place, marked);
    for (const row of marked) if (row >= 0) this.#kernel.clear(this.#pieces(row));
    this.#forget();
    return block.filter((_, lane) => marked[lane] === -1);
  }

  #pieces(row: number): Uint32Array {
    return (this.#lists[row] as PieceList).pieces as Uint32Array;
  }

  #gather(row: number, lane: number): void {
    const rows = this.#rows;
    const end = rows.starts[row + 1] as number;
    for (let at = rows.starts[row] as number; at < end; at += 1) {
      const pair = pairAt(rows, at);
      const partner = rows.pairs[2 * pair + 1] as number;
      let place = this.#places[partner] as number;
      if (place === 0) {
        place = this.#partners.push(partner);
        this.#places[partner] = place;
        if (LANES * place > this.#pairs.length) this.#growPairs();
      }
      const slot = LANES * (place - 1) + lane;
      const before = this.#pairs[slot] as number;
      // A pair that is asked twice is counted once for itself.
      if (before > 0) this.#counts[pair] = this.#alone(row, partner);
      else this.#pairs[slot] = pair + 1;
    }
  }

  #growPairs(): void {
    const grown = new Uint32Array(2 * this.#pairs.length);
    grown.set(this.#pairs);
    this.#pairs = grown;
  }

  #forget(): void {
    for (const partner of this.#partners) this.#places[partner] = 0;
    this.#pairs.fill(0, 0, LANES * this.#partners.length);
    this.#partners = [];
  }

  /** Whether the marks of a row save more than they cost. */
  #isWorthMarking(row: number, lane: number): boolean {
    const list = this.#lists[row] as PieceList;
    // The kernel's loops go once at least.
    if (list.pieces === null || list.count === 0) return false;
    let saved = -MARK * list.count;
    for (let place = 0; place < this.#partners.length && saved <= 0; place += 1) {
      if (this.#pairs[LANES * place + lane] === 0) continue;
      const partner = this.#lists[this.#partners[place] as number] ?? null;
      if (partner === null || partner.pieces === null) continue;
      saved += Math.max(0, cost(list, partner, this.#size) - (WALK * partner.count) / this.#sharedBy(place));
    }
    return saved > 0;
  }

  #sharedBy(place: number): number {
    let rows = 0;
    for (let lane = 0; lane < LANES; lane += 1) if ((this.#pairs[LANES * place + lane] as number) > 0) rows += 1;
    return rows;
  }

  /** The pairs of one partner with the marked rows, which stand at their lanes; -1 is a row without marks. */
  #countPartner(place: number, marked: readonly number[]): void {
    const partner = this.#partners[place] as number;
    const list = this.#lists[partner] ?? null;
    const pieces = list?.pieces ?? null;
    let saved = pieces === null ? 0 : -WALK * pieces.length;
    if (list !== null && pieces !== null) {
      for (let lane = 0; lane < marked.length; lane += 1) {
        const row = marked[lane] as number;
        if (row >= 0 && this.#pairs[LANES * place + lane] !== 0) saved += cost(this.#lists[row] as PieceList, list, this.#size);
      }
    }
    if (pieces !== null && saved > 0) this.#kernel.addUp(pieces);
    for (let lane = 0; lane < marked.length; lane += 1) {
      const row = marked[lane] as number;
      const pair = (this.#pairs[LANES * place + lane] as number) - 1;
      if (row < 0 || pair < 0) continue;
      this.#counts[pair] = saved > 0 ? (this.#kernel.sums[lane] as number) : this.#alone(row, partner);
    }
  }

  #alone(row: number, partner: number): number {
    const y = this.#lists[partner] ?? null;
    return y === null ? Number.NaN : countBoth(this.#lists[row] as PieceList, y);
  }
}

/** Of one pair counted alone, by whichever way `countBoth` takes. */
function cost(x: PieceList, y: PieceList, size: number): number {
  const few = Math.min(x.count, y.count);
  const words = size / 32;
  if (x.pieces === null && y.pieces === null) return PAIR + WORD * words;
  return PAIR + Math.min(PROBE * few, COPIED_WORD * words + FAST_PROBE * few);
}
