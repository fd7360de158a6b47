// The library: what the command line does, as functions with its types. Researchers script it.

import type { RequestInput } from '../shared/contracts/audit-request.ts';
import type { CheckedViolation } from '../shared/contracts/output/data.ts';
import type { Attack } from '../shared/core/attack/attack.ts';
import { addAttack } from '../shared/core/attack/attacks.ts';
import type { DistanceTable, TableVerdict } from '../shared/core/attack/table.ts';
import type { TableChoice } from '../shared/core/format/table/choice.ts';
import type { Warning } from '../shared/core/format/warnings.ts';
import { BadInput } from '../shared/core/model/bad-input.ts';
import type { Transaction } from '../shared/core/model/transaction.ts';
import type { AttackName } from '../shared/kinds/registry.ts';
import type { EliminateOptions, EliminateResult } from '../shared/pipeline/eliminate.ts';
import type { Progress } from '../shared/ports/progress.ts';
import type { LocalAudit } from './audit/audit-files.ts';

export { eliminate } from '../shared/pipeline/eliminate.ts';
export type {
  CheckedViolation as Violation,
  ClusterClaim as Claim,
  DistanceTable,
  EliminateOptions,
  EliminateResult,
  LocalAudit,
  Progress,
  TableChoice,
  TableVerdict,
  Transaction,
  Warning,
};
export { BadInput };

interface ClusterClaim {
  readonly k: number;
  readonly m: number;
}

export interface CheckOptions {
  readonly strict?: boolean;
}

/** Violations that `unveil check` finds in a release in clusters, each with its place; none: the claim holds. */
export async function check(file: string, claim: ClusterClaim, options: CheckOptions = {}): Promise<CheckedViolation[]> {
  for (const [name, value] of Object.entries({ k: claim.k, m: claim.m })) {
    if (!Number.isSafeInteger(value) || value < 1) throw new BadInput(`${name} is a whole number from 1`);
  }
  const [{ KINDS }, { OFFERS_OF }, { openFile }, { readersHere }] = await Promise.all([
    import('../shared/kinds/registry.ts'),
    import('../shared/kinds/offers.ts'),
    import('../shared/kit/read/read-release.ts'),
    import('./readers.ts'),
  ]);
  const readers = readersHere();
  const opened = await openFile(await readers.file(file), readers.reading);
  const kind = KINDS.find(({ holds, tells }) => holds === 'clusters' && tells(opened, { kind: 'auto' }).is === 'yes');
  if (kind === undefined) throw new BadInput('this is no release in clusters: wanted {"clusters":[...]}', { file, line: 1, column: 1 });
  const values = { m: String(claim.m), strict: options.strict === true };
  return [...(await OFFERS_OF[kind.name].check.run(opened, { k: claim.k, values }, readers)).json()] as CheckedViolation[];
}

export interface AuditOptions {
  /** Where the results go; by default `unveil-results/NAME` in the current folder, a name for each release. Results there are replaced. */
  readonly out?: string;
  readonly progress?: Progress;
}

type NamedAttack = AttackName | { readonly name: AttackName; readonly ratio?: number; readonly delta?: number };

/** `audit.json`, with the attacks by name. */
export type AuditRequestInput = Omit<RequestInput, 'attacks'> & { readonly attacks?: readonly NamedAttack[] | undefined };

/** A request whose `attacks` may hold attacks of the caller's own. */
export type LibraryRequest = Omit<AuditRequestInput, 'attacks'> & { readonly attacks?: readonly (NamedAttack | OwnAttack)[] | undefined };

/** An attack on set-generalised releases: sees the distances of one generalised item at a time, and takes members out. */
export interface OwnAttack extends Pick<Attack, 'version' | 'summary' | 'run'> {
  /** Lower-case letters, digits and dashes; results call it `own:NAME`. */
  readonly name: string;
}

/** Adds the attack to the table of attacks, under the name that results give it. */
function ownAttack({ name, version, summary, run }: OwnAttack): `own:${string}` {
  const own = `own:${name}` as const;
  addAttack({ name: own, version, summary, run });
  return own;
}

/**
 * `unveil audit` as a function: the request is what an audit.json holds, its paths relative to the current folder. What is
 * wrong with the request or a file is a `BadInput`.
 */
export async function audit(request: LibraryRequest, options: AuditOptions = {}): Promise<LocalAudit> {
  // Loaded here, so that `eliminate` alone needs none of it.
  const [{ auditFiles }, { withOwnOut }, { auditName: nameOf, parseRequest }] = await Promise.all([
    import('./audit/audit-files.ts'),
    import('./audit/default-out.ts'),
    import('./audit/request.ts'),
  ]);
  const attacks = request.attacks?.map((attack) => (typeof attack === 'object' && 'run' in attack ? ownAttack(attack) : attack));
  const parsed = parseRequest({ ...request, ...(attacks === undefined ? {} : { attacks }) });
  const name = nameOf(parsed);
  const silent = { step: () => {}, advance: () => {}, end: () => {} };
  const auditInto = (out: string) => auditFiles(parsed, { name, out, progress: options.progress ?? silent });
  return options.out === undefined ? withOwnOut(name, parsed.release, auditInto) : auditInto(options.out);
}

export interface ReadOptions {
  /** How a table is read where it could be read in more than one way, as the options of `unveil import` say it. */
  readonly table?: TableChoice;
  readonly sheet?: string;
  /** Of a file that is not UTF-8: `latin1`, `windows-1252`, `utf-16le`, ... */
  readonly encoding?: string;
  /** The file of a hierarchy, for a release with labels in the place of sets. */
  readonly hierarchy?: string;
  /** Told what was read otherwise than written, after the last transaction. */
  readonly note?: (note: Warning) => void;
}

/** `unveil import` as a function: the transactions of a file, one after the other, from any format that is read. */
export async function* readTransactions(file: string, { note, hierarchy, ...options }: ReadOptions = {}): AsyncGenerator<Transaction> {
  const [{ readRelease }, { fileBytes }, { gunzip }, { tableFiles }, { readHierarchy }] = await Promise.all([
    import('../shared/kit/read/read-release.ts'),
    import('../shared/adapters/local/file-bytes.ts'),
    import('../shared/adapters/node/gunzip.ts'),
    import('../shared/adapters/tables/table-files.ts'),
    import('./read-files.ts'),
  ]);
  const labels = hierarchy === undefined ? undefined : await readHierarchy(hierarchy);
  const opened = await readRelease(
    { name: file, bytes: await fileBytes(file) },
    { ...options, gunzip, tables: tableFiles, hierarchy: labels },
  );
  if (opened.kind === 'clusters') throw new BadInput('this is a release in clusters; it holds no transactions', { file });
  for await (const { id, items } of opened.transactions) yield id === undefined ? { items } : { id, items };
  for (const each of opened.warnings()) note?.(each);
}
