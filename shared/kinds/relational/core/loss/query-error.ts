import { seeded } from '../../../../core/random/random.ts';
import { cellReader, type KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { type CellReader, cellCovers } from '../model/cell.ts';
import type { Classes } from '../model/classes.ts';
import { groupRows } from '../model/grouping.ts';
import { typeOf } from '../model/roles.ts';
import { type Column, type ColumnType, columnNamed, numberOf, type Table } from '../model/table.ts';

/** A quasi-identifier before and after publishing. */
interface CountedColumn {
  readonly original: Column;
  readonly published: Column;
  readonly type: ColumnType;
  readonly reader: CellReader;
}

interface CountedRelease {
  readonly rows: number;
  readonly classes: Classes;
  readonly sensitive: readonly SensitiveColumn[];
}

export function countErrorOf(original: KnownTable, release: KnownTable, seed: string): number | null {
  const columns = release.quasi.map((published) => ({
    original: columnNamed(original.table, published.name),
    published,
    type: typeOf(release.roles, published.name),
    reader: cellReader(release, published.name),
  }));
  return queryErrorOf(columns, original.table, { rows: release.table.rows, classes: release.classes, sensitive: release.sensitive }, seed);
}

const QUERIES = 1_000;
/** Floor for the denominator of the relative error. */
const LEAST = 1 / QUERIES;

/**
 * Query error: 1,000 seeded COUNTs on two quasi-identifiers and a sensitive value (a word or a range of numbers). A cell is spread evenly over the
 * original values it covers, a sensitive value over its class. Mean of |estimate - true| / max(true, records / 1,000); null without columns to
 * query. Time: queries x records.
 */
export function queryErrorOf(
  columns: readonly CountedColumn[],
  original: Table,
  { rows, classes, sensitive }: CountedRelease,
  seed: string,
): number | null {
  if (columns.length === 0 || original.rows === 0) return null;
  const random = seeded(seed, 'queries', columns.length);
  const spreads = columns.map(spreadOf);
  const groups = groupRows(rows, [
    ...columns.map(({ published: { codes, values } }) => ({ codes, size: values.length })),
    { codes: classes.of.map((each) => each + 1), size: classes.count + 1 },
  ]);
  const sizes = new Int32Array(groups.count);
  for (const group of groups.of) sizes[group] += 1;
  const hidden = sensitive.map((column) => hiddenOf(column, original, classes, { ...groups, sizes }));
  let total = 0;
  for (let query = 0; query < QUERIES; query += 1) {
    const asked = drawTwo(columns.length, (count) => random.below(count)).map((at) => {
      const spread = spreads[at];
      const [one, other] = [random.below(spread.values), random.below(spread.values)];
      return { ...spread, isIn: wantedOf(spread, one, other) };
    });
    const of = hidden.length === 0 ? null : hidden[random.below(hidden.length)];
    const value = of === null || of.values === 0 ? null : { ...of, wanted: random.below(of.values) };
    const truth = countOf(original.rows, asked, value);
    const within = asked.map(({ covered, isIn }) => covered.map((codes) => shareIn(codes, isIn)));
    let estimate = 0;
    for (let group = 0; group < groups.count; group += 1) {
      const row = groups.first[group];
      let share = 1;
      for (const [at, { published }] of asked.entries()) share *= within[at]?.[published[row]] as number;
      if (share > 0) estimate += share * (value === null ? sizes[group] : value.expected(group, value.wanted));
    }
    total += Math.abs(estimate - truth) / Math.max(truth, original.rows * LEAST);
  }
  return total / QUERIES;
}

/** Records of the original that a query counts. */
function countOf(
  rows: number,
  [first, second]: readonly (Spread & { readonly isIn: Uint8Array })[],
  value: (Hidden & { readonly wanted: number }) | null,
): number {
  let count = 0;
  for (let row = 0; row < rows; row += 1) {
    if (first !== undefined && first.isIn[first.original[row]] === 0) continue;
    if (second !== undefined && second.isIn[second.original[row]] === 0) continue;
    if (value === null || value.own[row] === value.wanted) count += 1;
  }
  return count;
}

/** Which original values each published cell of a column covers. */
interface Spread {
  readonly values: number;
  /** Rank of each value of a number column; null for words. */
  readonly order: Int32Array | null;
  readonly original: Int32Array;
  readonly published: Int32Array;
  readonly covered: readonly Int32Array[];
}

function spreadOf({ original, published, type, reader }: CountedColumn): Spread {
  const { values } = original;
  const covered = published.values.map((text) => {
    const cell = reader.read(text);
    return Int32Array.from([...values.keys()].filter((code) => text === values[code] || cellCovers(cell, values[code])));
  });
  return {
    values: values.length,
    order: type === 'number' ? ranksOf(values) : null,
    original: original.codes,
    published: published.codes,
    covered,
  };
}

function ranksOf(values: readonly string[]): Int32Array {
  const numbers = values.map((value) => numberOf(value) ?? -Infinity);
  const ranks = new Int32Array(values.length);
  for (const [rank, code] of [...values.keys()].sort((a, b) => numbers[a] - numbers[b] || a - b).entries()) ranks[code] = rank;
  return ranks;
}

/** A single word, or all numbers between the two. */
function wantedOf({ values, order }: Spread, one: number, other: number): Uint8Array {
  if (order === null) return Uint8Array.from({ length: values }, (_, code) => (code === one ? 1 : 0));
  const [a, b] = [order[one], order[other]];
  return Uint8Array.from(order, (rank) => (rank >= Math.min(a, b) && rank <= Math.max(a, b) ? 1 : 0));
}

function shareIn(covered: Int32Array, isIn: Uint8Array): number {
  if (covered.length === 0) return 0;
  let within = 0;
  for (const code of covered) within += isIn[code];
  return within / covered.length;
}

/** A sensitive column: the original's values in codes of the release, and the expected count of a value in a group. */
interface Hidden {
  readonly values: number;
  readonly own: Int32Array;
  expected(group: number, code: number): number;
}

function hiddenOf(
  { sensitive: { name, values, codes } }: SensitiveColumn,
  original: Table,
  { of, sizes }: Classes,
  groups: ReturnType<typeof groupRows> & { readonly sizes: Int32Array },
): Hidden {
  const codeOf = new Map(values.map((value, code) => [value, code]));
  const column = original.columns.find((each) => each.name === name);
  const translated = Int32Array.from(column?.values ?? [], (value) => codeOf.get(value) ?? -1);
  const own = Int32Array.from(column?.codes ?? [], (code) => translated[code]);
  const width = values.length;
  // By class; suppressed records form one more group at the end.
  const counts = new Map<number, number>();
  for (const [row, each] of of.entries()) {
    const key = (each < 0 ? sizes.length : each) * width + codes[row];
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return {
    values: width,
    own,
    expected(group, code) {
      const each = of[groups.first[group]];
      const held = counts.get((each < 0 ? sizes.length : each) * width + code) ?? 0;
      return each < 0 ? held : (held * groups.sizes[group]) / sizes[each];
    },
  };
}

function drawTwo(count: number, below: (count: number) => number): number[] {
  const first = below(count);
  if (count === 1) return [first];
  const second = below(count - 1);
  return [first, second + (second >= first ? 1 : 0)];
}
