import type { TableRolesFile } from '../../../contracts/table-roles.ts';
import { csvField } from '../../../core/format/csv.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import type { Method } from '../../../kit/offers.ts';
import { optionText, shareOption, wholeNumber } from '../../../kit/option-values.ts';
import { plural } from '../../../kit/publish/text.ts';
import { type MadeTable, makeTableRelease } from '../core/anonymise/make-release.ts';
import { LOSSES, type LossName, type TableMethod } from '../core/anonymise/methods.ts';
import { type Checked, checkTable, type KnownTable, knownTable } from '../core/check/check-table.ts';
import { presenceIn } from '../core/check/presence.ts';
import { ownersText, repeatedOwners, tellingColumns } from '../core/check/told-apart.ts';
import { lossesOfRecoding } from '../core/loss/losses.ts';
import { countErrorOf } from '../core/loss/query-error.ts';
import { hierarchyRows } from '../core/model/hierarchy.ts';
import { type Column, ColumnBuilder, columnAt, type Table, valueAt } from '../core/model/table.ts';
import { writeTable } from '../core/read/write-table.ts';
import { knownRelease } from '../read/buckets.ts';
import { openKnownTable, tableAt } from '../read/known-table.ts';

/** Not in one line with `--allow-failing`, which writes it all the same. */
const OTHERWISE = 'Another method or more suppression may hold it; --allow-failing writes it all the same, labelled.';

export const makeTable =
  (method: TableMethod): Method['make'] =>
  async (input, { seed, order, values }, readers) => {
    const [loss, suppressed] = [String(values['loss']), String(values['suppressed'])];
    if (suppressed !== 'drop' && suppressed !== 'stars') throw new BadInput('--suppressed is drop or stars');
    if (!LOSSES.some((name) => name === loss)) throw new BadInput(`--loss is one of: ${LOSSES.join(', ')}`);
    const opened = await openKnownTable({ path: input, table: await tableAt(input, readers) }, values, false, readers);
    const { file } = opened;
    const aggregate = String(values['aggregate']);
    if (aggregate !== 'mean' && aggregate !== 'median') throw new BadInput('--aggregate is mean or median');
    const known = method === 'microaggregation' ? asCentres(opened.known, aggregate) : opened.known;
    const publicPath = optionText(values, 'public');
    const open = publicPath === undefined ? undefined : await tableAt(publicPath, readers);
    if (method === 'anatomy' && values['k'] !== undefined)
      throw new BadInput(
        '--k: anatomy publishes quasi-identifiers as they were, so no release of it has a k; claim --l, or take another method',
      );
    const most = optionText(values, 'limit');
    const limit = most === undefined ? null : recordsOf(most, known.table.rows);
    const made = makeTableRelease(known, {
      method,
      limit,
      loss: loss as LossName,
      aggregate,
      local: values['local'] === true,
      seed,
      order,
      suppressed,
    });
    const release = knownRelease(made.table, known.roles, known.hierarchies, made.buckets);
    const { delta } = known.roles.claim;
    const absent = open === undefined || delta === undefined ? [] : presenceIn(release, open, delta).failing;
    const why = [
      ...checkTable(release)
        .claims.filter(({ holds }) => holds === false)
        .map(failureText),
      ...(absent.length === 0 ? [] : [`delta-presence (${plural(absent.length, 'class', 'classes')} of the public table)`]),
    ].join('; ');
    const owners = repeatedOwners(known.table, known.roles);
    return {
      ...(why === '' ? {} : { warning: `written though it fails its claim: ${why}` }),
      ...(why === '' || values['allow-failing'] === true
        ? {}
        : { refused: `what ${method} made fails its claim and is not written: ${why}\n${OTHERWISE}` }),
      notes: [
        ...(owners === null ? [] : [ownersText(owners, release.classes, (record) => made.origin[record])]),
        ...tellingColumns(made.table, known.roles),
      ],
      files: releaseFiles(known, made, file, why),
      measures: {
        method,
        ...(why === '' ? {} : { FAILS: why }),
        ...claimMeasures(release),
        records: known.table.rows,
        ...made.details,
        // A centre covers no values: what is lost is the spread within groups.
        ...(method === 'microaggregation' ? {} : lossesOfRecoding(known, release)),
        ...(values['counts'] === true ? { countError: countErrorOf(known, release, seed) } : {}),
      },
      request: {
        release: releaseName(why),
        kind: 'relational',
        roles: 'roles.json',
        ...(made.buckets === null ? {} : { buckets: 'values.csv' }),
        original: 'original.csv',
      },
    };
  };

/** Roles of a release whose quasi-identifiers are centres of groups: no hierarchy has them. */
function asCentres({ table, roles, hierarchies, quasi }: KnownTable, aggregate: 'mean' | 'median'): KnownTable {
  const isQuasi = (name: string): boolean => quasi.some((column) => column.name === name);
  const centre = { number: aggregate, ordinal: 'median', word: 'mode' } as const;
  const columns = [...roles.columns].map(
    ([name, meaning]) => [name, isQuasi(name) ? { ...meaning, hierarchy: null, aggregate: centre[meaning.type] } : meaning] as const,
  );
  return knownTable(table, { ...roles, columns: new Map(columns) }, new Map([...hierarchies].filter(([name]) => !isQuasi(name))));
}

/** A number of records, or a share of them: `1%`. */
function recordsOf(text: string, rows: number): number {
  if (!text.endsWith('%')) return wholeNumber(text, '--limit', 0);
  return Math.floor(rows * shareOption(String(Number(text.slice(0, -1) || 'x') / 100), '--limit as a percentage'));
}

const failureText = ({ rule, reached, failing, records }: Checked): string =>
  `${rule} (reached ${reached ?? 'for nothing'}; ${plural(failing.length, 'class', 'classes')} with ${plural(records, 'record')} ${failing.length === 1 ? 'fails' : 'fail'})`;

const releaseName = (why: string): string => (why === '' ? 'release.csv' : 'release.failing.csv');

export const claimMeasures = ({ roles: { claim } }: KnownTable): Record<string, number | string> => ({
  ...(claim.k === undefined ? {} : { k: claim.k }),
  ...(claim.l === undefined ? {} : { l: `${claim.l.form} ${[claim.l.c, claim.l.l].filter((each) => each !== undefined).join(', ')}` }),
  ...(claim.t === undefined ? {} : { t: `${claim.t.distance} ${claim.t.t}` }),
  ...(claim.alpha === undefined ? {} : { alpha: claim.alpha.most }),
  ...(claim.confidence === undefined ? {} : { confidence: claim.confidence.map(({ most }) => most).join(', ') }),
  ...(claim.ke === undefined ? {} : { ke: `${claim.ke.k}, ${claim.ke.e}` }),
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
    pieces: hierarchyRows(hierarchy).map((row) => `${row.map((label) => csvField(label)).join(';')}\n`),
  }));
  const release = { name: releaseName(why), pieces: writeTable(buckets === null ? table : withBucket(table, buckets, known)) };
  const values = buckets === null ? [] : [{ name: 'values.csv', pieces: writeTable(valuesOf(known, table, buckets)) }];
  return [release, ...values, roles, original, ...hierarchies];
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
  const bucket = bucketColumn(
    table,
    rows.map(([each]) => each),
  );
  return { rows: rows.length, columns: [bucket, value.column(), count.column()] };
}

const hierarchyName = (at: number, column: string): string => `hierarchy-${at + 1}-${column.replace(/[^A-Za-z0-9]+/g, '-')}.csv`;

/** Roles for the release's reader: hierarchies next to it, no identifiers. */
function rolesText({ roles, hierarchies }: KnownTable, table: Table, file: TableRolesFile, why: string): string {
  const isIn = (name: string, value: string): boolean =>
    hierarchies.get(name)?.indexOf.has(value) === true ||
    table.columns.some((column) => column.name === name && column.values.includes(value));
  const paths = new Map([...hierarchies.keys()].map((name, at) => [name, hierarchyName(at, name)]));
  const columns = Object.fromEntries(
    [...roles.columns].flatMap(([name, { role, type, order, harmful, aggregate }]) => {
      if (role === 'identifier') return [];
      const left = harmful?.filter((value) => isIn(name, value)) ?? [];
      const more = { ...(order === null ? {} : { order }), ...(aggregate === undefined ? {} : { aggregate }) };
      return [[name, { role, type, hierarchy: paths.get(name) ?? null, ...more, ...(left.length === 0 ? {} : { harmful: left }) }]];
    }),
  );
  return `${JSON.stringify({ columns, claim: file.claim, missing: file.missing, ...(why === '' ? {} : { failing: why }) }, null, 2)}\n`;
}
