// The simplex method for bounds (Dutertre and de Moura) with branching to whole numbers, up to a stated limit of work.

/** People in these cells together. */
export interface KnownSum {
  readonly cells: readonly number[];
  readonly low: number;
  /** May be infinite. */
  readonly high: number;
}

/** Work for one system, in entries changed by pivots: some ten seconds. */
const MOST_WORK = 2e9;
/** Branches for one question. */
const MOST_BRANCHES = 500;
const EPSILON = 1e-7;

/** Variables within ends, and sums of them within ends. Bases are kept between questions. */
export class Simplex {
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
