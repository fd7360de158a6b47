import type { SourceFile } from '../../../app/read-release.ts';
import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { TableRolesFile } from '../../../contracts/table-roles.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import type { Relation } from '../../../core/relational/assess/rows-of-both.ts';
import type { ValueHierarchy } from '../../../core/relational/model/hierarchy.ts';
import type { TableRoles } from '../../../core/relational/model/roles.ts';
import type { Table } from '../../../core/relational/model/table.ts';
import type { Files } from '../../kind.ts';
import { joinBuckets } from './buckets.ts';
import { checkCells, checkHarmful, hierarchiesOf } from './hierarchies.ts';
import { openTable } from './open-table.ts';
import { namedRoles, parseRoles, rolesFor } from './roles.ts';

/** A table of people, with what its publisher says of it and what an attacker has beside it. */
export interface GivenTable {
  readonly table: Table;
  readonly roles: TableRolesFile;
  readonly hierarchies: ReadonlyMap<string, ValueHierarchy>;
  /** The bucket of each record, of a release in buckets. */
  readonly buckets: Int32Array | null;
  readonly original: Table | null;
  readonly external: Table | null;
  readonly other: { readonly table: Table; readonly relation: Relation } | null;
}

export async function openGiven({ release, original, reading, beside, nounGraph }: Files, request: AuditRequest): Promise<GivenTable> {
  const { gunzip, encoding } = reading;
  const open = async (path: string): Promise<Table> => openTable(await beside(path), gunzip, encoding);
  const path = rolesPath(request, release.name);
  const given = path === null ? null : parseRoles(await textOf(await beside(path)), path);
  // Its bytes are UTF-8 by now, whatever the file is written in.
  const opened = await openTable(release, gunzip);
  const values = request.buckets === undefined ? null : await open(request.buckets);
  const roles = claimed(given ?? namedRoles(opened, request.columns ?? {}, values?.columns ?? []), request.claim.k);
  const joined = request.buckets === undefined || values === null ? null : joinBuckets(opened, values, roles, request.buckets);
  const table = joined?.table ?? opened;
  const known = rolesFor(table, roles, path === null ? {} : { file: path });
  const external = request.external === undefined ? null : await open(request.external);
  checkStatements(request.statements ?? [], known, table, external);
  const files = new Map<string, string>();
  for (const hierarchy of hierarchyPaths(roles)) {
    const at = besidePath(path ?? '', hierarchy);
    files.set(hierarchy, await textOf(await beside(at), encoding));
  }
  const hierarchies = hierarchiesOf(known, [table], {
    text: (name) => files.get(name) ?? '',
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

/** Null: the request itself has the columns by role. */
function rolesPath({ roles, columns }: AuditRequest, file: string): string | null {
  if (roles !== undefined && columns !== undefined) throw new BadInput('either roles, or columns by role: not both', { file });
  if (roles === undefined && columns === undefined)
    throw new BadInput(
      'say what the columns of this table are: --roles roles.json (docs/tables.md has its form), or --quasi zip,age --sensitive disease',
      { file },
    );
  return roles ?? null;
}

/** A k of the request is one that is claimed too. */
const claimed = (roles: TableRolesFile, k: number | undefined): TableRolesFile =>
  k === undefined ? roles : { ...roles, claim: { ...roles.claim, k } };

/** What is said of a column, a value or a cell that is not there would be left out in silence. */
function checkStatements(
  statements: NonNullable<AuditRequest['statements']>,
  { columns }: TableRoles,
  table: Table,
  external: Table | null,
): void {
  const isOfPersons = (name: string): boolean => external?.columns.some((column) => column.name === name) ?? false;

  for (const [at, { column, where, value }] of statements.entries()) {
    const place = `statements.${at}`;
    if (columns.get(column)?.role !== 'sensitive') throw new BadInput(`${place}.column: "${column}" is no sensitive column of this table`);
    if (!(table.columns.find(({ name }) => name === column)?.values.includes(value) ?? false))
      throw new BadInput(`${place}.value: no record has this value of "${column}"`);
    const other = Object.keys(where).find((name) => columns.get(name)?.role !== 'quasi' && !isOfPersons(name));
    if (other !== undefined)
      throw new BadInput(`${place}.where: "${other}" is no quasi-identifier of this table, and no column of a register (--external)`);
  }
}

/** The hierarchies that are files. */
export const hierarchyPaths = ({ columns }: TableRolesFile): string[] =>
  Object.values(columns).flatMap(({ hierarchy }) =>
    hierarchy === null || hierarchy === 'wordnet' || hierarchy.startsWith('intervals:') ? [] : [hierarchy],
  );

/** A path that a file names is seen from the folder of that file. */
export const besidePath = (file: string, path: string): string =>
  path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) ? path : `${file.slice(0, file.lastIndexOf('/') + 1)}${path}`;

async function textOf({ name, bytes }: SourceFile, encoding?: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return textOfBytes(name, pieces, encoding);
}

/** UTF-8, and what is none in the encoding that was named. */
export function textOfBytes(file: string, pieces: readonly Uint8Array[], encoding?: string): string {
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
