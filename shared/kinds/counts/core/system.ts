import { type KnownSum, Simplex } from './simplex.ts';

// Integer numbers of people in cells, none below 0, whose sums over sets of cells are known within ends. Exact bounds of a further sum: propagation, then
// the simplex method for bounds (Dutertre and de Moura) with branching, up to a stated limit of work.

export interface SumBounds {
  readonly low: number;
  readonly high: number;
  /** False: the limit was reached, and the true ends may be closer. */
  readonly exact: boolean;
}

/** Larger systems are bounded by propagation alone: cells times sums. */
const MOST_ENTRIES = 250_000;
const ROUNDS = 50;

export class CountSystem {
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  readonly #sums: KnownSum[];
  #free: number[] = [];
  #simplex: Simplex | null = null;
  readonly #witnesses: Float64Array[] = [];
  /** Cells in no sum: any number of people. */
  readonly #uncounted: ReadonlySet<number>;
  readonly feasible: boolean;
  /** Whether sums beyond propagation are decided exactly. */
  readonly exact: boolean;

  constructor(cells: number, sums: readonly KnownSum[]) {
    this.#low = new Float64Array(cells);
    this.#high = new Float64Array(cells).fill(Number.POSITIVE_INFINITY);
    this.#sums = [...sums];
    const counted = new Set(sums.flatMap((sum) => sum.cells));
    this.#uncounted = new Set(Array.from({ length: cells }, (_, cell) => cell).filter((cell) => !counted.has(cell)));
    if (!propagate(this.#low, this.#high, this.#sums)) {
      this.feasible = false;
      this.exact = true;
      return;
    }
    this.#free = Array.from({ length: cells }, (_, cell) => cell).filter((cell) => this.#low[cell] < this.#high[cell] && counted.has(cell));
    const reduced = this.#reduced();
    this.exact = reduced.length * this.#free.length <= MOST_ENTRIES;
    if (!this.exact) {
      this.feasible = true;
      return;
    }
    this.#simplex = new Simplex(
      this.#free.map((cell) => this.#low[cell]),
      this.#free.map((cell) => this.#high[cell]),
      reduced,
    );
    this.feasible = this.#solve(null) !== 'none';
  }

  /** Least and greatest number of people in these cells together. */
  bounds(all: readonly number[]): SumBounds {
    const cells = all.filter((cell) => !this.#uncounted.has(cell));
    if (cells.length < all.length) return { ...this.bounds(cells), high: Number.POSITIVE_INFINITY };
    const outer = this.#outer(cells);
    if (outer.low === outer.high || !this.feasible) return { ...outer, exact: true };
    if (!this.exact) return { ...outer, exact: false };
    const seen = this.#seen(cells);
    const up = this.#extreme(cells, seen.high, outer.high, true);
    const down = this.#extreme(cells, seen.low, outer.low, false);
    return { low: down.end, high: up.end, exact: up.exact && down.exact };
  }

  /** The number of people in these cells if no other is possible; null if another is, or if the limit was reached. */
  only(cells: readonly number[]): number | null {
    if (cells.some((cell) => this.#uncounted.has(cell))) return null;
    const outer = this.#outer(cells);
    if (outer.low === outer.high) return outer.low;
    if (!this.feasible || !this.exact) return null;
    const seen = this.#seen(cells);
    if (seen.low < seen.high || !Number.isFinite(seen.low)) return null;
    for (const [low, high] of [
      [seen.high + 1, Number.POSITIVE_INFINITY],
      [0, seen.low - 1],
    ] as const)
      if (low <= high && this.#solve({ cells, low, high }) !== 'none') return null;
    return seen.low;
  }

  /** Ends by propagation. */
  #outer(cells: readonly number[]): { low: number; high: number } {
    let [low, high] = [0, 0];
    for (const cell of cells) {
      low += this.#low[cell];
      high += this.#high[cell];
    }
    return { low, high };
  }

  /** Ends of what the solutions met so far have. */
  #seen(cells: readonly number[]): { low: number; high: number } {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const witness of this.#witnesses) {
      const value = total(witness, cells);
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    return { low, high };
  }

  #extreme(cells: readonly number[], seen: number, outer: number, up: boolean): { readonly end: number; readonly exact: boolean } {
    if (!Number.isFinite(seen)) return { end: outer, exact: false };
    let [reached, beyond] = [seen, outer];
    // An open end: double until nothing is found, or nothing limits the sum.
    for (let step = 1; beyond !== reached; ) {
      const gap = Math.abs(beyond - reached);
      const asked = Number.isFinite(gap) ? reached + (up ? 1 : -1) * Math.ceil(gap / 2) : reached + step;
      if (asked > UNLIMITED) return { end: Number.POSITIVE_INFINITY, exact: true };
      const found = this.#solve(up ? { cells, low: asked, high: Number.POSITIVE_INFINITY } : { cells, low: 0, high: asked });
      if (found === 'limit') return { end: beyond, exact: false };
      if (found === 'none') beyond = asked + (up ? -1 : 1);
      else reached = total(found, cells);
      step *= 2;
    }
    return { end: reached, exact: true };
  }

  /** A solution with this sum too; `limit`: it was not decided. */
  #solve(asked: KnownSum | null): Float64Array | 'none' | 'limit' {
    const simplex = this.#simplex as Simplex;
    const place = new Map(this.#free.map((cell, at) => [cell, at]));
    let fixed = 0;
    const free: number[] = [];
    for (const cell of asked?.cells ?? []) {
      const at = place.get(cell);
      if (at === undefined) fixed += this.#low[cell];
      else free.push(at);
    }
    const found = simplex.integers(asked === null ? null : { cells: free, low: asked.low - fixed, high: asked.high - fixed });
    if (!(found instanceof Float64Array)) return found;
    const witness = this.#low.slice();
    for (const [at, cell] of this.#free.entries()) witness[cell] = found[at];
    // Floating point proposes; whole numbers decide.
    for (const { cells, low, high } of asked === null ? this.#sums : [...this.#sums, asked]) {
      const value = total(witness, cells);
      if (value < low || value > high) return 'limit';
    }
    this.#witnesses.push(witness);
    return witness;
  }

  /** Sums over the cells that are not settled, each set once. */
  #reduced(): KnownSum[] {
    const place = new Map(this.#free.map((cell, at) => [cell, at]));
    const found = new Map<string, KnownSum>();
    for (const { cells, low, high } of this.#sums) {
      const free: number[] = [];
      let fixed = 0;
      for (const cell of cells) {
        const at = place.get(cell);
        if (at === undefined) fixed += this.#low[cell];
        else free.push(at);
      }
      if (free.length === 0) continue;
      const key = free.join();
      const known = found.get(key) ?? { cells: free, low: 0, high: Number.POSITIVE_INFINITY };
      found.set(key, { cells: free, low: Math.max(known.low, low - fixed), high: Math.min(known.high, high - fixed) });
    }
    return [...found.values()];
  }
}

/** A sum that may be larger than this has no upper end. */
const UNLIMITED = 1e12;

function total(values: Float64Array, cells: readonly number[]): number {
  let sum = 0;
  for (const cell of cells) sum += values[cell];
  return sum;
}

/** Narrows the ends of cells by each sum in turn; false if no numbers fit. */
function propagate(low: Float64Array, high: Float64Array, sums: readonly KnownSum[]): boolean {
  for (let round = 0; round < ROUNDS; round += 1) {
    let changed = false;
    for (const sum of sums) {
      let [least, most, open] = [0, 0, 0];
      for (const cell of sum.cells) {
        least += low[cell];
        if (Number.isFinite(high[cell])) most += high[cell];
        else open += 1;
      }
      if (least > sum.high || (open === 0 && most < sum.low)) return false;
      for (const cell of sum.cells) {
        const up = sum.high - (least - low[cell]);
        const othersOpen = open - (Number.isFinite(high[cell]) ? 0 : 1);
        const down = othersOpen > 0 ? 0 : sum.low - (most - (Number.isFinite(high[cell]) ? high[cell] : 0));
        if (up < high[cell]) {
          if (Number.isFinite(high[cell])) most += up - high[cell];
          else {
            open -= 1;
            most += up;
          }
          high[cell] = up;
          changed = true;
        }
        if (down > low[cell]) {
          least += down - low[cell];
          low[cell] = down;
          changed = true;
        }
        if (low[cell] > high[cell]) return false;
      }
    }
    if (!changed) break;
  }
  return true;
}
