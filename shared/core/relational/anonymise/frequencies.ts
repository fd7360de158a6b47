import type { ValueTally } from '../model/classes.ts';
import { groupRows } from '../model/grouping.ts';
import type { Recodable, RecodableColumn, Requirement } from './recodable.ts';

/** How often each value of one sensitive column stands in each class, class after class. */
interface ValueCounts {
  readonly starts: Int32Array;
  readonly codes: Int32Array;
  readonly counts: Int32Array;
}

/** The classes of some columns on some levels with their sizes and values: what a check of a node needs, without the records. */
export interface Frequencies {
  /** Which of the quasi-identifiers, and the level of each. */
  readonly columns: readonly number[];
  readonly levels: readonly number[];
  readonly count: number;
  /** For each of the columns the label of each class. */
  readonly cells: readonly Int32Array[];
  readonly sizes: Int32Array;
  /** For each sensitive column; null for those that no rule looks at. */
  readonly values: readonly (ValueCounts | null)[];
}

/** Counts once over all records; every node's are rolled up from here. */
export function countRecords({ rows, columns, sensitive }: Recodable, { rules }: Requirement): Frequencies {
  const { of, count, first } = groupRows(
    rows,
    columns.map(({ leaf, hierarchy }) => ({ codes: leaf, size: hierarchy.values.length })),
  );
  const sizes = new Int32Array(count);
  for (let row = 0; row < rows; row += 1) sizes[of[row] as number] = (sizes[of[row] as number] as number) + 1;
  const values = sensitive.map((column, at) => {
    if (!rules.some((rule) => rule.column === at)) return null;
    const { codes, missing } = column.sensitive;
    const one = new Int32Array(rows).fill(1);
    return mergeCounts(of, count, { length: rows, codeOf: codes, countOf: one, skip: missing }, column.sensitive.values.length);
  });
  return {
    columns: [...columns.keys()],
    levels: columns.map(() => 0),
    count,
    cells: columns.map(({ leaf, hierarchy }) => {
      const labels = hierarchy.codes[0] as Int32Array;
      return first.map((row) => labels[leaf[row] as number] as number);
    }),
    sizes,
    values,
  };
}

/** The same on higher levels, or for fewer columns: `columns` are among those of `from`. */
export function rollUp(data: Recodable, from: Frequencies, columns: readonly number[], levels: readonly number[]): Frequencies {
  const recoded = columns.map((column, at) => {
    const place = from.columns.indexOf(column);
    return raised(
      data.columns[column] as RecodableColumn,
      from.cells[place] as Int32Array,
      from.levels[place] as number,
      levels[at] as number,
    );
  });
  const { of, count, first } = groupRows(
    from.count,
    recoded.map((codes, at) => ({ codes, size: labelsOn(data, columns[at] as number, levels[at] as number) })),
  );
  const sizes = new Int32Array(count);
  for (let group = 0; group < from.count; group += 1)
    sizes[of[group] as number] = (sizes[of[group] as number] as number) + (from.sizes[group] as number);
  const values = from.values.map((counts, at) => {
    if (counts === null) return null;
    const distinct = data.sensitive[at]?.sensitive.values.length ?? 0;
    return mergeRuns(of, count, counts, distinct);
  });
  return { columns, levels, count, cells: recoded.map((codes) => first.map((group) => codes[group] as number)), sizes, values };
}

const labelsOn = (data: Recodable, column: number, level: number): number =>
  (data.columns[column] as RecodableColumn).hierarchy.labels[level]?.length ?? 1;

function raised({ up }: RecodableColumn, cells: Int32Array, from: number, to: number): Int32Array {
  if (from === to) return cells;
  let map = up[from] as Int32Array;
  for (let level = from + 1; level < to; level += 1) {
    const next = up[level] as Int32Array;
    map = map.map((label) => next[label] as number);
  }
  const labels = new Int32Array(cells.length);
  for (let at = 0; at < cells.length; at += 1) labels[at] = map[cells[at] as number] as number;
  return labels;
}

interface Entries {
  readonly length: number;
  readonly codeOf: Int32Array;
  readonly countOf: Int32Array;
  readonly skip: Uint8Array;
}

/** Entries by their group, equal values of a group added up. */
function mergeCounts(groupOf: Int32Array, groups: number, { length, codeOf, countOf, skip }: Entries, distinct: number): ValueCounts {
  const { starts, members } = sortedBy(groupOf, groups);
  const [codes, counts] = [new Int32Array(length), new Int32Array(length)];
  const merged = new Merger(distinct, codes, counts);
  const ends = new Int32Array(groups + 1);
  for (let group = 0; group < groups; group += 1) {
    for (let at = starts[group] as number; at < (starts[group + 1] as number); at += 1) {
      const entry = members[at] as number;
      const code = codeOf[entry] as number;
      if (skip[code] !== 1) merged.add(code, countOf[entry] as number);
    }
    ends[group + 1] = merged.flush();
  }
  return { starts: ends, codes: codes.slice(0, merged.length), counts: counts.slice(0, merged.length) };
}

/** The same for runs of entries that belong together already. */
function mergeRuns(groupOf: Int32Array, groups: number, from: ValueCounts, distinct: number): ValueCounts {
  const { starts, members } = sortedBy(groupOf, groups);
  const [codes, counts] = [new Int32Array(from.codes.length), new Int32Array(from.codes.length)];
  const merged = new Merger(distinct, codes, counts);
  const ends = new Int32Array(groups + 1);
  for (let group = 0; group < groups; group += 1) {
    for (let at = starts[group] as number; at < (starts[group + 1] as number); at += 1) {
      const run = members[at] as number;
      const end = from.starts[run + 1] as number;
      for (let entry = from.starts[run] as number; entry < end; entry += 1)
        merged.add(from.codes[entry] as number, from.counts[entry] as number);
    }
    ends[group + 1] = merged.flush();
  }
  return { starts: ends, codes: codes.slice(0, merged.length), counts: counts.slice(0, merged.length) };
}

/** Adds up the values of one group after the other, in arrays that are used again. */
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
    this.#sums[code] = (this.#sums[code] as number) + count;
  }

  /** Ends a group; where the next one begins. */
  flush(): number {
    for (let at = 0; at < this.#distinct; at += 1) {
      const code = this.#touched[at] as number;
      this.#codes[this.length] = code;
      this.#counts[this.length] = this.#sums[code] as number;
      this.#sums[code] = 0;
      this.length += 1;
    }
    this.#distinct = 0;
    return this.length;
  }
}

function sortedBy(groupOf: Int32Array, groups: number): { readonly starts: Int32Array; readonly members: Int32Array } {
  const starts = new Int32Array(groups + 1);
  for (let at = 0; at < groupOf.length; at += 1) starts[(groupOf[at] as number) + 1] = (starts[(groupOf[at] as number) + 1] as number) + 1;
  for (let group = 0; group < groups; group += 1) starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number);
  const next = starts.slice(0, groups);
  const members = new Int32Array(groupOf.length);
  for (let at = 0; at < groupOf.length; at += 1) {
    const group = groupOf[at] as number;
    members[next[group] as number] = at;
    next[group] = (next[group] as number) + 1;
  }
  return { starts, members };
}

/** Records in classes that fail, counted until there are more than `limit`; `failed` hears of each failing class. */
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
    const size = frequencies.sizes[group] as number;
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
    const tally = tallies[rule.column] as ValueTally;
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
  for (let at = starts[group] as number; at < (starts[group + 1] as number); at += 1) {
    const [code, count] = [codes[at] as number, counts[at] as number];
    tally.present.push(code);
    tally.counts[code] = count;
    tally.known += count;
  }
}
