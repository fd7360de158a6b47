import type { Guard } from './guard.ts';
import { MaxTree } from './max-tree.ts';
import type { DistanceTable } from './table.ts';

/** More than rounding moves a difference, as a part of the row's greatest distance. */
const ROUNDING = 1e-15;
/** Less than one by more than the rounding of a sum of drifts. */
const CAREFUL = 1 - 1e-6;

export type WeighRow = (row: number, member: number) => number;

/**
 * The comparable groups that are rows. An elimination changes a column's weights and so, by little, the gap of every row. A row is therefore looked at
 * only when it can matter: it has a bound that its vulnerability cannot pass until its columns have drifted so far; half the way to the most
 * vulnerable row, so that a row is looked at a few times on its way there, in the place of once an elimination.
 */
export class RowGroups {
  /** Members of a row from the lightest to the heaviest, as `look` last found them, and their weights. */
  readonly members: Int32Array;
  readonly weights: Float64Array;
  readonly size: Int32Array;
  readonly #table: DistanceTable;
  readonly #guard: Guard;
  readonly #tolerance: number;
  readonly #normalised: boolean;
  readonly #weigh: WeighRow;
  /** No weight moves further than its distance times what was drifted. */
  readonly #farthest: Float64Array;
  readonly #bounds: MaxTree;
  /** The drift up to which each bound holds, negative. */
  readonly #ends: MaxTree;
  readonly #looked: Int32Array;
  /** Members weighed so far. */
  lookedAt = 0;
  #drift = 0;
  #time = 1;
  #most = 0;

  constructor(
    table: DistanceTable,
    candidates: Int32Array,
    settings: { readonly guard: Guard; readonly tolerance: number; readonly normalised: boolean; readonly weigh: WeighRow },
  ) {
    const { rows, columns, cells } = table;
    this.#table = table;
    this.#guard = settings.guard;
    this.#tolerance = settings.tolerance;
    this.#normalised = settings.normalised;
    this.#weigh = settings.weigh;
    this.members = new Int32Array(rows * columns);
    this.weights = new Float64Array(columns);
    this.size = new Int32Array(rows);
    this.#farthest = new Float64Array(rows);
    for (const cell of candidates) {
      const row = Math.floor(cell / columns);
      this.members[row * columns + this.size[row]] = cell - row * columns;
      this.size[row] += 1;
      if (cells[cell] > this.#farthest[row]) this.#farthest[row] = cells[cell];
    }
    this.#bounds = new MaxTree(rows);
    this.#ends = new MaxTree(rows);
    this.#looked = new Int32Array(rows);
  }

  /** Reckons the bounds of all rows. */
  start(most: number): void {
    this.#most = most;
    for (let row = 0; row < this.#table.rows; row += 1) this.touch(row);
  }

  /** Sorts the row by what its members weigh now; its largest gap. */
  look(row: number): number {
    const start = row * this.#table.columns;
    const { members, weights } = this;
    const size = this.size[row];
    this.lookedAt += size;
    for (let at = 0; at < size; at += 1) {
      const member = members[start + at];
      const weight = this.#weigh(row, member);
      let place = at;
      for (; place > 0 && weights[place - 1] > weight; place -= 1) {
        weights[place] = weights[place - 1];
        members[start + place] = members[start + place - 1];
      }
      weights[place] = weight;
      members[start + place] = member;
    }
    let largest = 0;
    for (let at = 1; at < size; at += 1) {
      const gap = weights[at] - weights[at - 1];
      if (gap > largest) largest = gap;
    }
    return largest;
  }

  /** Number of members below the first gap of the row last looked at that is as large as its largest; all if there is no gap. */
  belowGap(row: number, largest: number): number {
    const { weights } = this;
    if (largest <= this.#tolerance) return this.size[row];
    let at = 1;
    while (largest - (weights[at] - weights[at - 1]) > this.#tolerance) at += 1;
    return at;
  }

  vulnerability(row: number): number {
    const gap = this.look(row);
    if (gap <= this.#tolerance) return 0;
    return this.#normalised ? gap / this.#spread(row) : gap;
  }

  /** The column of the first member within a tie of the heaviest, of the row last looked at; -1 of an empty row. */
  greatest(row: number): number {
    const start = row * this.#table.columns;
    const last = this.size[row] - 1;
    if (last < 0) return -1;
    let first = this.members[start + last];
    for (let at = last - 1; at >= 0 && this.weights[last] - this.weights[at] <= this.#tolerance; at -= 1) {
      if (this.members[start + at] < first) first = this.members[start + at];
    }
    return first;
  }

  remove(row: number, member: number): void {
    const start = row * this.#table.columns;
    const end = start + this.size[row];
    const place = this.members.indexOf(member, start);
    this.members.copyWithin(place, place + 1, end);
    this.size[row] -= 1;
  }

  /** The weights of a column moved, relative to their distances by no more than this. */
  drift(part: number): void {
    // A part too small for the sum still counts: what held up to here holds no more.
    this.#drift += part + this.#drift * 2.3e-16;
    this.#time += 1;
  }

  /** The row's own weights changed. */
  touch(row: number): void {
    this.#time += 1;
    this.#reckon(row);
  }

  /** Of the rows whose greatest member the guard lets go: what the most vulnerable has; -Infinity of none. */
  mostVulnerable(): number {
    const now = -this.#drift;
    while (this.#ends.greatest > now) this.#reckon(this.#ends.first((end) => end > now));
    for (;;) {
      const most = this.#bounds.greatest;
      if (most === Number.NEGATIVE_INFINITY) return most;
      const row = this.#bounds.first((bound) => bound >= most);
      if (this.#looked[row] === this.#time) {
        this.#most = most;
        return most;
      }
      this.#exact(row);
    }
  }

  /** The first such row that is within a tie of the most vulnerable group; -1 of none. */
  first(most: number, tie: number): number {
    const enough = (value: number): boolean => most - value <= tie;
    for (;;) {
      if (!enough(this.#bounds.greatest)) return -1;
      const row = this.#bounds.first(enough);
      if (this.#looked[row] === this.#time) return row;
      this.#exact(row);
    }
  }

  #spread(row: number): number {
    return this.size[row] < 2 ? 0 : this.weights[this.size[row] - 1] - this.weights[0];
  }

  #isOpen(row: number): boolean {
    const member = this.greatest(row);
    return member >= 0 && this.#guard.rowLeft[row] >= 2 && this.#guard.columnLeft[member] >= 2;
  }

  /** The row's vulnerability itself as its bound, until anything moves. */
  #exact(row: number): void {
    const vulnerability = this.vulnerability(row);
    if (this.#isOpen(row)) {
      this.#looked[row] = this.#time;
      this.#hold(row, vulnerability, 0);
    } else this.#close(row);
  }

  /** A row that is not open has no bound until its greatest member can be another. */
  #close(row: number): void {
    const size = this.size[row];
    const fixed = this.#guard.rowLeft[row] < 2 || size < 2;
    const way = fixed ? Number.POSITIVE_INFINITY : this.weights[size - 1] - this.weights[size - 2] - this.#tolerance;
    this.#hold(row, Number.NEGATIVE_INFINITY, way);
  }

  /** A bound holds for one direction in which weights may change. */
  #hold(row: number, bound: number, way: number): void {
    const drift = way === Number.POSITIVE_INFINITY ? way : (way / this.#farthest[row] - ROUNDING) * CAREFUL;
    this.#bounds.set(row, bound);
    this.#ends.set(row, -(this.#drift + (drift > 0 ? drift : 0)));
  }

  #reckon(row: number): void {
    const gap = this.look(row);
    if (!this.#isOpen(row)) this.#close(row);
    else if (!this.#normalised) {
      const margin = Math.max(0, (this.#most - gap) / 2);
      this.#hold(row, gap + margin, margin);
    } else if (gap <= this.#tolerance) this.#hold(row, 0, this.#tolerance - gap);
    else {
      const spread = this.#spread(row);
      const margin = Math.max(0, (this.#most - gap / spread) / 2);
      const bound = this.size[row] === 2 ? 1 : gap / spread + margin;
      // With weights gone by w: (gap + w) / (spread - w), which is at most gap / spread + 4 w / spread.
      this.#hold(row, Math.min(1, bound), bound >= 1 ? Number.POSITIVE_INFINITY : ((margin - 4 * ROUNDING) / 4) * spread);
    }
  }
}
