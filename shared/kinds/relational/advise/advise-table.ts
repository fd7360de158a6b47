import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { TableRolesFile } from '../../../contracts/table-roles.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { advise } from '../../../kit/advise/advise.ts';
import type { Advise, Readers } from '../../../kit/offers.ts';
import { checkK, type KnownTable, knownTable } from '../core/check/check-table.ts';
import { lossesOfRecoding } from '../core/loss/losses.ts';
import type { Table } from '../core/model/table.ts';
import { classText } from '../core/model/table.ts';
import { claimMeasures, releaseFiles } from '../make/make-table.ts';
import { knowledgeIn } from '../measure/assess.ts';
import { recordIdsOf } from '../measure/compared.ts';
import { checkCells } from '../read/hierarchies.ts';
import { tableAt } from '../read/known-table.ts';
import { hierarchiesBeside, textIn } from '../read/open.ts';
import { namedRoles, parseRoles, rolesFor } from '../read/roles.ts';
import { advisingOf, changesOf } from './advising.ts';
import type { AttackerKnowledge } from './attack.ts';
import { namingClasses, released, surestIn, type TableDraft } from './moves.ts';

interface Given {
  readonly file: TableRolesFile;
  readonly original: KnownTable;
  readonly given: TableDraft;
  readonly knowledge: AttackerKnowledge;
  readonly notices: readonly string[];
}

export const saferTable: Advise['safer'] = async (
  { request, original: path, target: { people: target, certainty }, mostLoss, rounds, attacks },
  { progress, ...readers },
) => {
  const { file, original, given: start, knowledge, notices } = await givenOf(request, path, readers);
  const { seed } = request;
  const { advice, given, chosen } = await advise(
    { certainty, target, mostLoss, rounds, seed },
    advisingOf({ original, given: start, knowledge, certainty, target, seed, attacks, step: (name) => progress.step(name, null) }),
  );
  const { release, origin, how } = chosen.draft;
  return {
    advice: { ...advice, notices: [...notices, ...advice.notices] },
    changes: changesOf(given, chosen, certainty),
    files: filesOf(original, chosen.draft, file),
    request: requestToWrite(request, origin !== null),
    measures: { method: how, ...claimMeasures(original), records: original.table.rows, ...lossesOfRecoding(original, release) },
    audited: { external: request.external, otherRelease: request.otherRelease, statements: request.statements },
  };
};

/** From a release alone: which classes betray, and what. */
export const suggestOnTable: NonNullable<Advise['suggest']> = async (request, certainty, readers) => {
  const table = await tableAt(request.release, readers);
  const { file, path } = await rolesOf(request, table, readers);
  const roles = rolesFor(table, file, path);
  const known = knownTable(table, roles, await hierarchiesAt(request, roles, table, readers));
  return namingClasses(known, certainty)
    .map((group) => {
      const cells = classText(known.quasi, known.classes.members[known.classes.starts[group]]);
      const size = known.classes.sizes[group];
      return { members: [cells], named: size, transactions: size, withhold: surestIn(known, group).value };
    })
    .toSorted((a, b) => b.named - a.named);
};

async function givenOf(request: AuditRequest, path: string, readers: Readers): Promise<Given> {
  if (request.buckets !== undefined)
    throw new BadInput('advice is for classes of equal quasi-identifiers; of buckets it knows no safer ones', { file: request.release });
  const [release, asked] = [await tableAt(request.release, readers), await tableAt(path, readers)];
  const aligned = request.original === undefined ? null : await tableAt(request.original, readers);
  if (aligned !== null && recordIdsOf(aligned).all !== recordIdsOf(asked).all)
    throw new BadInput('this does not hold the records of the original that the release names', { file: path });
  const table = aligned ?? asked;
  if (table.rows < release.rows)
    throw new BadInput(`the release has ${release.rows} records, this only ${table.rows}: it was not made from them`, { file: path });
  const { file, path: place } = await rolesOf(request, release, readers);
  const notices: string[] = [];
  // Whatever the release leaves out names people.
  const others = table.columns.filter(({ name }) => !Object.hasOwn(file.columns, name));
  const columns = {
    ...file.columns,
    ...Object.fromEntries(others.map(({ name }) => [name, { role: 'identifier', hierarchy: null } as const])),
  };
  const roles = rolesFor(table, { ...file, columns }, place);
  const hierarchies = await hierarchiesAt(request, roles, table, readers);
  let original = knownTable(table, roles, hierarchies);
  let known = released(original, release);
  checkCells(known.roles, release, hierarchies);
  if (known.sensitive.length === 0) throw new BadInput('no column is sensitive: nothing is hidden that a safer release could hide', place);
  const { claim } = roles;
  if (request.claim.k !== undefined || claim.k === undefined) {
    const k = request.claim.k ?? checkK(known.classes, null).reached ?? 1;
    if (request.claim.k === undefined) notices.push(`no k was claimed: ${k} is kept, which is what the smallest class has`);
    original = { ...original, roles: { ...roles, claim: { ...claim, k } } };
    known = released(original, release);
  }
  if (aligned === null)
    notices.push(
      'the request names no original in the order of the release: who is who in it is not known, so its classes cannot be merged',
    );
  const origin = aligned === null ? null : Int32Array.from({ length: release.rows }, (_, row) => row);
  return {
    file: { ...file, claim: original.roles.claim } as TableRolesFile,
    original,
    given: { release: known, origin, how: 'as given' },
    knowledge: {
      ...knowledgeIn(request),
      external: request.external === undefined ? null : await tableAt(request.external, readers),
      other:
        request.otherRelease === undefined
          ? null
          : { table: await tableAt(request.otherRelease.file, readers), relation: request.otherRelease.relation },
    },
    notices,
  };
}

async function rolesOf({ roles, columns }: AuditRequest, release: Table, { file }: Readers) {
  if (roles === undefined) return { file: namedRoles(release, columns ?? {}), path: {} };
  return { file: parseRoles(await textIn(await file(roles)), roles), path: { file: roles } };
}

const hierarchiesAt = ({ roles: path = '' }: AuditRequest, roles: KnownTable['roles'], table: Table, { file, reading, nouns }: Readers) =>
  hierarchiesBeside(roles, table, path, { text: async (name) => textIn(await file(name), reading.encoding), nouns });

const requestToWrite = ({ sources, egress, seed, statements }: AuditRequest, hasOriginal: boolean) => ({
  release: 'release.csv',
  kind: 'relational',
  roles: 'roles.json',
  ...(hasOriginal ? { original: 'original.csv' } : {}),
  sources,
  egress,
  seed,
  ...(statements === undefined ? {} : { statements: statements.filter((each) => 'column' in each) }),
});

/** As `unveil anonymise` writes a release. */
function filesOf(original: KnownTable, { origin, release }: TableDraft, file: TableRolesFile) {
  const published = new Set(origin);
  const suppressed = Array.from({ length: original.table.rows }, (_, record) => record).filter((record) => !published.has(record));
  const made = { table: release.table, origin: origin ?? new Int32Array(0), suppressed, buckets: null, details: {} };
  return releaseFiles(original, made, file, '').filter(({ name }) => name !== 'original.csv' || origin !== null);
}
