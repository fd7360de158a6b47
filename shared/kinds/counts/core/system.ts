// Integer numbers of people in cells, none below 0, whose sums over sets of cells are known within ends. Exact bounds of a further sum: propagation, then
// the simplex method for bounds (Dutertre and de Moura) with branching, up to a stated limit of work.

/** People in these cells together. */
interface KnownSum {
  readonly cells: readonly number[];
  readonly low: number;
  /** May be infinite. */
  readonly high: number;
}

export interface SumBounds {
  readonly low: number;
  readonly high: number;
  /** False: the limit was reached, and the true ends may be closer. */
  readonly exact: boolean;
}

/** Larger systems are bounded by propagation alone: cells times sums. */
const MOST_ENTRIES = 250_000;
/** Work for one system, in entries changed by pivots: some ten seconds. */
const MOST_WORK = 2e9;
/** Branches for one question. */
const MOST_BRANCHES = 500;
const EPSILON = 1e-7;
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

/** Variables within ends, and sums of them within ends. Bases are kept between questions. */
class Simplex {
  readonly #count: number;
  readonly #low: number[];
  readonly #high: number[];
  readonly #value: number[];
  /** Variable of each column and of each row of the tableau. */
  readonly #columns: number[];
  readonly #basics: number[] = [];
  readonly #rows: Float64Array[] = [];
  #work = 0;

  constructor(low: readonly number[], high: readonly number[], sums: readonly KnownSum[]) {
    this.#count = low.length;
    this.#low = [...low];
    this.#high = [...high];
    this.#value = [...low];
    this.#columns = low.map((_, at) => at);
    for (const sum of sums) this.#add(sum);
  }

  integers(asked: KnownSum | null): Float64Array | 'none' | 'limit' {
    if (asked !== null) this.#add(asked);
    let branches = 0;
    const search = (): Float64Array | 'none' | 'limit' => {
      branches += 1;
      if (branches > MOST_BRANCHES) return 'limit';
      const state = this.#check();
      if (state !== 'some') return state;
      const open = this.#fractional();
      if (open < 0) return Float64Array.from({ length: this.#count }, (_, at) => Math.round(this.#value[at]));
      const cut = Math.floor(this.#value[open] + EPSILON);
      const [low, high] = [this.#low[open], this.#high[open]];
      this.#bound(open, low, cut);
      const below = search();
      if (below !== 'none') {
        this.#bound(open, low, high);
        return below;
      }
      this.#bound(open, cut + 1, high);
      const above = search();
      this.#bound(open, low, high);
      return above;
    };
    const found = search();
    if (asked !== null) this.#drop();
    return found;
  }

  #fractional(): number {
    for (let at = 0; at < this.#count; at += 1) if (Math.abs(this.#value[at] - Math.round(this.#value[at])) > EPSILON) return at;
    return -1;
  }

  #add({ cells, low, high }: KnownSum): void {
    const row = new Float64Array(this.#columns.length);
    const column = new Map(this.#columns.map((variable, at) => [variable, at]));
    const basic = new Map(this.#basics.map((variable, at) => [variable, at]));
    let value = 0;
    for (const cell of cells) {
      value += this.#value[cell];
      const at = column.get(cell);
      if (at !== undefined) row[at] += 1;
      else {
        const own = this.#rows[basic.get(cell) as number];
        for (let each = 0; each < row.length; each += 1) row[each] += own[each];
      }
    }
    this.#basics.push(this.#low.length);
    this.#rows.push(row);
    this.#low.push(low);
    this.#high.push(high);
    this.#value.push(value);
  }

  /** Takes the last sum away again. */
  #drop(): void {
    const last = this.#low.length - 1;
    const at = this.#columns.indexOf(last);
    if (at >= 0) {
      const row = this.#rows.findIndex((each) => Math.abs(each[at]) > EPSILON);
      const leaving = this.#basics[row];
      this.#pivot(row, at);
      // After a question without an answer it may be beyond its ends, and only basic variables are looked at.
      this.#bound(leaving, this.#low[leaving], this.#high[leaving]);
    }
    const row = this.#basics.indexOf(last);
    this.#basics.splice(row, 1);
    this.#rows.splice(row, 1);
    this.#low.pop();
    this.#high.pop();
    this.#value.pop();
  }

  #bound(variable: number, low: number, high: number): void {
    this.#low[variable] = low;
    this.#high[variable] = high;
    const at = this.#columns.indexOf(variable);
    if (at < 0) return;
    const to = Math.min(high, Math.max(low, this.#value[variable]));
    if (to !== this.#value[variable]) this.#move(at, to);
  }

  #move(column: number, to: number): void {
    const variable = this.#columns[column];
    const by = to - this.#value[variable];
    this.#value[variable] = to;
    for (const [at, row] of this.#rows.entries()) this.#value[this.#basics[at]] += row[column] * by;
  }

  /** Bland's rule: the first variable in need, and the first that can help. It ends. */
  #check(): 'some' | 'none' | 'limit' {
    for (;;) {
      let row = -1;
      for (const [at, variable] of this.#basics.entries()) {
        const value = this.#value[variable];
        if (value >= this.#low[variable] - EPSILON && value <= this.#high[variable] + EPSILON) continue;
        if (row < 0 || variable < this.#basics[row]) row = at;
      }
      if (row < 0) return 'some';
      const variable = this.#basics[row];
      const rise = this.#value[variable] < this.#low[variable];
      const entries = this.#rows[row];
      let column = -1;
      for (let at = 0; at < entries.length; at += 1) {
        const entry = rise ? entries[at] : -entries[at];
        if (Math.abs(entry) <= EPSILON) continue;
        const other = this.#columns[at];
        const can = entry > 0 ? this.#value[other] < this.#high[other] - EPSILON : this.#value[other] > this.#low[other] + EPSILON;
        if (can && (column < 0 || other < this.#columns[column])) column = at;
      }
      if (column < 0) return 'none';
      this.#work += this.#rows.length * entries.length;
      if (this.#work > MOST_WORK) return 'limit';
      const to = rise ? this.#low[variable] : this.#high[variable];
      this.#move(column, this.#value[this.#columns[column]] + (to - this.#value[variable]) / entries[column]);
      this.#value[variable] = to;
      this.#pivot(row, column);
    }
  }

  /** The variables of a row and a column change places. */
  #pivot(row: number, column: number): void {
    const own = this.#rows[row];
    const by = own[column];
    for (let at = 0; at < own.length; at += 1) own[at] = at === column ? 1 / by : tidy(-own[at] / by);
    for (const [at, other] of this.#rows.entries()) {
      const factor = other[column];
      if (at === row || factor === 0) continue;
      other[column] = 0;
      for (let each = 0; each < own.length; each += 1) if (own[each] !== 0) other[each] = tidy(other[each] + factor * own[each]);
    }
    [this.#basics[row], this.#columns[column]] = [this.#columns[column], this.#basics[row]];
  }
}

/** Entries are mostly whole: rounding errors are taken away where they arise. */
function tidy(entry: number): number {
  const whole = Math.round(entry);
  return Math.abs(entry - whole) < 1e-9 ? whole : entry;
}
