import { groupByCells } from './grouping.ts';
import type { Column } from './table.ts';

/** Records with equal quasi-identifiers, class by class. Suppressed records are in none. */
export interface Classes {
  readonly records: number;
  readonly suppressed: number;
  readonly count: number;
  /** The class of each record, -1 for a suppressed one. */
  readonly of: Int32Array;
  readonly sizes: Int32Array;
  /** Records sorted by class: class c is at `starts[c]` to `starts[c + 1]`. */
  readonly members: Int32Array;
  readonly starts: Int32Array;
}

/** A record is suppressed if all its cells are `*` and some other record's are not. Without columns all records are one class. */
export function classesOf(quasi: readonly Column[], rows: number): Classes {
  const { of, count, first } = groupByCells(rows, quasi);
  const stars = quasi.map(({ values }) => values.indexOf('*'));
  const starred = first.findIndex((row) => quasi.every(({ codes }, at) => codes[row] === stars[at]));
  return count > 1 && quasi.length > 0 && starred >= 0 ? classesBy(without(of, starred), count - 1) : classesBy(of, count);
}

function without(of: Int32Array, group: number): Int32Array {
  return of.map((each) => (each === group ? -1 : each > group ? each - 1 : each));
}

/** Classes given by their number for each record, such as buckets. */
export function classesBy(of: Int32Array, count: number): Classes {
  const sizes = new Int32Array(count);
  let suppressed = 0;
  for (const each of of) {
    if (each < 0) suppressed += 1;
    else sizes[each] += 1;
  }
  const starts = new Int32Array(count + 1);
  for (let at = 0; at < count; at += 1) starts[at + 1] = starts[at] + sizes[at];
  const next = starts.slice(0, count);
  const members = new Int32Array(of.length - suppressed);
  for (let row = 0; row < of.length; row += 1) {
    const own = of[row];
    if (own < 0) continue;
    members[next[own]] = row;
    next[own] += 1;
  }
  return { records: of.length, suppressed, count, of, sizes, members, starts };
}

/** Counts of the known values in one class; `present` lists the codes with a count. Reused from class to class. */
export interface ValueTally {
  /** Records with a known value. */
  known: number;
  readonly counts: Int32Array;
  readonly present: number[];
}

/** A sensitive column with its counts in the whole file. Missing values are not counted. */
export interface Sensitive {
  readonly name: string;
  readonly codes: Int32Array;
  readonly values: readonly string[];
  readonly missing: Uint8Array;
  /** Counts and shares in the whole file, suppressed records included. */
  readonly totals: Int32Array;
  readonly known: number;
  readonly shares: Float64Array;
}

export function sensitiveOf({ name, codes, values }: Column, missing: readonly string[]): Sensitive {
  const left = new Set(missing);
  const flags = Uint8Array.from(values, (value) => (left.has(value) ? 1 : 0));
  const totals = new Int32Array(values.length);
  let known = 0;
  for (const code of codes) {
    if (flags[code] === 1) continue;
    totals[code] += 1;
    known += 1;
  }
  return { name, codes, values, missing: flags, totals, known, shares: Float64Array.from(totals, (total) => total / Math.max(1, known)) };
}

/** Calls `each` with the tally of every class in turn. */
export function tallyClasses(classes: Classes, sensitive: Sensitive, each: (tally: ValueTally, group: number) => void): void {
  const tally: ValueTally = { known: 0, counts: new Int32Array(sensitive.values.length), present: [] };
  for (let group = 0; group < classes.count; group += 1) {
    for (const code of tally.present) tally.counts[code] = 0;
    tally.present.length = 0;
    tally.known = 0;
    for (let at = classes.starts[group]; at < classes.starts[group + 1]; at += 1) {
      const code = sensitive.codes[classes.members[at]];
      if (sensitive.missing[code] === 1) continue;
      if (tally.counts[code] === 0) tally.present.push(code);
      tally.counts[code] += 1;
      tally.known += 1;
    }
    each(tally, group);
  }
}
