import type { DistanceTable } from './table.ts';

/** Groups up to this size are sorted by insertion. */
const SMALL = 24;

/**
 * The comparable groups of a table, rows first and then columns: the candidates of each in ascending order of weighted distance, sorted once. A
 * member is its index along the other axis. A member whose value changes moves past the few that it passes. The largest gap of a
 * group is kept as a bound that is exact until the gap it stands for is touched, and found again only when asked. Flat arrays: group g owns the
 * places from `#start[g]`. A change costs the members passed; asking a touched group for its gap costs its members, once. Where an elimination
 * changes the groups that cross its row or column, their entries in `#place` lie side by side: without that a table of 200 x 200 falls out of the
 * processor's cache.
 */
export class SortedGroups {
  readonly count: number;
  readonly #rows: number;
  readonly #columns: number;
  readonly #start: Int32Array;
  readonly #size: Int32Array;
  readonly #values: Float64Array;
  readonly #members: Int32Array;
  /** Where member m of row r stands: at m * rows + r. Where member m of column c stands: after all rows, at m * columns + c. */
  readonly #place: Int32Array;
  readonly #gap: Float64Array;
  readonly #touched: Uint8Array;

  constructor({ rows, columns }: DistanceTable, candidates: Int32Array, weighted: Float64Array) {
    this.count = rows + columns;
    this.#rows = rows;
    this.#columns = columns;
    this.#start = new Int32Array(this.count);
    for (let group = 0; group < this.count; group += 1) {
      this.#start[group] = group < rows ? group * columns : rows * columns + (group - rows) * rows;
    }
    this.#size = new Int32Array(this.count);
    this.#values = new Float64Array(2 * rows * columns);
    this.#members = new Int32Array(2 * rows * columns);
    this.#place = new Int32Array(2 * rows * columns);
    this.#gap = new Float64Array(this.count);
    this.#touched = new Uint8Array(this.count);
    for (let at = 0; at < candidates.length; at += 1) {
      const cell = candidates[at];
      const row = Math.floor(cell / columns);
      const column = cell - row * columns;
      this.#append(row, column, weighted[cell]);
      this.#append(rows + column, row, weighted[cell]);
    }
    for (let group = 0; group < this.count; group += 1) this.#sort(group);
  }

  start(group: number): number {
    return this.#start[group];
  }

  end(group: number): number {
    return this.#start[group] + this.#size[group];
  }

  /** The member at a place, for walking a group from its `start` up to its `end`. */
  memberAt(place: number): number {
    return this.#members[place];
  }

  gapBound(group: number): number {
    return this.#gap[group];
  }

  largestGap(group: number): number {
    if (this.#touched[group] === 1) this.#findGap(group);
    return this.#gap[group];
  }

  spread(group: number): number {
    const start = this.#start[group];
    const size = this.#size[group];
    return size < 2 ? 0 : this.#values[start + size - 1] - this.#values[start];
  }

  /** The first member within `tolerance` of the group's maximum; -1 of an empty group. */
  greatest(group: number, tolerance: number): number {
    const start = this.start(group);
    const last = this.end(group) - 1;
    if (last < start) return -1;
    const maximum = this.#values[last];
    let first = this.#members[last];
    for (let place = last - 1; place >= start && maximum - this.#values[place] <= tolerance; place -= 1) {
      const member = this.#members[place];
      if (member < first) first = member;
    }
    return first;
  }

  /** Number of members below the first gap within `tolerance` of the largest; all members if there is no gap. */
  belowGap(group: number, tolerance: number): number {
    const values = this.#values;
    const start = this.start(group);
    const largest = this.largestGap(group);
    if (largest <= tolerance) return this.#size[group];
    let place = start + 1;
    while (largest - (values[place] - values[place - 1]) > tolerance) place += 1;
    return place - start;
  }

  stands(group: number, member: number): number {
    return this.#placeOf(group, member) - this.start(group);
  }

  remove(group: number, member: number): void {
    const values = this.#values;
    const place = this.#placeOf(group, member);
    const start = this.start(group);
    const last = this.end(group) - 1;
    const value = values[place];
    if (place > start) this.#close(group, value - values[place - 1]);
    if (place < last) this.#close(group, values[place + 1] - value);
    if (place > start && place < last) this.#open(group, values[place + 1] - values[place - 1]);
    for (let at = place; at < last; at += 1) this.#move(group, at + 1, at);
    this.#size[group] -= 1;
  }

  change(group: number, member: number, value: number): void {
    const values = this.#values;
    const place = this.#placeOf(group, member);
    const start = this.start(group);
    const last = this.end(group) - 1;
    const before = values[place];
    if (place > start) this.#close(group, before - values[place - 1]);
    if (place < last) this.#close(group, values[place + 1] - before);
    let at = place;
    for (; at > start && values[at - 1] > value; at -= 1) this.#move(group, at - 1, at);
    if (at === place) for (; at < last && values[at + 1] < value; at += 1) this.#move(group, at + 1, at);
    values[at] = value;
    if (at !== place) {
      this.#put(group, member, at);
      // The place that was left closes, and the gap that was entered is split.
      const [low, high] = at < place ? [place, place + 1] : [place - 1, place];
      if (low >= start && high <= last) this.#open(group, values[high] - values[low]);
      if (at > start && at < last) this.#close(group, values[at + 1] - values[at - 1]);
    }
    if (at > start) this.#open(group, value - values[at - 1]);
    if (at < last) this.#open(group, values[at + 1] - value);
  }

  /** Sets the value at a place of a group whose members change together: `settle` then puts the group right. */
  setAt(place: number, value: number): void {
    this.#values[place] = value;
  }

  /** One pass of insertion: members that changed together keep their order but for a few. */
  settle(group: number): void {
    const values = this.#values;
    const start = this.start(group);
    const end = this.end(group);
    for (let place = start + 1; place < end; place += 1) {
      const value = values[place];
      if (values[place - 1] <= value) continue;
      const member = this.#members[place];
      let at = place;
      for (; at > start && values[at - 1] > value; at -= 1) this.#move(group, at - 1, at);
      values[at] = value;
      this.#put(group, member, at);
    }
    this.#findGap(group);
  }

  #append(group: number, member: number, value: number): void {
    const place = this.end(group);
    this.#members[place] = member;
    this.#values[place] = value;
    this.#size[group] += 1;
  }

  /** By value, then by member; members were appended in their order. Most groups are small, and a sort with a function costs more than passing. */
  #sort(group: number): void {
    const [start, end] = [this.start(group), this.end(group)];
    if (end - start > SMALL) {
      const values = this.#values.slice(start, end);
      const places = Int32Array.from(values.keys()).sort((a, b) => values[a] - values[b] || a - b);
      const members = this.#members.slice(start, end);
      for (let at = 0; at < places.length; at += 1) {
        this.#values[start + at] = values[places[at]];
        this.#members[start + at] = members[places[at]];
      }
    }
    for (let place = start; place < end; place += 1) this.#put(group, this.#members[place], place);
    this.settle(group);
  }

  #placeIndex(group: number, member: number): number {
    return group < this.#rows ? member * this.#rows + group : (this.#rows + member) * this.#columns + group - this.#rows;
  }

  #placeOf(group: number, member: number): number {
    return this.#place[this.#placeIndex(group, member)];
  }

  #put(group: number, member: number, place: number): void {
    this.#members[place] = member;
    this.#place[this.#placeIndex(group, member)] = place;
  }

  #move(group: number, from: number, to: number): void {
    this.#values[to] = this.#values[from];
    this.#put(group, this.#members[from], to);
  }

  #findGap(group: number): void {
    const values = this.#values;
    let largest = 0;
    for (let place = this.start(group) + 1, end = this.end(group); place < end; place += 1) {
      const gap = values[place] - values[place - 1];
      if (gap > largest) largest = gap;
    }
    this.#gap[group] = largest;
    this.#touched[group] = 0;
  }

  /** A gap is no more: if it was the largest, the largest must be found again, and is not above it. */
  #close(group: number, gap: number): void {
    if (gap >= this.#gap[group]) this.#touched[group] = 1;
  }

  /** A gap appeared: at or above the bound it is the largest. */
  #open(group: number, gap: number): void {
    if (gap >= this.#gap[group]) {
      this.#gap[group] = gap;
      this.#touched[group] = 0;
    }
  }
}
