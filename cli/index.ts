// The library: what the command line does, as functions with its types. Researchers script it.
import type { EliminateOptions, EliminateResult } from '../shared/app/eliminate.ts';
import type { AuditRequestInput } from '../shared/contracts/audit-request.ts';
import type { Attack } from '../shared/core/attack/attack.ts';
import { addAttack } from '../shared/core/attack/attacks.ts';
import type { DistanceTable } from '../shared/core/attack/table.ts';
import type { TableVerdict } from '../shared/core/attack/verdict.ts';
import type { CheckOptions, KmClaim, Violation } from '../shared/core/breach/check-release.ts';
import type { TableChoice } from '../shared/core/format/table/choice.ts';
import type { Warning } from '../shared/core/format/warnings.ts';
import { BadInput } from '../shared/core/model/bad-input.ts';
import type { Transaction } from '../shared/core/model/transaction.ts';
import type { Progress } from '../shared/ports/progress.ts';
import type { LocalAudit } from './audit/audit-files.ts';

export { eliminate } from '../shared/app/eliminate.ts';
export type {
  AuditRequestInput,
  CheckOptions,
  DistanceTable,
  EliminateOptions,
  EliminateResult,
  KmClaim as Claim,
  LocalAudit,
  Progress,
  TableChoice,
  TableVerdict,
  Transaction,
  Violation,
  Warning,
};
export { BadInput };

/** What `unveil check` finds wrong with a release, every violation with its place; none: the claim holds. */
export async function check(file: string, claim: KmClaim, options: CheckOptions = {}): Promise<Violation[]> {
  for (const [name, value] of Object.entries({ k: claim.k, m: claim.m })) {
    if (!Number.isSafeInteger(value) || value < 1) throw new BadInput(`${name} is a whole number from 1`);
  }
  const [{ checkClusters }, { openDisassociated }] = await Promise.all([
    import('../shared/kinds/disassociated/check/check-clusters.ts'),
    import('./open-disassociated.ts'),
  ]);
  return checkClusters((await openDisassociated(file)).release, claim, options);
}

export interface AuditOptions {
  /** Where the results go; by default `unveil-results/NAME` in the current folder, a name for each release. Results there are replaced. */
  readonly out?: string;
  readonly progress?: Progress;
}

/** A request whose `attacks` may hold attacks of the caller's own. */
export type LibraryRequest = Omit<AuditRequestInput, 'attacks'> & {
  readonly attacks?: readonly (NonNullable<AuditRequestInput['attacks']>[number] | OwnAttack)[] | undefined;
};

/** An attack on set-generalised releases: sees the distances of one generalised item at a time, and takes members out. */
export interface OwnAttack extends Omit<Attack, 'takes'> {
  /** Lower-case letters, digits and dashes; results call it `own:NAME`. */
  readonly name: string;
}

const TAKES = ['ratio', 'delta', 'seed'] as const;

/** Adds the attack to the table of attacks, under the name that results give it. */
function ownAttack({ name, version, summary, run }: OwnAttack): `own:${string}` {
  const own = `own:${name}` as const;
  addAttack({ name: own, version, summary, takes: TAKES, run });
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
  /** A sheet of a workbook. */
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
    import('../shared/app/read-release.ts'),
    import('../shared/adapters/local/file-bytes.ts'),
    import('../shared/adapters/node/gunzip.ts'),
    import('../shared/adapters/tables/table-files.ts'),
    import('./hierarchy-file.ts'),
  ]);
  const labels = hierarchy === undefined ? undefined : await readHierarchy(hierarchy);
  const opened = await readRelease(
    { name: file, bytes: await fileBytes(file) },
    { ...options, gunzip, tables: tableFiles, hierarchy: labels },
  );
  if (opened.kind === 'clusters') throw new BadInput('this is a disassociated release; it holds no transactions', { file });
  for await (const { id, items } of opened.transactions) yield id === undefined ? { items } : { id, items };
  for (const each of opened.warnings()) note?.(each);
}
