import { grouped, percent } from '../../../../core/verdict/figure-text.ts';
import { type ByAttack, byAttack, type Finding, proved, withoutFigure } from '../../../../core/verdict/finding.ts';
import { cellReader, type KnownTable } from '../check/check-table.ts';
import { repeatedOwners } from '../check/told-apart.ts';
import { compatible } from '../model/cell.ts';
import { groupRows } from '../model/grouping.ts';
import { type Column, ROW_NAMES } from '../model/table.ts';

const ATTACK = 'quasi-identifiers';
/** Largest number of known quasi-identifiers tried in every combination. */
const MOST_KNOWN = 3;
/** Limit on rows x combinations for each number of known columns. */
const MOST_LOOKED_AT = 30_000_000;
/** A column with more distinct cells is not searched for overlapping ones. */
const MOST_CELLS = 500;

/**
 * People who are unique, or among fewer than the claimed k, by published quasi-identifiers; and people who are named. If identifiers show several
 * records of one person, people are counted.
 */
export function aloneByCells(known: KnownTable): Finding[] {
  const { quasi, classes, roles, table } = known;
  const owners = repeatedOwners(table, roles)?.of ?? null;
  const who = owners === null ? 'records' : 'people';
  const rows = rowsOf(known, owners);
  const of = countOf(rows, () => true);
  const found = (by: ByAttack, people: number, reason: string): Finding =>
    proved(by, {
      people,
      of,
      baseline: { name: `one of all ${who}`, right: 0 },
      reason: `${grouped(people)} of ${grouped(of)} ${who} (${percent(of === 0 ? 0 : people / of)}) ${reason}`,
    });
  const named = namingColumns(known);
  const isNamed = (row: number): boolean => named.some(({ codes, values }) => !isUnknown(values[codes[row]], roles.missing));
  const names = byAttack('singled out', 'identifiers', 'the name or number of a person', { facts: 1 });
  const people = countOf(rows, ({ row }) => isNamed(row));
  const naming = named.length === 0 ? [] : [found(names, people, 'have an identifier in the release')];
  const by = (facts: number) =>
    byAttack('singled out', ATTACK, `${facts === quasi.length ? 'all' : 'some'} ${facts} quasi-identifiers of a person exactly`, { facts });
  if (quasi.length === 0) return [...naming, withoutFigure(by(0), 'not computable', 'no column is a quasi-identifier')];
  const fewest = Math.max(2, roles.claim.k ?? 2);
  const counted = (facts: number, isFew: Uint8Array, tried: string): Finding =>
    found(
      by(facts),
      countOf(rows, (_, at) => isFew[at] === 1),
      `are ${fewest === 2 ? 'alone' : `among fewer than ${fewest}`} in the release by ${facts === quasi.length ? 'all' : 'some'} ${facts} quasi-identifiers${tried}`,
    );
  const exposed = new Uint8Array(rows.length);
  const columns = quasi.map((column) => apart(known, column));
  const numbers = Array.from({ length: Math.min(MOST_KNOWN, quasi.length - 1) }, (_, at) => at + 1);
  const partly = numbers.map((number) => {
    const looked = withinReach(columns, number, rows.length);
    for (const chosen of choices(looked, number)) markFew(chosen, rows, fewest, exposed);
    return counted(number, exposed.slice(), looked.length < columns.length ? `, of the ${looked.length} that tell most` : '');
  });
  const all = new Uint8Array(rows.length);
  const classOf = { codes: classes.of, size: classes.count };
  markFew([classOf], rows, fewest, all);
  return [...naming, ...partly, counted(quasi.length, all, '')];
}

/** Records counted as one: of a class, or of one person in it. */
interface Row {
  readonly row: number;
  readonly records: number;
  /** Person of the records; null: each record is one. */
  readonly owner: number | null;
}

function rowsOf({ classes }: KnownTable, owners: Int32Array | null): Row[] {
  if (owners === null)
    return Array.from({ length: classes.count }, (_, group) => ({
      row: classes.members[classes.starts[group]],
      records: classes.sizes[group],
      owner: null,
    }));
  const known = new Map<string, Row>();
  for (const row of classes.members) {
    const key = `${classes.of[row]} ${owners[row]}`;
    if (!known.has(key)) known.set(key, { row, records: 1, owner: owners[row] });
  }
  return [...known.values()];
}

/** Number of records, or of distinct people, with a row that satisfies the condition. */
function countOf(rows: readonly Row[], isSo: (row: Row, at: number) => boolean): number {
  const people = new Set<number>();
  let records = 0;
  for (const [at, row] of rows.entries()) {
    if (!isSo(row, at)) continue;
    if (row.owner === null) records += row.records;
    else people.add(row.owner);
  }
  return records + people.size;
}

const isUnknown = (text: string, missing: readonly string[]): boolean => text === '*' || missing.includes(text);

const namingColumns = ({ table, roles }: KnownTable): readonly Column[] =>
  table.columns.filter(({ name }) => name !== ROW_NAMES && roles.columns.get(name)?.role === 'identifier');

/**
 * Merges overlapping cells of a column, since a person's exact value may be in both. Missing and suppressed cells are values of their own, as in
 * classes.
 */
function apart(known: KnownTable, { name, codes, values }: Column): { readonly codes: Int32Array; readonly size: number } {
  const reader = cellReader(known, name);
  const cells = values.map((value) => reader.read(value));
  const wide = cells.flatMap(({ all, values: members, ranges, masks }, code) =>
    !all && (members.size > 1 || masks.length > 0 || ranges.some(({ low, high }) => low !== high)) ? [code] : [],
  );
  const of = Int32Array.from(values.keys());
  const rootOf = (code: number): number => {
    let root = code;
    while (of[root] !== root) root = of[root];
    return root;
  };
  // Too many cells to compare: all its cells count as one.
  if (wide.length * values.length > MOST_CELLS * MOST_CELLS) return { codes: new Int32Array(codes.length), size: 1 };
  for (const one of wide)
    for (const [other, cell] of cells.entries())
      if (!cell.all && rootOf(one) !== rootOf(other) && compatible(cells[one], cell)) of[rootOf(other)] = rootOf(one);
  const roots = Int32Array.from(values.keys(), rootOf);
  return { codes: codes.map((code) => roots[code]), size: values.length };
}

type Apart = ReturnType<typeof apart>;

/** The columns with the most distinct cells, as many as the time limit allows. */
function withinReach(columns: readonly Apart[], number: number, rows: number): Apart[] {
  const order = columns.toSorted((a, b) => b.size - a.size);
  let count = order.length;
  while (count > number && choose(count, number) * rows > MOST_LOOKED_AT) count -= 1;
  return order.slice(0, count);
}

function choose(from: number, number: number): number {
  let ways = 1;
  for (let at = 0; at < number; at += 1) ways = (ways * (from - at)) / (at + 1);
  return ways;
}

function* choices<T>(from: readonly T[], number: number): Generator<readonly T[]> {
  if (number === 0) yield [];
  else for (const [at, one] of from.entries()) for (const rest of choices(from.slice(at + 1), number - 1)) yield [one, ...rest];
}

/** Marks rows with too few people by these columns. */
function markFew(chosen: readonly Apart[], rows: readonly Row[], fewest: number, exposed: Uint8Array): void {
  const columns = chosen.map(({ codes, size }) => ({ codes: Int32Array.from(rows, ({ row }) => codes[row]), size }));
  const { of, count } = groupRows(rows.length, columns);
  const people = new Int32Array(count);
  const seen = new Set<number>();
  for (const [at, own] of of.entries()) {
    const { records, owner } = rows[at];
    // Rows of one person in one group count once.
    const key = owner === null ? -1 : owner * count + own;
    if (owner !== null && seen.size === seen.add(key).size) continue;
    people[own] += owner === null ? records : 1;
  }
  for (const [at, own] of of.entries()) if (people[own] < fewest) exposed[at] = 1;
}
