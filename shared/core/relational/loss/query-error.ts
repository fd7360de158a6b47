import { seeded } from '../../random/random.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { CellReader, cellCovers } from '../model/cell.ts';
import type { Classes } from '../model/classes.ts';
import { groupRows } from '../model/grouping.ts';
import { numberOf } from '../model/number.ts';
import { type Column, type ColumnType, columnNamed, type Table } from '../model/table.ts';

/** A quasi-identifier as it was and as it is published. */
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

/** Of a release and the table that it was made from. */
export function countErrorOf(original: KnownTable, release: KnownTable, seed: string): number | null {
  const columns = release.quasi.map((published) => {
    const type = release.roles.columns.get(published.name)?.type ?? 'word';
    const reader = new CellReader({ type, hierarchy: release.hierarchies.get(published.name) ?? null, missing: release.roles.missing });
    return { original: columnNamed(original.table, published.name), published, type, reader };
  });
  return queryErrorOf(columns, original.table, { rows: release.table.rows, classes: release.classes, sensitive: release.sensitive }, seed);
}

const QUERIES = 1_000;
/** A count below this share of the records is held against it. */
const LEAST = 1 / QUERIES;

/**
 * How far counts are off that a reader of the release makes: 1,000 seeded COUNTs on two quasi-identifiers and, where there is one, a value; a value of
 * words, a range of numbers. A cell is spread evenly over the original's values that it covers, a value over its class. Mean of
 * |estimate - true| / max(true, records / 1,000); null where nothing is to be asked. Time: queries times records.
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
  for (const group of groups.of) sizes[group] = (sizes[group] as number) + 1;
  const hidden = sensitive.map((column) => hiddenOf(column, original, classes, { ...groups, sizes }));
  let total = 0;
  for (let query = 0; query < QUERIES; query += 1) {
    const asked = drawTwo(columns.length, (count) => random.below(count)).map((at) => {
      const spread = spreads[at] as Spread;
      const [one, other] = [random.below(spread.values), random.below(spread.values)];
      return { ...spread, isIn: wantedOf(spread, one, other) };
    });
    const of = hidden.length === 0 ? null : (hidden[random.below(hidden.length)] as Hidden);
    const value = of === null || of.values === 0 ? null : { ...of, wanted: random.below(of.values) };
    const truth = countOf(original.rows, asked, value);
    const within = asked.map(({ covered, isIn }) => covered.map((codes) => shareIn(codes, isIn)));
    let estimate = 0;
    for (let group = 0; group < groups.count; group += 1) {
      const row = groups.first[group] as number;
      let share = 1;
      for (const [at, { published }] of asked.entries()) share *= within[at]?.[published[row] as number] as number;
      if (share > 0) estimate += share * (value === null ? (sizes[group] as number) : value.expected(group, value.wanted));
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
    if (first !== undefined && first.isIn[first.original[row] as number] === 0) continue;
    if (second !== undefined && second.isIn[second.original[row] as number] === 0) continue;
    if (value === null || value.own[row] === value.wanted) count += 1;
  }
  return count;
}

/** Of one column: which of the original's values each published cell covers. */
interface Spread {
  readonly values: number;
  /** Of numbers: the rank of each value; null for words. */
  readonly order: Int32Array | null;
  readonly original: Int32Array;
  readonly published: Int32Array;
  readonly covered: readonly Int32Array[];
}

function spreadOf({ original, published, type, reader }: CountedColumn): Spread {
  const { values } = original;
  const covered = published.values.map((text) => {
    const cell = reader.read(text);
    return Int32Array.from([...values.keys()].filter((code) => text === values[code] || cellCovers(cell, values[code] as string)));
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
  for (const [rank, code] of [...values.keys()].sort((a, b) => (numbers[a] as number) - (numbers[b] as number) || a - b).entries())
    ranks[code] = rank;
  return ranks;
}

/** One value of words; of numbers all from the one to the other. */
function wantedOf({ values, order }: Spread, one: number, other: number): Uint8Array {
  if (order === null) return Uint8Array.from({ length: values }, (_, code) => (code === one ? 1 : 0));
  const [a, b] = [order[one] as number, order[other] as number];
  return Uint8Array.from(order, (rank) => (rank >= Math.min(a, b) && rank <= Math.max(a, b) ? 1 : 0));
}

function shareIn(covered: Int32Array, isIn: Uint8Array): number {
  if (covered.length === 0) return 0;
  let within = 0;
  for (const code of covered) within += isIn[code] as number;
  return within / covered.length;
}

/** A sensitive column: by the codes of the release, what each record of the original had, and how many of a group are expected to have a value. */
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
  const own = Int32Array.from(column?.codes ?? [], (code) => translated[code] as number);
  const width = values.length;
  // By class; suppressed records are in none, and their group stands beyond.
  const counts = new Map<number, number>();
  for (const [row, each] of of.entries()) {
    const key = (each < 0 ? sizes.length : each) * width + (codes[row] as number);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return {
    values: width,
    own,
    expected(group, code) {
      const each = of[groups.first[group] as number] as number;
      const held = counts.get((each < 0 ? sizes.length : each) * width + code) ?? 0;
      return each < 0 ? held : (held * (groups.sizes[group] as number)) / (sizes[each] as number);
    },
  };
}

function drawTwo(count: number, below: (count: number) => number): number[] {
  const first = below(count);
  if (count === 1) return [first];
  const second = below(count - 1);
  return [first, second + (second >= first ? 1 : 0)];
}
