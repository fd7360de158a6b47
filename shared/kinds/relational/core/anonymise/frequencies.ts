import { classesBy, type ValueTally } from '../model/classes.ts';
import { groupRows } from '../model/grouping.ts';
import type { Recodable, RecodableColumn, Requirement } from './recodable.ts';

/** Counts of each value of one sensitive column, class after class. */
interface ValueCounts {
  readonly starts: Int32Array;
  readonly codes: Int32Array;
  readonly counts: Int32Array;
}

/** Class sizes and value counts of one lattice node: enough to check it without the records. */
export interface Frequencies {
  /** Positions of the quasi-identifiers used, and the level of each. */
  readonly columns: readonly number[];
  readonly levels: readonly number[];
  readonly count: number;
  readonly cells: readonly Int32Array[];
  readonly sizes: Int32Array;
  /** For each sensitive column; null if no rule uses it. */
  readonly values: readonly (ValueCounts | null)[];
}

/** One pass over the records; the counts of every node are rolled up from here. */
export function countRecords({ rows, columns, sensitive }: Recodable, { rules }: Requirement): Frequencies {
  const { of, count, first } = groupRows(
    rows,
    columns.map(({ leaf, hierarchy }) => ({ codes: leaf, size: hierarchy.values.length })),
  );
  const sizes = new Int32Array(count);
  for (let row = 0; row < rows; row += 1) sizes[of[row]] += 1;
  const values = sensitive.map((column, at) => {
    if (!rules.some((rule) => rule.column === at)) return null;
    const { codes, missing, values: distinct } = column.sensitive;
    // Each record is a run of one value, or of none if it is missing.
    const starts = new Int32Array(rows + 1);
    for (let row = 0; row < rows; row += 1) starts[row + 1] = starts[row] + (missing[codes[row]] === 1 ? 0 : 1);
    const known = codes.filter((code) => missing[code] !== 1);
    return mergeRuns(of, count, { starts, codes: known, counts: new Int32Array(known.length).fill(1) }, distinct.length);
  });
  return {
    columns: [...columns.keys()],
    levels: columns.map(() => 0),
    count,
    cells: columns.map(({ leaf, hierarchy }) => {
      const labels = hierarchy.codes[0];
      return first.map((row) => labels[leaf[row]]);
    }),
    sizes,
    values,
  };
}

/** Rolls counts up to higher levels or fewer columns (a subset of those of `from`). */
export function rollUp(data: Recodable, from: Frequencies, columns: readonly number[], levels: readonly number[]): Frequencies {
  const recoded = columns.map((column, at) => {
    const place = from.columns.indexOf(column);
    return raised(data.columns[column], from.cells[place], from.levels[place], levels[at]);
  });
  const { of, count, first } = groupRows(
    from.count,
    recoded.map((codes, at) => ({ codes, size: labelsOn(data, columns[at], levels[at]) })),
  );
  const sizes = new Int32Array(count);
  for (let group = 0; group < from.count; group += 1) sizes[of[group]] += from.sizes[group];
  const values = from.values.map((counts, at) => {
    if (counts === null) return null;
    const distinct = data.sensitive[at]?.sensitive.values.length ?? 0;
    return mergeRuns(of, count, counts, distinct);
  });
  return { columns, levels, count, cells: recoded.map((codes) => first.map((group) => codes[group])), sizes, values };
}

const labelsOn = (data: Recodable, column: number, level: number): number => data.columns[column].hierarchy.labels[level]?.length ?? 1;

function raised({ up }: RecodableColumn, cells: Int32Array, from: number, to: number): Int32Array {
  if (from === to) return cells;
  let map = up[from];
  for (let level = from + 1; level < to; level += 1) {
    const next = up[level];
    map = map.map((label) => next[label]);
  }
  const labels = new Int32Array(cells.length);
  for (let at = 0; at < cells.length; at += 1) labels[at] = map[cells[at]];
  return labels;
}

/** Joins runs of values into one run a group; equal values of a group are added up. */
function mergeRuns(groupOf: Int32Array, groups: number, from: ValueCounts, distinct: number): ValueCounts {
  const { starts, members } = classesBy(groupOf, groups);
  const [codes, counts] = [new Int32Array(from.codes.length), new Int32Array(from.codes.length)];
  const merged = new Merger(distinct, codes, counts);
  const ends = new Int32Array(groups + 1);
  for (let group = 0; group < groups; group += 1) {
    for (let at = starts[group]; at < starts[group + 1]; at += 1) {
      const run = members[at];
      const end = from.starts[run + 1];
      for (let entry = from.starts[run]; entry < end; entry += 1) merged.add(from.codes[entry], from.counts[entry]);
    }
    ends[group + 1] = merged.flush();
  }
  return { starts: ends, codes: codes.slice(0, merged.length), counts: counts.slice(0, merged.length) };
}

/** Adds up values group by group, in reused arrays. */
class Merger {
  length = 0;
  readonly #sums: Int32Array;
  readonly #touched: Int32Array;
  readonly #codes: Int32Array;
  readonly #counts: Int32Array;
  #distinct = 0;

  constructor(distinct: number, codes: Int32Array, counts: Int32Array) {
    this.#sums = new Int32Array(distinct);
    this.#touched = new Int32Array(distinct);
    this.#codes = codes;
    this.#counts = counts;
  }

  add(code: number, count: number): void {
    if (this.#sums[code] === 0) {
      this.#touched[this.#distinct] = code;
      this.#distinct += 1;
    }
    this.#sums[code] += count;
  }

  /** Ends a group and returns the start of the next. */
  flush(): number {
    for (let at = 0; at < this.#distinct; at += 1) {
      const code = this.#touched[at];
      this.#codes[this.length] = code;
      this.#counts[this.length] = this.#sums[code];
      this.#sums[code] = 0;
      this.length += 1;
    }
    this.#distinct = 0;
    return this.length;
  }
}

/** Counts records in failing classes and stops above `limit`. `failed` is called for each failing class. */
export function failingRecords(
  data: Recodable,
  frequencies: Frequencies,
  { k, rules }: Requirement,
  limit: number,
  failed?: (group: number) => void,
): number {
  let failing = 0;
  const tallies = data.sensitive.map(({ sensitive }) => ({
    known: 0,
    counts: new Int32Array(sensitive.values.length),
    present: [] as number[],
  }));
  for (let group = 0; group < frequencies.count; group += 1) {
    const size = frequencies.sizes[group];
    const fails = size < k || !valuesHold(frequencies, group, rules, tallies);
    if (!fails) continue;
    failing += size;
    failed?.(group);
    if (failing > limit) return failing;
  }
  return failing;
}

function valuesHold(frequencies: Frequencies, group: number, rules: Requirement['rules'], tallies: readonly ValueTally[]): boolean {
  let filled = -1;
  for (const rule of rules) {
    const tally = tallies[rule.column];
    if (filled !== rule.column) fill(frequencies.values[rule.column] as ValueCounts, group, tally);
    filled = rule.column;
    // A class without known values passes.
    if (tally.known > 0 && !rule.holds(tally)) return false;
  }
  return true;
}

function fill({ starts, codes, counts }: ValueCounts, group: number, tally: ValueTally): void {
  for (const code of tally.present) tally.counts[code] = 0;
  tally.present.length = 0;
  tally.known = 0;
  for (let at = starts[group]; at < starts[group + 1]; at += 1) {
    const [code, count] = [codes[at], counts[at]];
    tally.present.push(code);
    tally.counts[code] = count;
    tally.known += count;
  }
}
