import { labelIndex, type ValueHierarchy } from './hierarchy.ts';
import { type ColumnType, numberOf } from './table.ts';

/** From `low` to `high`; an open end excludes its number. */
interface Range {
  readonly low: number;
  readonly high: number;
  readonly openLow: boolean;
  readonly openHigh: boolean;
}

/** The meaning of a published cell: any value, or the union of its parts. */
export interface Cell {
  readonly all: boolean;
  readonly values: ReadonlySet<string>;
  readonly ranges: readonly Range[];
  /** Values of the mask's length that agree wherever it has no `*`. */
  readonly masks: readonly string[];
}

const EVERYTHING: Cell = { all: true, values: new Set(), ranges: [], masks: [] };

/** Reads the cells of one column: labels of its hierarchy, masks, sets, and in columns of numbers ranges. */
export class CellReader {
  readonly #numeric: boolean;
  readonly #missing: ReadonlySet<string>;
  readonly #hierarchy: ValueHierarchy | null;
  readonly #labels: ReturnType<typeof labelIndex> | null;
  readonly #known = new Map<string, Cell>();
  readonly #isCentre: boolean;

  constructor(column: {
    readonly type: ColumnType;
    readonly hierarchy: ValueHierarchy | null;
    readonly missing: readonly string[];
    /** Cells are centres of groups: a person of the group may have any value. */
    readonly aggregate?: string | undefined;
  }) {
    this.#isCentre = column.aggregate !== undefined;
    this.#numeric = column.type === 'number';
    this.#missing = new Set(column.missing);
    this.#hierarchy = column.hierarchy;
    this.#labels = column.hierarchy === null ? null : labelIndex(column.hierarchy);
  }

  read(text: string): Cell {
    let cell = this.#known.get(text);
    if (cell === undefined) {
      cell = this.#parse(text);
      this.#known.set(text, cell);
    }
    return cell;
  }

  covers(text: string, value: string): boolean {
    return text === value || cellCovers(this.read(text), value);
  }

  #parse(text: string): Cell {
    if (this.#isCentre || text === '*' || this.#missing.has(text)) return EVERYTHING;
    const values = new Set([text]);
    this.#addLeaves(text, values);
    const ranges: Range[] = [];
    const masks: string[] = [];
    const members = /^\{(.*)\}$/.exec(text);
    if (members !== null) {
      for (const member of members[1].split(',').map((each) => each.trim())) {
        values.add(member);
        this.#addLeaves(member, values);
        if (this.#numeric) ranges.push(...rangesOf(member));
      }
    }
    if (this.#numeric) ranges.push(...rangesOf(text));
    if (/[^*]/.test(text) && text.includes('*')) masks.push(text);
    else if (/^\*+$/.test(text)) masks.push(text);
    return { all: false, values, ranges, masks };
  }

  #addLeaves(text: string, values: Set<string>): void {
    const found = this.#labels?.get(text);
    if (found === undefined || this.#hierarchy === null) return;
    const codes = this.#hierarchy.codes[found.level];
    for (let value = 0; value < codes.length; value += 1) if (codes[value] === found.label) values.add(this.#hierarchy.values[value]);
  }
}

export function cellCovers({ all, values, ranges, masks }: Cell, value: string): boolean {
  if (all || values.has(value)) return true;
  if (ranges.length > 0) {
    const number = numberOf(value);
    if (number !== null && ranges.some((range) => holds(range, number))) return true;
  }
  return masks.some((mask) => masked(mask, value));
}

/** Whether the outer cell contains the inner one, judged by its parts. `text`: the inner cell as written. */
export function cellWithin(inner: Cell, outer: Cell, text: string): boolean {
  if (outer.all) return true;
  if (inner.all) return false;
  // A label is listed among the values it covers; remove it.
  const values = inner.values.size > 1 ? [...inner.values].filter((value) => value !== text) : [...inner.values];
  if (values.every((value) => cellCovers(outer, value))) return true;
  return inner.ranges.length > 0 && inner.ranges.every((range) => outer.ranges.some((wider) => isWithin(range, wider)));
}

function isWithin(range: Range, wider: Range): boolean {
  const both = overlap(range, wider);
  return (
    both !== null &&
    both.low === range.low &&
    both.high === range.high &&
    both.openLow === range.openLow &&
    both.openHigh === range.openHigh
  );
}

/** Intersection; null if empty. */
function meet(a: Cell, b: Cell): Cell | null {
  if (a.all) return b;
  if (b.all) return a;
  const values = new Set<string>();
  for (const value of a.values) if (cellCovers(b, value)) values.add(value);
  for (const value of b.values) if (cellCovers(a, value)) values.add(value);
  const ranges = a.ranges.flatMap((one) => b.ranges.map((other) => overlap(one, other)).filter((range) => range !== null));
  const masks: string[] = [];
  for (const one of a.masks) {
    for (const other of b.masks) {
      const both = maskOfBoth(one, other);
      if (both !== null) masks.push(both);
    }
  }
  for (const [from, to] of [
    [a.masks, b.ranges],
    [b.masks, a.ranges],
  ] as const) {
    for (const mask of from) {
      const range = rangeOfMask(mask);
      if (range !== null) ranges.push(...to.map((other) => overlap(range, other)).filter((each) => each !== null));
    }
  }
  return values.size + ranges.length + masks.length === 0 ? null : { all: false, values, ranges, masks };
}

export const compatible = (a: Cell, b: Cell): boolean => meet(a, b) !== null;

const NUMBER = String.raw`[+-]?\d+(?:\.\d+)?`;
const CLOSED = new RegExp(String.raw`^(?:\[\s*(${NUMBER})\s*[-–]\s*(${NUMBER})\s*\]|(${NUMBER})\s*[-–]\s*(${NUMBER}))$`);
const ENDED = new RegExp(String.raw`^([[(\]])\s*(${NUMBER})\s*[,;]\s*(${NUMBER})\s*([\])[])$`);
const BOUND = new RegExp(String.raw`^(?:(<=|>=|<|>|≤|≥)\s*(${NUMBER})|(${NUMBER})\s*\+)$`);

/**
 * `[a-b]`, `a-b`, `1960-69` closed; `[a, b[`, `[a, b)`, `(a, b]`, `]a, b]`, `[a, b]` as their brackets say; `<a`, `<=a`, `>a`, `>=a`, `a+`; a number
 * is the range of itself.
 */
export function rangesOf(text: string): readonly Range[] {
  const one = numberOf(text);
  if (one !== null) return [{ low: one, high: one, openLow: false, openHigh: false }];
  const closed = CLOSED.exec(text);
  if (closed !== null) {
    const from = (closed[1] ?? closed[3]) as string;
    const to = (closed[2] ?? closed[4]) as string;
    // `1960-69`: the end omits the digits it shares with the start.
    const whole = Number(to) < Number(from) && /^\d+$/.test(from + to) && to.length < from.length;
    const high = whole ? Number(from.slice(0, from.length - to.length) + to) : Number(to);
    return high < Number(from) ? [] : [{ low: Number(from), high, openLow: false, openHigh: false }];
  }
  const ended = ENDED.exec(text);
  if (ended !== null) {
    const [low, high] = [Number(ended[2]), Number(ended[3])];
    const [openLow, openHigh] = [ended[1] !== '[', ended[4] !== ']'];
    return low < high || (low === high && !openLow && !openHigh) ? [{ low, high, openLow, openHigh }] : [];
  }
  const bound = BOUND.exec(text);
  if (bound === null) return [];
  const at = Number(bound[2] ?? bound[3]);
  switch (bound[1]) {
    case '<':
      return [{ low: -Infinity, high: at, openLow: true, openHigh: true }];
    case '<=':
    case '≤':
      return [{ low: -Infinity, high: at, openLow: true, openHigh: false }];
    case '>':
      return [{ low: at, high: Infinity, openLow: true, openHigh: true }];
    default:
      return [{ low: at, high: Infinity, openLow: false, openHigh: true }];
  }
}

function holds({ low, high, openLow, openHigh }: Range, number: number): boolean {
  return (openLow ? number > low : number >= low) && (openHigh ? number < high : number <= high);
}

function overlap(a: Range, b: Range): Range | null {
  const low = Math.max(a.low, b.low);
  const high = Math.min(a.high, b.high);
  const openLow = (a.low === low && a.openLow) || (b.low === low && b.openLow);
  const openHigh = (a.high === high && a.openHigh) || (b.high === high && b.openHigh);
  if (low > high || (low === high && (openLow || openHigh))) return null;
  return { low, high, openLow, openHigh };
}

function masked(mask: string, value: string): boolean {
  if (mask.length !== value.length) return false;
  for (let at = 0; at < mask.length; at += 1) {
    const own = mask.charCodeAt(at);
    if (own !== STAR && own !== value.charCodeAt(at)) return false;
  }
  return true;
}

const STAR = 42;

function maskOfBoth(a: string, b: string): string | null {
  if (a.length !== b.length) return null;
  let both = '';
  for (let at = 0; at < a.length; at += 1) {
    const [one, other] = [a.charAt(at), b.charAt(at)];
    if (one !== '*' && other !== '*' && one !== other) return null;
    both += one === '*' ? other : one;
  }
  return both;
}

/** Digits then stars: the range of whole numbers of that length. */
function rangeOfMask(mask: string): Range | null {
  if (!/^\d*\*+$/.test(mask)) return null;
  return { low: Number(mask.replaceAll('*', '0')), high: Number(mask.replaceAll('*', '9')), openLow: false, openHigh: false };
}
