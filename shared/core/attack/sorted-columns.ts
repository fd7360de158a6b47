import type { DistanceTable } from './table.ts';

/** Beyond this many places a block is copied at once. */
const FEW = 32;
/** Largest rounding error of the difference of two scaled values, as a part of the greater. */
const ROUNDING = 4e-16;

/**
 * The candidates of each column in ascending order of value, then of row. A value times its column's scale is what it weighs: so weighing a whole
 * column anew costs nothing, and keeps the order. A member is found by its value. The largest gap is kept as a bound, and found when asked.
 */
export class SortedColumns {
  /** One for each column. Set by `scaleTo`. */
  readonly #scale: Float64Array;
  readonly #rows: number;
  readonly #size: Int32Array;
  readonly #values: Float64Array;
  readonly #members: Int32Array;
  readonly #bound: Float64Array;
  /** The largest gap; NaN when it must be found again. */
  readonly #gap: Float64Array;

  /** Members looked at one by one so far. */
  walked = 0;

  constructor({ rows, columns }: DistanceTable, candidates: Int32Array, values: (cell: number) => number) {
    this.#rows = rows;
    this.#scale = new Float64Array(columns).fill(1);
    this.#size = new Int32Array(columns);
    this.#values = new Float64Array(rows * columns);
    this.#members = new Int32Array(rows * columns);
    this.#bound = new Float64Array(columns);
    this.#gap = new Float64Array(columns).fill(Number.NaN);
    for (const cell of candidates) {
      const row = Math.floor(cell / columns);
      const column = cell - row * columns;
      const place = this.end(column);
      this.#members[place] = row;
      this.#values[place] = values(cell);
      this.#size[column] += 1;
    }
    for (let column = 0; column < columns; column += 1) this.#sort(column);
  }

  start(column: number): number {
    return column * this.#rows;
  }

  end(column: number): number {
    return column * this.#rows + this.#size[column];
  }

  /** The member at a place, for walking a column from its `start` up to its `end`. */
  memberAt(place: number): number {
    return this.#members[place];
  }

  /** The members that stand first. */
  lowest(column: number, count: number): Int32Array {
    return this.#members.slice(this.start(column), this.start(column) + count);
  }

  scaleTo(column: number, scale: number): void {
    this.#scale[column] = scale;
    this.#gap[column] = Number.NaN;
  }

  /** No less than the largest gap, and found without looking at the members. */
  gapBound(column: number): number {
    const gap = this.#gap[column];
    if (!Number.isNaN(gap)) return gap;
    const size = this.#size[column];
    if (size < 2) return 0;
    return (this.#bound[column] + ROUNDING * Math.abs(this.#values[this.end(column) - 1])) * this.#scale[column] * (1 + ROUNDING);
  }

  largestGap(column: number): number {
    if (!Number.isNaN(this.#gap[column])) return this.#gap[column];
    const values = this.#values;
    const scale = this.#scale[column];
    let [largest, bound] = [0, 0];
    this.walked += this.#size[column];
    for (let place = this.start(column) + 1, end = this.end(column); place < end; place += 1) {
      const between = values[place] - values[place - 1];
      if (between > bound) bound = between;
      const gap = values[place] * scale - values[place - 1] * scale;
      if (gap > largest) largest = gap;
    }
    this.#bound[column] = bound;
    this.#gap[column] = largest;
    return largest;
  }

  spread(column: number): number {
    const size = this.#size[column];
    const scale = this.#scale[column];
    return size < 2 ? 0 : this.#values[this.end(column) - 1] * scale - this.#values[this.start(column)] * scale;
  }

  /** The first member within `tolerance` of the column's maximum; -1 of an empty column. */
  greatest(column: number, tolerance: number): number {
    const scale = this.#scale[column];
    const start = this.start(column);
    const last = this.end(column) - 1;
    if (last < start) return -1;
    const maximum = this.#values[last] * scale;
    let first = this.#members[last];
    for (let place = last - 1; place >= start && maximum - this.#values[place] * scale <= tolerance; place -= 1) {
      const member = this.#members[place];
      if (member < first) first = member;
    }
    return first;
  }

  /** Number of members below the first gap within `tolerance` of the largest; all members if there is no gap. */
  belowGap(column: number, tolerance: number): number {
    const values = this.#values;
    const scale = this.#scale[column];
    const start = this.start(column);
    const largest = this.largestGap(column);
    if (largest <= tolerance) return this.#size[column];
    let place = start + 1;
    while (largest - (values[place] * scale - values[place - 1] * scale) > tolerance) place += 1;
    return place - start;
  }

  /** How many stand before the first that is not less than this value of this member. */
  stands(column: number, member: number, value: number): number {
    const values = this.#values;
    const start = this.start(column);
    let [low, high] = [start, this.end(column)];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (values[middle] < value || (values[middle] === value && this.#members[middle] < member)) low = middle + 1;
      else high = middle;
    }
    return low - start;
  }

  remove(column: number, member: number, value: number): void {
    const start = this.start(column);
    const last = this.end(column) - 1;
    const place = start + this.stands(column, member, value);
    if (place > start && place < last) this.#open(column, this.#values[place + 1] - this.#values[place - 1]);
    this.#shift(place + 1, last + 1, -1);
    this.#size[column] -= 1;
    this.#gap[column] = Number.NaN;
  }

  change(column: number, member: number, before: number, value: number): void {
    const values = this.#values;
    const start = this.start(column);
    const last = this.end(column) - 1;
    const place = start + this.stands(column, member, before);
    let at = start + this.stands(column, member, value);
    if (at > place) {
      at -= 1;
      this.#shift(place + 1, at + 1, -1);
    } else this.#shift(at, place, 1);
    values[at] = value;
    this.#members[at] = member;
    if (at !== place) {
      // The place that was left closes.
      const low = at < place ? place : place - 1;
      if (low >= start && low < last) this.#open(column, values[low + 1] - values[low]);
    }
    if (at > start) this.#open(column, value - values[at - 1]);
    if (at < last) this.#open(column, values[at + 1] - value);
    this.#gap[column] = Number.NaN;
  }

  /** Sets the value at a place of a column whose members change together: `settle` then puts the column right. */
  setAt(place: number, value: number): void {
    this.#values[place] = value;
  }

  /** One pass of insertion: members that changed together keep their order but for a few. */
  settle(column: number): void {
    const [values, members] = [this.#values, this.#members];
    const start = this.start(column);
    const end = this.end(column);
    let bound = 0;
    this.walked += 2 * this.#size[column];
    for (let place = start + 1; place < end; place += 1) {
      const value = values[place];
      const member = members[place];
      let at = place;
      while (at > start && (values[at - 1] > value || (values[at - 1] === value && members[at - 1] > member))) at -= 1;
      if (at === place) continue;
      this.#shift(at, place, 1);
      values[at] = value;
      members[at] = member;
    }
    for (let place = start + 1; place < end; place += 1) {
      const between = values[place] - values[place - 1];
      if (between > bound) bound = between;
    }
    this.#bound[column] = bound;
    this.#gap[column] = Number.NaN;
  }

  /** By value, then by member; members were appended in their order. */
  #sort(column: number): void {
    const [start, end] = [this.start(column), this.end(column)];
    const values = this.#values.slice(start, end);
    const members = this.#members.slice(start, end);
    const places = Int32Array.from(values.keys()).sort((a, b) => values[a] - values[b] || a - b);
    for (let at = 0; at < places.length; at += 1) {
      this.#values[start + at] = values[places[at]];
      this.#members[start + at] = members[places[at]];
    }
    this.settle(column);
  }

  #shift(from: number, to: number, by: 1 | -1): void {
    const [values, members] = [this.#values, this.#members];
    if (to - from > FEW) {
      values.copyWithin(from + by, from, to);
      members.copyWithin(from + by, from, to);
    } else if (by === 1) {
      for (let place = to - 1; place >= from; place -= 1) {
        values[place + 1] = values[place];
        members[place + 1] = members[place];
      }
    } else {
      for (let place = from; place < to; place += 1) {
        values[place - 1] = values[place];
        members[place - 1] = members[place];
      }
    }
  }

  #open(column: number, gap: number): void {
    if (gap > this.#bound[column]) this.#bound[column] = gap;
  }
}
