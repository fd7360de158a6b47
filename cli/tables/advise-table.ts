import { join } from 'node:path';
import { wordnetNouns } from '../../shared/adapters/local/wordnet-nouns.ts';
import { type Advised, advise, STEPS_BESIDE } from '../../shared/app/advise/advise.ts';
import { afterAudit } from '../../shared/app/advise/after-audit.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import type { TableRolesFile } from '../../shared/contracts/table-roles.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { classText } from '../../shared/core/relational/assess/class-text.ts';
import { checkK, type KnownTable, knownTable } from '../../shared/core/relational/check/check-table.ts';
import { lossesOfRecoding } from '../../shared/core/relational/loss/losses-of-recoding.ts';
import type { Table } from '../../shared/core/relational/model/table.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { advisingOf } from '../../shared/kinds/relational/advise/advising.ts';
import { changesOf } from '../../shared/kinds/relational/advise/changes.ts';
import { namingClasses, released, surestIn, type TableDraft } from '../../shared/kinds/relational/advise/moves.ts';
import { checkCells, hierarchiesOf } from '../../shared/kinds/relational/read/hierarchies.ts';
import { besidePath } from '../../shared/kinds/relational/read/open.ts';
import { namedRoles, parseRoles, rolesFor } from '../../shared/kinds/relational/read/roles.ts';
import type { Progress } from '../../shared/ports/progress.ts';
import type { Suggestion } from '../advise/suggest.ts';
import type { Target } from '../advise/target.ts';
import { writeAdvice } from '../advise/write-advice.ts';
import { type AuditHome, auditFilesOf } from '../audit/audit-files.ts';
import { parseRequest, relocated } from '../audit/request.ts';
import { recordIdsOf } from '../compare/record-ids.ts';
import { writeAtomically } from '../write-atomically.ts';
import { claimMeasures, releaseFiles } from './anonymise-table.ts';
import { tableAt, textAt } from './table-options.ts';

interface AdviseOnTable {
  readonly request: AuditRequest;
  /** The table that the release was made from. */
  readonly original: string;
  readonly target: Target;
  readonly mostLoss: number | null;
  readonly rounds: number;
  readonly attacks: number;
}

interface Given {
  readonly file: TableRolesFile;
  readonly original: KnownTable;
  readonly given: TableDraft;
  readonly external: Table | null;
  readonly notices: readonly string[];
}

export const isTable = ({ roles, columns }: AuditRequest): boolean => roles !== undefined || columns !== undefined;

/** The audit of the result. */
const AUDIT_STEPS = 1;

/** Advises on a table of people; all that is written goes to one folder, which is the caller's to publish or to remove. */
export async function adviseOnTable(
  { request, original: path, target: { people: target, certainty }, mostLoss, rounds, attacks }: AdviseOnTable,
  { folder, progress, ...heard }: { readonly folder: string } & Pick<AuditHome, 'progress' | 'failed'>,
): Promise<Advised<TableDraft, null>> {
  const { file, original, given, external, notices } = await givenOf(request, path);
  progress.plan?.(rounds + STEPS_BESIDE + AUDIT_STEPS);
  try {
    const { seed } = request;
    const advised = await advise(
      { certainty, target, mostLoss, rounds, seed },
      advisingOf({ original, given, external, certainty, target, seed, attacks, step: (name) => progress.step(name, null) }),
    );
    progress.step('audit the result', null);
    const { release, origin, how } = advised.chosen.draft;
    await writeTable(folder, { file, original, draft: advised.chosen.draft, request });
    const whole = { ...parseRequest(relocated(requestToWrite(request, origin !== null), folder)), external: request.external };
    const parts: Progress = { ...progress, step: (name, total) => progress.part?.(name, total), end: () => {} };
    const { outcome } = await auditFilesOf(KINDS, whole, { name: 'advised', out: join(folder, 'audit'), progress: parts, ...heard });
    const advice = afterAudit({ ...advised.advice, notices: [...notices, ...advised.advice.notices] }, outcome.conclusion.findings);
    const measures = { method: how, ...claimMeasures(original), records: original.table.rows, ...lossesOfRecoding(original, release) };
    await writeAdvice(folder, { advice, measures, changes: changesOf(advised.given, advised.chosen, certainty) });
    return { ...advised, advice };
  } finally {
    progress.end();
  }
}

/** From a release alone: which classes betray, and what. */
export async function suggestOnTable(request: AuditRequest, certainty: number): Promise<Suggestion[]> {
  const { file, path } = await rolesOf(request, await tableAt(request.release, request.encoding));
  const table = await tableAt(request.release, request.encoding);
  const roles = rolesFor(table, file, path);
  const known = knownTable(table, roles, hierarchiesAt(request, roles, table));
  return namingClasses(known, certainty)
    .map((group) => {
      const cells = classText(known.quasi, known.classes.members[known.classes.starts[group] as number] as number);
      const size = known.classes.sizes[group] as number;
      return { members: [cells], named: size, transactions: size, withhold: surestIn(known, group).value };
    })
    .toSorted((a, b) => b.named - a.named);
}

async function givenOf(request: AuditRequest, path: string): Promise<Given> {
  if (request.buckets !== undefined)
    throw new BadInput('advice is for classes of equal quasi-identifiers; of buckets it knows no safer ones', { file: request.release });
  const [release, asked] = [await tableAt(request.release, request.encoding), await tableAt(path, request.encoding)];
  const aligned = request.original === undefined ? null : await tableAt(request.original, request.encoding);
  if (aligned !== null && recordIdsOf(aligned).all !== recordIdsOf(asked).all)
    throw new BadInput('this does not hold the records of the original that the release names', { file: path });
  const table = aligned ?? asked;
  if (table.rows < release.rows)
    throw new BadInput(`the release has ${release.rows} records, this only ${table.rows}: it was not made from them`, { file: path });
  const { file, path: place } = await rolesOf(request, release);
  const notices: string[] = [];
  // Whatever the release leaves out names people.
  const others = table.columns.filter(({ name }) => !Object.hasOwn(file.columns, name));
  const columns = {
    ...file.columns,
    ...Object.fromEntries(others.map(({ name }) => [name, { role: 'identifier', hierarchy: null } as const])),
  };
  const roles = rolesFor(table, { ...file, columns }, place);
  const hierarchies = hierarchiesAt(request, roles, table);
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
    external: request.external === undefined ? null : await tableAt(request.external, request.encoding),
    notices,
  };
}

async function rolesOf({ roles, columns }: AuditRequest, release: Table) {
  if (roles === undefined) return { file: namedRoles(release, columns ?? {}), path: {} };
  return { file: parseRoles(textAt(roles), roles), path: { file: roles } };
}

const hierarchiesAt = ({ roles: path = '', encoding }: AuditRequest, roles: KnownTable['roles'], table: Table) =>
  hierarchiesOf(roles, [table], { text: (name) => textAt(besidePath(path, name), encoding), nouns: wordnetNouns });

/** What `audit.json` of the new release says. */
const requestToWrite = ({ sources, egress, seed, statements }: AuditRequest, hasOriginal: boolean) => ({
  release: 'release.csv',
  kind: 'relational',
  roles: 'roles.json',
  ...(hasOriginal ? { original: 'original.csv' } : {}),
  sources,
  egress,
  seed,
  ...(statements === undefined ? {} : { statements }),
});

/** As `unveil anonymise` writes a release. */
async function writeTable(
  folder: string,
  { file, original, draft, request }: Pick<Given, 'file' | 'original'> & { readonly draft: TableDraft; readonly request: AuditRequest },
): Promise<void> {
  const { origin, release } = draft;
  const published = new Set(origin);
  const suppressed = Array.from({ length: original.table.rows }, (_, record) => record).filter((record) => !published.has(record));
  const made = { table: release.table, origin: origin ?? new Int32Array(0), suppressed, buckets: null, details: {} };
  for (const { name, pieces } of releaseFiles(original, made, file, ''))
    if (name !== 'original.csv' || origin !== null) await writeAtomically(join(folder, name), pieces);
  await writeAtomically(join(folder, 'audit.json'), [`${JSON.stringify(requestToWrite(request, origin !== null), null, 2)}\n`]);
}
