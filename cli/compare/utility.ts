import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import { readOriginal, readRelease } from '../../shared/app/read-release.ts';
import type { ComparedUtility } from '../../shared/contracts/audit-comparison.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import type { Generalisation } from '../../shared/core/anonymise/generalisation.ts';
import { indexItems } from '../../shared/core/anonymise/item-index.ts';
import { utilityOf } from '../../shared/core/anonymise/utility/utility.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { type Entry, isGeneralised, type Transaction } from '../../shared/core/model/transaction.ts';
import { listedKind } from '../../shared/kinds/registry.ts';
import { parseRequest, readRequestFile } from '../audit/request.ts';
import { readHierarchy } from '../hierarchy-file.ts';
import { lossesAgainst } from '../tables/losses.ts';

/** A release as it lies on this machine, with the request that audits it. */
export interface ReleaseHere {
  readonly folder: string;
  readonly request: AuditRequest;
  readonly sha256: string;
}

/** An `audit.json`, or the folder that holds one, such as `unveil anonymise` makes. */
export async function releaseAt(path: string): Promise<ReleaseHere> {
  const file = /\.json$/i.test(path) ? path : join(path, 'audit.json');
  if (!existsSync(file)) throw new BadInput('there is no audit.json here', { file: path });
  const request = parseRequest(readRequestFile(file), file);
  const hash = createHash('sha256');
  for await (const piece of await fileBytes(request.release)) hash.update(piece);
  return { folder: dirname(file), request, sha256: hash.digest('hex') };
}

/** What the release costs its readers: as its maker wrote it down, else worked out anew. Null where it cannot be. `kind`: what it was audited as. */
export async function utilityAt({ folder, request }: ReleaseHere, kind: string): Promise<ComparedUtility | null> {
  return measured(join(folder, 'measures.json')) ?? (await recomputed(request, kind));
}

function measured(file: string): ComparedUtility | null {
  if (!existsSync(file)) return null;
  let found: unknown;
  try {
    found = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new BadInput('this is not JSON', { file }, { cause: error });
  }
  const { pairCountError, ncp } = (found ?? {}) as { readonly pairCountError?: unknown; readonly ncp?: unknown };
  if (typeof pairCountError !== 'number' && typeof ncp !== 'number') return null;
  const figure = (value: unknown): number | null => (typeof value === 'number' ? value : null);
  return { from: 'measures.json', pairCountError: figure(pairCountError), ncp: figure(ncp) };
}

/** Needs the original, and a release in which an item is published in one way everywhere; a table of people its hierarchies. */
async function recomputed(request: AuditRequest, kind: string): Promise<ComparedUtility | null> {
  if (request.original === undefined) return null;
  if (request.columns !== undefined) return null;
  if (request.roles !== undefined) {
    const { ncp } = await lossesAgainst(request.original, request.release, request.roles);
    return { from: 'recomputed', pairCountError: null, ncp };
  }
  if (listedKind(kind)?.holds !== 'transactions') return null;
  const reading = { gunzip, tables: tableFiles, encoding: request.encoding };
  const hierarchy = request.hierarchy === undefined ? undefined : await readHierarchy(request.hierarchy);
  const opened = await readRelease({ name: request.release, bytes: await fileBytes(request.release) }, { ...reading, hierarchy });
  if (opened.kind === 'clusters') return null;
  const published = new Map<string, Entry>();
  const sets = new Map<string, Entry>();
  for await (const { items } of opened.transactions) {
    for (const entry of items) {
      // Equal sets are one: the measures tell them by the array.
      const name = isGeneralised(entry) ? JSON.stringify([...entry].toSorted()) : '';
      const one = isGeneralised(entry) ? (sets.get(name) ?? entry) : entry;
      if (isGeneralised(one)) sets.set(name, one);
      for (const member of isGeneralised(one) ? one : [one]) {
        if (published.has(member) && published.get(member) !== one) return null;
        published.set(member, one);
      }
    }
  }
  const { transactions } = await readOriginal({ name: request.original, bytes: await fileBytes(request.original) }, reading);
  const originals: Transaction[] = [];
  for await (const transaction of transactions) originals.push(transaction);
  const index = indexItems(originals);
  const standsFor: Generalisation = new Map(index.names.map((name) => [name, published.get(name) ?? null]));
  const { pairCountError, ncp } = utilityOf(index, standsFor);
  return { from: 'recomputed', pairCountError, ncp };
}
