/**
 * The comparable groups of one kind, rows or columns: the candidates of each in ascending order of weighted distance, sorted
 * once. A member whose value changes moves past the few that it passes. The largest gap
 * of a group is kept as a bound that is exact until the gap it stands for is touched, and found again only when asked.
 * Flat arrays: group g owns the places from g * capacity. A change costs the members passed; a look-up of a touched
 * group's gap costs its members, once.
 */
export class SortedGroups {
  readonly #capacity: number;
  readonly #size: Int32Array;
  readonly #values: Float64Array;
  readonly #cells: Int32Array;
  /** Where each cell stands in the two arrays above. */
  readonly #place: Int32Array;
  readonly #gap: Float64Array;
  readonly #touched: Uint8Array;

  constructor(count: number, capacity: number, groupOf: (cell: number) => number, candidates: Int32Array, weighted: Float64Array) {
    this.#capacity = capacity;
    this.#size = new Int32Array(count);
    this.#values = new Float64Array(count * capacity);
    this.#cells = new Int32Array(count * capacity);
    this.#place = new Int32Array(weighted.length);
    this.#gap = new Float64Array(count);
    this.#touched = new Uint8Array(count).fill(1);
    for (const cell of candidates) {
      const group = groupOf(cell);
      this.#cells[this.end(group)] = cell;
      this.#size[group] = (this.#size[group] as number) + 1;
    }
    for (let group = 0; group < count; group += 1) {
      this.#cells.subarray(this.start(group), this.end(group)).sort((a, b) => (weighted[a] as number) - (weighted[b] as number) || a - b);
      for (let place = this.start(group); place < this.end(group); place += 1) {
        const cell = this.#cells[place] as number;
        this.#values[place] = weighted[cell] as number;
        this.#place[cell] = place;
      }
      this.largestGap(group);
    }
  }

  start(group: number): number {
    return group * this.#capacity;
  }

  end(group: number): number {
    return group * this.#capacity + (this.#size[group] as number);
  }

  /** The cell at a place, for walking a group from its `start` up to its `end`. */
  cellAt(place: number): number {
    return this.#cells[place] as number;
  }

  /** No gap of the group is larger. */
  gapBound(group: number): number {
    return this.#gap[group] as number;
  }

  largestGap(group: number): number {
    if (this.#touched[group] === 0) return this.#gap[group] as number;
    const values = this.#values;
    let largest = 0;
    for (let place = this.start(group) + 1, end = this.end(group); place < end; place += 1) {
      const gap = (values[place] as number) - (values[place - 1] as number);
      if (gap > largest) largest = gap;
    }
    this.#gap[group] = largest;
    this.#touched[group] = 0;
    return largest;
  }

  /** Last minus first. */
  spread(group: number): number {
    const end = this.end(group);
    const start = this.start(group);
    return end === start ? 0 : (this.#values[end - 1] as number) - (this.#values[start] as number);
  }

  /** The first cell within `tolerance` of the group's maximum; null of an empty group. */
  greatest(group: number, tolerance: number): number | null {
    const start = this.start(group);
    const last = this.end(group) - 1;
    if (last < start) return null;
    const maximum = this.#values[last] as number;
    let first = this.#cells[last] as number;
    for (let place = last - 1; place >= start && maximum - (this.#values[place] as number) <= tolerance; place -= 1) {
      const cell = this.#cells[place] as number;
      if (cell < first) first = cell;
    }
    return first;
  }

  /** The members below the first gap within `tolerance` of the largest, in ascending order; all of them where there is no gap. */
  lowerCluster(group: number, tolerance: number): Int32Array {
    const start = this.start(group);
    const end = this.end(group);
    const largest = this.largestGap(group);
    let place = start + 1;
    if (largest > tolerance) {
      while (largest - ((this.#values[place] as number) - (this.#values[place - 1] as number)) > tolerance) place += 1;
    } else {
      place = end;
    }
    return this.#cells.slice(start, place);
  }

  remove(group: number, cell: number): void {
    const values = this.#values;
    const place = this.#place[cell] as number;
    const start = this.start(group);
    const last = this.end(group) - 1;
    const value = values[place] as number;
    if (place > start) this.#close(group, value - (values[place - 1] as number));
    if (place < last) this.#close(group, (values[place + 1] as number) - value);
    if (place > start && place < last) this.#open(group, (values[place + 1] as number) - (values[place - 1] as number));
    for (let at = place; at < last; at += 1) this.#move(at + 1, at);
    this.#size[group] = (this.#size[group] as number) - 1;
  }

  /** Sets a member's value and moves it past those that it passes: down, but for rounding in weights that are used up. */
  change(group: number, cell: number, value: number): void {
    const values = this.#values;
    const place = this.#place[cell] as number;
    const start = this.start(group);
    const last = this.end(group) - 1;
    const before = values[place] as number;
    if (place > start) this.#close(group, before - (values[place - 1] as number));
    if (place < last) this.#close(group, (values[place + 1] as number) - before);
    let at = place;
    for (; at > start && (values[at - 1] as number) > value; at -= 1) this.#move(at - 1, at);
    if (at === place) for (; at < last && (values[at + 1] as number) < value; at += 1) this.#move(at + 1, at);
    values[at] = value;
    this.#cells[at] = cell;
    this.#place[cell] = at;
    if (at !== place) {
      // The place that was left closes, and the gap that was entered is split.
      const [low, high] = at < place ? [place, place + 1] : [place - 1, place];
      if (low >= start && high <= last) this.#open(group, (values[high] as number) - (values[low] as number));
      if (at > start && at < last) this.#close(group, (values[at + 1] as number) - (values[at - 1] as number));
    }
    if (at > start) this.#open(group, value - (values[at - 1] as number));
    if (at < last) this.#open(group, (values[at + 1] as number) - value);
  }

  #move(from: number, to: number): void {
    const cell = this.#cells[from] as number;
    this.#values[to] = this.#values[from] as number;
    this.#cells[to] = cell;
    this.#place[cell] = to;
  }

  /** A gap is no more: if it was the largest, the largest must be found again, and is not above it. */
  #close(group: number, gap: number): void {
    if (gap >= (this.#gap[group] as number)) this.#touched[group] = 1;
  }

  /** A gap appeared: at or above the bound it is the largest. */
  #open(group: number, gap: number): void {
    if (gap >= (this.#gap[group] as number)) {
      this.#gap[group] = gap;
      this.#touched[group] = 0;
    }
  }
}
