import { statSync } from 'node:fs';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import { readRelease } from '../../shared/app/read-release.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { grouped } from '../../shared/core/findings/figure-text.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { isGeneralised } from '../../shared/core/model/transaction.ts';
import type { Terminal } from '../command.ts';
import { keptNames } from './kept-codes.ts';
import { recognisedCodes } from './recognised.ts';

/** The request with the labels of the code system that its items are of, where one was added that knows them. */
export async function withCodes(request: AuditRequest, terminal: Terminal): Promise<AuditRequest> {
  const isFile = isPlainFile(request.release);
  if (request.labels !== undefined || request.hierarchy !== undefined || !isFile || keptNames().length === 0) return request;
  const items = await itemsOf(request);
  const codes = items === null ? null : recognisedCodes(items);
  if (items === null || codes === null) return request;
  terminal.err.write(
    `unveil: ${grouped(codes.labels.size)} of ${grouped(items.size)} items are codes of ${codes.name}; it gives their meaning\n`,
  );
  return { ...request, labels: `codes:${codes.name}` };
}

/** What is wrong with it else is said by who reads it. */
function isPlainFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The distinct items of a file of transactions; null of anything else, whose reader says what is wrong with it. */
async function itemsOf({ release, encoding }: AuditRequest): Promise<ReadonlySet<string> | null> {
  try {
    const opened = await readRelease({ name: release, bytes: await fileBytes(release) }, { gunzip, tables: tableFiles, encoding });
    if (opened.kind === 'clusters') {
      for await (const _ of opened.bytes) break;
      return null;
    }
    const items = new Set<string>();
    for await (const { items: entries } of opened.transactions)
      for (const entry of entries) for (const item of isGeneralised(entry) ? entry : [entry]) items.add(item);
    return items;
  } catch (error) {
    if (error instanceof BadInput) return null;
    throw error;
  }
}
