import { existsSync } from 'node:fs';
import { plural } from '../../shared/app/audit/publish/text.ts';
import type { TableRolesFile } from '../../shared/contracts/table-roles.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { type MadeTable, makeTableRelease } from '../../shared/core/relational/anonymise/make-release.ts';
import type { TableMethod } from '../../shared/core/relational/anonymise/methods.ts';
import { LOSSES, type LossName } from '../../shared/core/relational/anonymise/node-loss.ts';
import { type Checked, checkTable, type KnownTable, knownTable } from '../../shared/core/relational/check/check-table.ts';
import { ownersText, repeatedOwners, tellingColumns } from '../../shared/core/relational/check/told-apart.ts';
import { lossesOfRecoding } from '../../shared/core/relational/loss/losses-of-recoding.ts';
import { countErrorOf } from '../../shared/core/relational/loss/query-error.ts';
import { classesBy } from '../../shared/core/relational/model/classes.ts';
import type { ValueHierarchy } from '../../shared/core/relational/model/hierarchy.ts';
import { type Column, ColumnBuilder, columnAt, type Table, valueAt } from '../../shared/core/relational/model/table.ts';
import { writeTable } from '../../shared/core/relational/read/write-table.ts';
import { shareOption, wholeNumber } from '../anonymise/numbers.ts';
import { sayWhatWasMade, writeRelease } from '../anonymise/write-release.ts';
import { ExitCode, type Terminal } from '../command.ts';
import { openKnownTable } from './table-options.ts';
import type { TableValues } from './table-words.ts';

type Values = TableValues & {
  readonly out?: string | undefined;
  readonly seed: string;
  readonly order: string;
  readonly limit?: string | undefined;
  readonly loss: string;
  readonly suppressed: string;
  readonly 'allow-failing': boolean;
  readonly counts: boolean;
  readonly json: boolean;
};

export async function anonymiseTable(
  method: TableMethod,
  [input, ...more]: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<ExitCode> {
  if (input === undefined)
    throw new BadInput('name the table: unveil anonymise patients.csv --method lattice --roles roles.json --out DIR');
  if (more.length > 0) throw new BadInput(`"${more[0]}" is one argument too many; one file is anonymised at a time`);
  const { out, order, loss, suppressed, seed } = values;
  if (out === undefined) throw new BadInput('say where to write: --out release');
  if (order !== 'shuffle' && order !== 'keep') throw new BadInput('--order is shuffle or keep');
  if (suppressed !== 'drop' && suppressed !== 'stars') throw new BadInput('--suppressed is drop or stars');
  if (!LOSSES.some((name) => name === loss)) throw new BadInput(`--loss is one of: ${LOSSES.join(', ')}`);
  if (existsSync(out)) throw new BadInput('this exists already; name a folder that does not', { file: out });
  const { known, file } = await openKnownTable(input, values, false);
  if (known.roles.claim.delta !== undefined)
    throw new BadInput('no method makes delta-presence; leave it out of the claim, and check it with unveil check --public');
  if (method === 'anatomy' && values.k !== undefined)
    throw new BadInput(
      '--k: anatomy publishes quasi-identifiers as they were, so no release of it has a k; claim --l, or take another method',
    );
  const limit = values.limit === undefined ? null : recordsOf(values.limit, known.table.rows);
  const made = makeTableRelease(known, { method, limit, loss: loss as LossName, seed, order, suppressed });
  const release = releaseOf(known, made);
  const failing = checkTable(release).claims.filter(({ holds }) => holds === false);
  const why = failing.map(failureText).join('; ');
  if (failing.length > 0 && !values['allow-failing']) {
    terminal.err.write(
      `unveil anonymise: what ${method} made fails its claim and is not written: ${why}\n` +
        'Another method or more suppression may hold it; --allow-failing writes it all the same, labelled.\n',
    );
    return ExitCode.claimFalse;
  }
  const owners = repeatedOwners(known.table, known.roles);
  const notes = [
    ...(owners === null ? [] : [ownersText(owners, release.classes, (record) => made.origin[record] as number)]),
    ...tellingColumns(made.table, known.roles),
  ];
  const written = {
    notes,
    files: releaseFiles(known, made, file, why),
    measures: {
      method,
      ...(why === '' ? {} : { FAILS: why }),
      ...claimMeasures(release),
      records: known.table.rows,
      ...made.details,
      ...lossesOfRecoding(known, release),
      ...(values.counts ? { countError: countErrorOf(known, release, seed) } : {}),
    },
    request: {
      release: releaseName(why),
      kind: 'relational',
      roles: 'roles.json',
      ...(made.buckets === null ? {} : { buckets: 'values.csv' }),
      original: 'original.csv',
    },
  };
  await writeRelease(out, written);
  if (why !== '') terminal.err.write(`unveil anonymise: written though it fails its claim: ${why}\n`);
  sayWhatWasMade(out, written, values.json, terminal);
  return ExitCode.done;
}

/** A number of records, or a share of them: `1%`. */
function recordsOf(text: string, rows: number): number {
  if (!text.endsWith('%')) return wholeNumber(text, '--limit', 0);
  return Math.floor(rows * shareOption(String(Number(text.slice(0, -1) || 'x') / 100), '--limit as a percentage'));
}

/** The release as whoever reads it sees it; of buckets the class is the bucket. */
function releaseOf(known: KnownTable, made: MadeTable): KnownTable {
  const { claim } = known.roles;
  if (made.buckets === null) return knownTable(made.table, known.roles, known.hierarchies);
  const count = made.buckets.reduce((most, bucket) => Math.max(most, bucket + 1), 0);
  const roles = { ...known.roles, claim: { ...claim, k: undefined } };
  return knownTable(made.table, roles, known.hierarchies, classesBy(made.buckets, count));
}

const failureText = ({ rule, reached, failing, records }: Checked): string =>
  `${rule} (reached ${reached ?? 'for nothing'}; ${plural(failing.length, 'class', 'classes')} with ${plural(records, 'record')} ${failing.length === 1 ? 'fails' : 'fail'})`;

const releaseName = (why: string): string => (why === '' ? 'release.csv' : 'release.failing.csv');

export const claimMeasures = ({ roles: { claim } }: KnownTable): Record<string, number | string> => ({
  ...(claim.k === undefined ? {} : { k: claim.k }),
  ...(claim.l === undefined ? {} : { l: `${claim.l.form} ${[claim.l.c, claim.l.l].filter((each) => each !== undefined).join(', ')}` }),
  ...(claim.t === undefined ? {} : { t: `${claim.t.distance} ${claim.t.t}` }),
});

export function releaseFiles(
  known: KnownTable,
  made: MadeTable,
  file: TableRolesFile,
  why: string,
): { name: string; pieces: Iterable<string> }[] {
  const { table, buckets } = made;
  const roles = { name: 'roles.json', pieces: [rolesText(known, table, file, why)] };
  const original = { name: 'original.csv', pieces: writeTable(originalOf(known, made)) };
  const hierarchies = [...known.hierarchies].map(([name, hierarchy], at) => ({
    name: hierarchyName(at, name),
    pieces: hierarchyLines(hierarchy),
  }));
  if (buckets === null) return [{ name: releaseName(why), pieces: writeTable(table) }, roles, original, ...hierarchies];
  return [
    { name: releaseName(why), pieces: writeTable(withBucket(table, buckets, known)) },
    { name: 'values.csv', pieces: writeTable(valuesOf(known, table, buckets)) },
    roles,
    original,
    ...hierarchies,
  ];
}

/** The records as they were, published ones first and in the order of the release: the audit's measures pair them by place. */
function originalOf({ table }: KnownTable, { origin, suppressed }: MadeTable): Table {
  const order = Int32Array.from([...origin, ...suppressed]);
  return { rows: order.length, columns: table.columns.map((column) => columnAt(column, order)) };
}

/** Buckets are published as two tables: quasi-identifiers with their bucket, and how often each value is in which. */
function withBucket(table: Table, buckets: Int32Array, known: KnownTable): Table {
  const sensitive = new Set(known.sensitive.map((each) => each.sensitive.name));
  return { rows: table.rows, columns: [...table.columns.filter(({ name }) => !sensitive.has(name)), bucketColumn(table, buckets)] };
}

function bucketColumn({ columns }: Table, buckets: Iterable<number>): Column {
  const taken = new Set(columns.map(({ name }) => name));
  let name = 'bucket';
  while (taken.has(name)) name += '_';
  const builder = new ColumnBuilder(name);
  for (const bucket of buckets) builder.push(String(bucket + 1));
  return builder.column();
}

function valuesOf(known: KnownTable, table: Table, buckets: Int32Array): Table {
  const name = known.sensitive[0]?.sensitive.name;
  const values = table.columns.find((column) => column.name === name) as Column;
  const counts = new Map<string, number>();
  for (let row = 0; row < table.rows; row += 1) {
    const key = JSON.stringify([buckets[row], valueAt(values, row)]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  // By bucket and value, so that their order tells nothing.
  const rows = [...counts]
    .map(([key, count]) => [...(JSON.parse(key) as [number, string]), count] as const)
    .sort((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1));
  const [value, count] = [new ColumnBuilder(values.name), new ColumnBuilder(values.name === 'count' ? 'count_' : 'count')];
  for (const [, text, times] of rows) {
    value.push(text);
    count.push(String(times));
  }
  return {
    rows: rows.length,
    columns: [
      bucketColumn(
        table,
        rows.map(([bucket]) => bucket),
      ),
      value.column(),
      count.column(),
    ],
  };
}

/** What the release has left of the values that harm. */
const harmfulIn = (harmful: readonly string[]) => (harmful.length === 0 ? {} : { harmful });

const hierarchyName = (at: number, column: string): string => `hierarchy-${at + 1}-${column.replace(/[^A-Za-z0-9]+/g, '-')}.csv`;

const hierarchyLines = ({ values, labels, codes, top }: ValueHierarchy): string[] =>
  values.map(
    (_, at) => `${Array.from({ length: top + 1 }, (__, level) => quoted(labels[level]?.[codes[level]?.[at] as number] ?? '')).join(';')}\n`,
  );

const quoted = (label: string): string => (/[";]/.test(label) || label.trim() !== label ? `"${label.replaceAll('"', '""')}"` : label);

/** Roles for whoever reads the release: hierarchies beside it, and no identifiers. */
function rolesText({ roles, hierarchies }: KnownTable, table: Table, file: TableRolesFile, why: string): string {
  const isIn = (name: string, value: string): boolean =>
    hierarchies.get(name)?.indexOf.has(value) === true ||
    table.columns.some((column) => column.name === name && column.values.includes(value));
  const paths = new Map([...hierarchies.keys()].map((name, at) => [name, hierarchyName(at, name)]));
  const columns = Object.fromEntries(
    [...roles.columns].flatMap(([name, { role, type, order, harmful }]) =>
      role === 'identifier'
        ? []
        : [
            [
              name,
              {
                role,
                type,
                hierarchy: paths.get(name) ?? null,
                ...(order === null ? {} : { order }),
                ...harmfulIn(harmful?.filter((value) => isIn(name, value)) ?? []),
              },
            ],
          ],
    ),
  );
  return `${JSON.stringify({ columns, claim: file.claim, missing: file.missing, ...(why === '' ? {} : { failing: why }) }, null, 2)}\n`;
}
