import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { TableRolesFile } from '../../../contracts/table-roles.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import type { NounGraph } from '../../../core/text/noun-graph.ts';
import type { Files } from '../../../kit/kind.ts';
import { openBytes } from '../../../kit/read/open-bytes.ts';
import type { OpenedFile, SourceFile } from '../../../kit/read/read-release.ts';
import type { Gunzip } from '../../../ports/gunzip.ts';
import type { Relation } from '../core/assess/link-findings.ts';
import type { ValueHierarchy } from '../core/model/hierarchy.ts';
import type { TableRoles } from '../core/model/roles.ts';
import type { Table } from '../core/model/table.ts';
import { TableReader } from '../core/read/table-reader.ts';
import { joinBuckets } from './buckets.ts';
import { checkCells, checkHarmful, hierarchiesOf } from './hierarchies.ts';
import { namedRoles, parseRoles, rolesFor } from './roles.ts';

/** A table of people with its roles and the attacker's knowledge. */
export interface GivenTable {
  readonly table: Table;
  readonly roles: TableRolesFile;
  readonly hierarchies: ReadonlyMap<string, ValueHierarchy>;
  /** Bucket of each record, if the release is in buckets. */
  readonly buckets: Int32Array | null;
  readonly original: Table | null;
  readonly external: Table | null;
  readonly other: { readonly table: Table; readonly relation: Relation } | null;
}

export async function openGiven({ release, original, reading, beside, nounGraph }: Files, request: AuditRequest): Promise<GivenTable> {
  const { gunzip, encoding } = reading;
  const open = async (path: string): Promise<Table> => openTable(await beside(path), gunzip, encoding);
  const path = rolesPath(request, release.name);
  const given = path === null ? null : parseRoles(await textIn(await beside(path)), path);
  // The bytes were already converted to UTF-8.
  const opened = await openTable(release, gunzip);
  const values = request.buckets === undefined ? null : await open(request.buckets);
  const roles = claimed(given ?? namedRoles(opened, request.columns ?? {}, values?.columns ?? []), request.claim.k);
  const joined = request.buckets === undefined || values === null ? null : joinBuckets(opened, values, roles, request.buckets);
  const table = joined?.table ?? opened;
  const known = rolesFor(table, roles, path === null ? {} : { file: path });
  const external = request.external === undefined ? null : await open(request.external);
  checkStatements(request, known, table, external);
  const hierarchies = await hierarchiesBeside(known, table, path ?? '', {
    text: async (at) => textIn(await beside(at), encoding),
    nouns: () => {
      if (nounGraph !== undefined) return nounGraph();
      throw new BadInput('a hierarchy of WordNet is made on your own machine: unveil anonymise writes it as a file beside its release', {
        file: path ?? release.name,
      });
    },
  });
  checkCells(known, table, hierarchies);
  checkHarmful(known, table, hierarchies);
  const { otherRelease } = request;
  return {
    table,
    roles,
    hierarchies,
    buckets: joined?.of ?? null,
    original: original === null ? null : await openTable(original, gunzip, encoding),
    external,
    other: otherRelease === undefined ? null : { table: await open(otherRelease.file), relation: otherRelease.relation },
  };
}

/** Hierarchies that roles name, as paths seen from the folder of the roles. */
export async function hierarchiesBeside(
  roles: TableRoles,
  table: Table,
  path: string,
  { text, nouns }: { readonly text: (path: string) => Promise<string>; readonly nouns: () => NounGraph },
): Promise<ReadonlyMap<string, ValueHierarchy>> {
  const files = new Map<string, string>();
  const named = [...roles.columns.values()].flatMap(({ hierarchy }) => (hierarchy !== null && isFile(hierarchy) ? [hierarchy] : []));
  for (const name of named) files.set(name, await text(besidePath(path, name)));
  return hierarchiesOf(roles, [table], { text: (name) => files.get(name) ?? '', nouns });
}

/** Null: the request names the columns by role. */
function rolesPath({ roles, columns }: AuditRequest, file: string): string | null {
  if (roles !== undefined && columns !== undefined) throw new BadInput('either roles, or columns by role: not both', { file });
  if (roles === undefined && columns === undefined)
    throw new BadInput(
      'say what the columns of this table are: --roles roles.json (docs/tables.md has its form), or --quasi zip,age --sensitive disease',
      { file },
    );
  return roles ?? null;
}

/** Adds the k of the request to the claim. */
const claimed = (roles: TableRolesFile, k: number | undefined): TableRolesFile =>
  k === undefined ? roles : { ...roles, claim: { ...roles.claim, k } };

/** Throws for statements on columns, values or cells that do not exist: they would silently have no effect. */
function checkStatements(
  { statements = [], otherRelease }: AuditRequest,
  { columns }: TableRoles,
  table: Table,
  external: Table | null,
): void {
  const isOfPersons = (name: string): boolean => external?.columns.some((column) => column.name === name) ?? false;
  const isTimed = otherRelease?.relation === 'earlier' || otherRelease?.relation === 'later';
  for (const [at, each] of statements.entries()) {
    const place = `statements.${at}`;
    if ('moved' in each) {
      if (!isTimed || external === null)
        throw new BadInput(
          `${place}: who joined, left or stayed needs an earlier or later release (--other-release FILE=earlier) and a register (--external)`,
        );
    } else {
      const { column, value } = each;
      if (columns.get(column)?.role !== 'sensitive')
        throw new BadInput(`${place}.column: "${column}" is no sensitive column of this table`);
      if (!(table.columns.find(({ name }) => name === column)?.values.includes(value) ?? false))
        throw new BadInput(`${place}.value: no record has this value of "${column}"`);
    }
    const other = Object.keys(each.where).find((name) => columns.get(name)?.role !== 'quasi' && !isOfPersons(name));
    if (other !== undefined)
      throw new BadInput(`${place}.where: "${other}" is no quasi-identifier of this table, and no column of a register (--external)`);
  }
}

export const hierarchyPaths = ({ columns }: TableRolesFile): string[] =>
  Object.values(columns).flatMap(({ hierarchy }) => (hierarchy !== null && isFile(hierarchy) ? [hierarchy] : []));

const isFile = (hierarchy: string): boolean => hierarchy !== 'wordnet' && !hierarchy.startsWith('intervals:');

/** Resolves a path relative to the file that names it. */
export const besidePath = (file: string, path: string): string =>
  path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) ? path : `${file.slice(0, file.lastIndexOf('/') + 1)}${path}`;

export async function textIn({ name, bytes }: SourceFile, encoding?: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return textOfBytes(name, pieces, encoding);
}

/** Decodes UTF-8, or the named encoding. */
function textOfBytes(file: string, pieces: readonly Uint8Array[], encoding?: string): string {
  const decoded = (name: string): string => {
    const decoder = new TextDecoder(name, { fatal: true });
    return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
  };
  try {
    return decoded('utf-8');
  } catch (error) {
    if (encoding === undefined)
      throw new BadInput(
        'this is not UTF-8 text; save it as UTF-8, or say what it is: --encoding windows-1252',
        { file },
        { cause: error },
      );
  }
  try {
    return decoded(encoding);
  } catch (error) {
    throw new BadInput(`this is neither UTF-8 nor ${encoding} text`, { file }, { cause: error });
  }
}

/** Opens a table of people, gzipped or not. Memory: 4 bytes a cell. */
export async function openTable(file: SourceFile, gunzip: Gunzip, encoding?: string): Promise<Table> {
  return openedTable({ name: file.name, ...(await openBytes(file, gunzip, { encoding, elements: true })) });
}

export async function openedTable({ name, bytes, table }: OpenedFile): Promise<Table> {
  if (table !== null) throw new BadInput('workbooks and Parquet are not read as tables of people; save it as CSV', { file: name });
  const reader = new TableReader(name);
  for await (const piece of bytes) reader.push(piece);
  return reader.end();
}
