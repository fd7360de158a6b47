import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import { insideFolder, MissingFile } from '../../shared/app/cloud/admit.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { isNamedVectors } from '../../shared/contracts/sources.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { parseRequest, type RawRequest, relocated, requestAsWritten } from '../audit/request.ts';

/** What a drop may ask for: whoever can drop a file may be somebody else than who watches. */
export interface Allowed {
  readonly inbox: string;
  /** Live sources that may be asked. */
  readonly egress: readonly string[];
}

const NAMED = /^(?:wordnet|corpus:[A-Za-z0-9][A-Za-z0-9._-]*)$/;
const PATHS = ['release', 'original', 'labels', 'hierarchy', 'texts'] as const;

/** The request of a folder, with paths that stay in it, as `unveil audit` reads it. A file that is not there yet is a `MissingFile`. */
export function requestIn(folder: string, file: string, allowed: Allowed): RawRequest {
  const path = join(folder, file);
  return admitted(parseRequest(requestAsWritten(path), path), { folder, file }, allowed);
}

/** Refuses what reaches out of the folder or the machine. */
export function admitted(
  request: AuditRequest,
  { folder, file }: { readonly folder: string; readonly file: string },
  { inbox, egress }: Allowed,
): RawRequest {
  const { claim, embeddings, sources } = request;
  const files = [...PATHS.map((key) => request[key]), claim.privacyConstraints, claim.utilityConstraints];
  for (const path of [...files, embeddings !== undefined && isNamedVectors(embeddings) ? undefined : embeddings]) {
    if (typeof path !== 'string') continue;
    insideFolder(path.replaceAll('\\', '/'), file);
    if (!existsSync(join(folder, path))) throw new MissingFile(path);
    if (!realpathSync(join(folder, path)).startsWith(join(realpathSync(inbox), '/')))
      throw new BadInput('a file of a drop lies in the watched folder, and no link leads out of it', { file: path });
  }
  for (const source of sources) {
    if (!NAMED.test(source) && !PROVIDERS.has(source))
      throw new BadInput('sources: a drop names a source, such as wordnet or corpus:NAME, and no path', { file });
    if (PROVIDERS.has(source) && !egress.includes(source))
      throw new BadInput(`sources: ${source} is a live source, and this watch does not allow it (--egress ${source})`, { file });
  }
  return relocated({ ...request }, folder);
}
