import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { mustBeUnchanged } from '../../shared/adapters/local/manifest.ts';
import { type ResultRow, resultRows } from '../../shared/adapters/tables/result-rows.ts';
import { AUDITS } from '../../shared/contracts/audit-tables.ts';
import type { ResultTable } from '../../shared/contracts/table.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { identityIn } from '../../shared/pipeline/identity/audit-identity.ts';
import { isPartOf, resultFolders, tableParts } from '../query/result-files.ts';

/** The folder of a finished audit with the one row that its table `audits` holds. */
interface FinishedAudit<Name extends string = string> {
  readonly folder: string;
  readonly row: ResultRow<Name>;
}

const IDENTITY = [
  'name',
  'kind',
  'transactions',
  'release_sha256',
  'original_sha256',
  'request_hash',
  'sources',
  'seed',
  'unveil_version',
  'started',
  'seconds',
  'notices',
  'k',
  'm',
  'claim_holds',
  'groups',
] as const;
export type AuditRow = FinishedAudit<(typeof IDENTITY)[number]> & { readonly auditId: string };

export async function auditsUnder(root: string): Promise<AuditRow[]> {
  const found: AuditRow[] = [];
  for (const folder of resultFolders(root)) found.push(...(await auditIn(folder)));
  return found;
}

/** By the folder of its results, its name, or the beginning of its id. */
export async function findAudit(wanted: string, root: string): Promise<AuditRow> {
  if (existsSync(join(wanted, '_SUCCESS.json'))) {
    const [audit] = await auditIn(wanted);
    if (audit === undefined) throw new BadInput('these results hold no row of the table "audits"', { file: wanted });
    return audit;
  }
  const fitting = (await auditsUnder(root)).filter(
    ({ row, auditId, folder }) => row.name === wanted || basename(folder) === wanted || auditId.startsWith(identityIn(wanted)),
  );
  const [first, another] = fitting;
  if (first === undefined) throw new BadInput(`no audit here is called "${wanted}", and no id begins so`, { file: root });
  if (another !== undefined)
    throw new BadInput(
      `"${wanted}" is the name of ${fitting.length} audits: ${fitting
        .slice(0, 5)
        .map(({ folder }) => folder)
        .join(', ')}; name the folder`,
    );
  return first;
}

async function auditIn(folder: string): Promise<AuditRow[]> {
  const audits: AuditRow[] = [];
  for await (const row of tableRows(folder, AUDITS, IDENTITY)) audits.push({ folder, row, auditId: idOf(folder) });
  return audits;
}

/** The partition names it. */
function idOf(folder: string): string {
  const [file = ''] = tableParts([folder], AUDITS.name);
  return /audit_id=([^/\\]+)/.exec(file)?.[1] ?? '';
}

/** All rows of a table of one audit, part after part, when they are as the audit wrote them. */
export async function* tableRows<Name extends string>(
  folder: string,
  table: ResultTable,
  columns: readonly Name[],
): AsyncGenerator<ResultRow<Name>> {
  await mustBeUnchanged(folder, isPartOf(table.name));
  for (const file of tableParts([folder], table.name).toSorted()) {
    const pieces: Uint8Array[] = [];
    for await (const piece of await fileBytes(file)) pieces.push(piece);
    yield* resultRows(Buffer.concat(pieces), { table, columns, file });
  }
}
