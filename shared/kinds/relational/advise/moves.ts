import { BadInput } from '../../../core/model/bad-input.ts';
import type { AdviceMove, Tried } from '../../../kit/advise/advise.ts';
import { cuttable, type MakeOptions, makeTableRelease } from '../core/anonymise/make-release.ts';
import { mergeClasses } from '../core/anonymise/merge-classes.ts';
import { type KnownTable, knownTable } from '../core/check/check-table.ts';
import { boundRules } from '../core/check/rules.ts';
import { type Column, ColumnBuilder, columnAt, type Table, valueAt } from '../core/model/table.ts';
import { type Attacking, namedBy, WORST } from './attack.ts';

export interface TableDraft {
  readonly release: KnownTable;
  /** The original's record behind each published one; null: unknown. */
  readonly origin: Int32Array | null;
  readonly how: string;
}

export interface ToMove extends Attacking {
  readonly original: KnownTable;
  readonly given: TableDraft;
  readonly target: number | null;
  readonly seed: string;
}

/** Largest share of records that advice may leave out. */
const MOST_LEFT_OUT = 0.1;

/** Shares of records that the level search may suppress, tried in turn until the target is met. */
const LIMITS = [0, 0.01, 0.05] as const;

/** Ways to make a table safer. Every move keeps the claim, and the claim check verifies it. */
export const movesOf = (input: ToMove): readonly AdviceMove<TableDraft, null>[] =>
  Object.entries({ 'cut again': cutAgain, 'search levels': searchLevels, merge, 'leave out': leaveOut }).map(([name, make]) => ({
    name,
    free: false,
    make: (base) => Promise.resolve(orNull(() => make(base, input))),
  }));

/** Null for a release that cannot be made: it is skipped. */
function orNull(make: () => TableDraft | null): TableDraft | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof BadInput) return null;
    throw error;
  }
}

/** Mondrian under the claim alone if that meets the target, else with the extra rule that no class names a value. */
function cutAgain(base: Tried<TableDraft, null>, input: ToMove): TableDraft | null {
  return firstSafe(base, input, [() => made(input, { method: 'mondrian' }, false), () => made(input, { method: 'mondrian' }, true)]);
}

/** Least lossy generalisation of whole columns: first under the claim alone, then with the rule that no class names a value. */
function searchLevels(base: Tried<TableDraft, null>, input: ToMove): TableDraft | null {
  const tries = [false, true].flatMap((bounded) =>
    LIMITS.map((share) => () => made(input, { method: 'lattice', limit: Math.floor(share * input.original.table.rows) }, bounded)),
  );
  return firstSafe(base, input, tries);
}

/** The first try that meets the target, else the one that names fewest people; null if none improves on the base. */
function firstSafe({ draft }: Tried<TableDraft, null>, input: ToMove, tries: readonly (() => TableDraft)[]): TableDraft | null {
  const shareOf = ({ release }: TableDraft): number => namedBy(WORST, release, input, input.seed) ?? 1;
  let best: TableDraft | null = null;
  let least = shareOf(draft);
  for (const attempt of tries) {
    const next = orNull(attempt);
    if (next === null) continue;
    const share = shareOf(next);
    if (share < least) [best, least] = [next, share];
    if (input.target !== null && share <= input.target) return best;
  }
  return best;
}

function made(
  { original, certainty, seed }: ToMove,
  options: Pick<MakeOptions, 'method'> & { readonly limit?: number },
  bounded: boolean,
): TableDraft {
  const beyond = bounded ? original.sensitive.flatMap((column, at) => boundRules(certainty, column, at)) : [];
  const { method, limit = 0 } = options;
  const { table, origin, details } = makeTableRelease(original, {
    method,
    limit,
    seed,
    beyond,
    loss: original.hierarchies.size === original.quasi.length ? 'ncp' : 'discernibility',
    order: 'shuffle',
    suppressed: 'drop',
  });
  const levels = details['levels'] === undefined ? '' : `, levels ${details['levels']}`;
  const asked = beyond.map(({ name }) => `, ${name}`).join('');
  return {
    release: released(original, table),
    origin,
    how: `${method}${levels}${limit === 0 ? '' : `, at most ${limit} records left out`}${asked}`,
  };
}

/** A published table (without identifiers) with its roles and hierarchies. */
export function released({ roles, hierarchies }: KnownTable, table: Table): KnownTable {
  const columns = new Map([...roles.columns].filter(([name]) => table.columns.some((column) => column.name === name)));
  return knownTable(table, { ...roles, columns }, hierarchies);
}

/** Classes that name somebody are merged with the class that hides them at the least loss, until at most the allowed records stay named. */
function merge({ draft }: Tried<TableDraft, null>, { original, certainty, target }: ToMove): TableDraft | null {
  const { release, origin, how } = draft;
  if (origin === null) return null;
  const { classes, quasi } = release;
  const parts = Array.from({ length: classes.count }, (_, group) => {
    const rows = classes.members.subarray(classes.starts[group], classes.starts[group + 1]);
    return { records: rows.map((row) => origin[row]), cells: quasi.map((column) => valueAt(column, rows[0])) };
  });
  const mayStay = Math.floor((target ?? 0) * release.table.rows);
  const found = mergeClasses(parts, {
    columns: cuttable(original),
    sensitive: original.sensitive,
    rows: original.table.rows,
    certainty,
    mayStay,
  });
  if (found.length === parts.length) return null;
  const cellsOf = new Map<number, readonly string[]>();
  for (const { records, cells } of found) for (const record of records) cellsOf.set(record, cells);
  const table = withCells(release, (row, at) => cellsOf.get(origin[row])?.[at] ?? null);
  return { release: released(original, table), origin, how: `${how}; ${parts.length - found.length} classes merged` };
}

/** The release with other quasi-identifiers; null leaves a cell as it is. */
function withCells({ table, quasi }: KnownTable, cellOf: (row: number, at: number) => string | null): Table {
  const columns = table.columns.map((column): Column => {
    const at = quasi.indexOf(column);
    if (at < 0) return column;
    const builder = new ColumnBuilder(column.name);
    for (let row = 0; row < table.rows; row += 1) builder.push(cellOf(row, at) ?? valueAt(column, row));
    return builder.column();
  });
  return { rows: table.rows, columns };
}

/** Suppresses records of classes that name somebody, smallest classes first: no more than the target needs, at most a tenth of all. */
function leaveOut({ draft }: Tried<TableDraft, null>, { original, certainty, target }: ToMove): TableDraft | null {
  const { release, origin, how } = draft;
  const { classes, table, sensitive } = release;
  const naming = namingClasses(release, certainty).sort((a, b) => classes.sizes[a] - classes.sizes[b] || a - b);
  let named = naming.reduce((sum, group) => sum + classes.sizes[group], 0);
  const gone = new Set<number>();
  let rows = table.rows;
  for (const group of naming) {
    const size = classes.sizes[group];
    if (named <= (target ?? 0) * rows || original.table.rows - rows + size > MOST_LEFT_OUT * original.table.rows) break;
    gone.add(group);
    named -= size;
    rows -= size;
  }
  if (gone.size === 0 || rows === 0 || sensitive.length === 0) return null;
  const kept = Int32Array.from({ length: table.rows }, (_, row) => row).filter((row) => !gone.has(classes.of[row]));
  const columns = table.columns.map((column) => columnAt(column, kept));
  return {
    release: released(original, { rows, columns }),
    origin: origin === null ? null : kept.map((row) => origin[row]),
    how: `${how}; ${table.rows - rows} records left out`,
  };
}

/** Classes in which the audit's attack names a value. */
export function namingClasses(release: KnownTable, certainty: number): number[] {
  return Array.from({ length: release.classes.count }, (_, group) => group).filter(
    (group) => surestIn(release, group).probability >= certainty,
  );
}

/** The value named with the highest confidence in a class. */
export function surestIn({ classes, sensitive }: KnownTable, group: number): { readonly value: string; readonly probability: number } {
  let best = { value: '', probability: 0 };
  const rows = classes.members.subarray(classes.starts[group], classes.starts[group + 1]);
  for (const { sensitive: column } of sensitive) {
    const counts = new Map<number, number>();
    let known = 0;
    for (const row of rows) {
      const code = column.codes[row];
      if (column.missing[code] === 1) continue;
      counts.set(code, (counts.get(code) ?? 0) + 1);
      known += 1;
    }
    for (const [code, count] of counts)
      if (count / known > best.probability) best = { value: `${column.name}: ${column.values[code]}`, probability: count / known };
  }
  return best;
}
