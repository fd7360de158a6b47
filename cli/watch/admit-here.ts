import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import { insideFolder, MissingFile, namedBeside } from '../../shared/app/cloud/admit.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { parseRequest, pathsOf, type RawRequest, relocated, requestAsWritten } from '../audit/request.ts';
import { readTextFile } from '../read-text-file.ts';

/** What a drop may ask for: whoever can drop a file may be somebody else than who watches. */
export interface Allowed {
  readonly inbox: string;
  /** Live sources that may be asked. */
  readonly egress: readonly string[];
}

const NAMED = /^(?:wordnet|corpus:[A-Za-z0-9][A-Za-z0-9._-]*)$/;

/** The request of a folder, with paths that stay in it, as `unveil audit` reads it. A file that is not there yet is a `MissingFile`. */
export async function requestIn(folder: string, file: string, allowed: Allowed): Promise<RawRequest> {
  const path = join(folder, file);
  return admitted(parseRequest(requestAsWritten(path), path), { folder, file }, allowed);
}

/** Refuses what reaches out of the folder or the machine, be it named by the request or by a file that the request names. */
export async function admitted(
  request: AuditRequest,
  { folder, file }: { readonly folder: string; readonly file: string },
  { inbox, egress }: Allowed,
): Promise<RawRequest> {
  const inside = (path: string): void => {
    insideFolder(path.replaceAll('\\', '/'), file);
    if (!existsSync(join(folder, path))) throw new MissingFile(path);
    if (!realpathSync(join(folder, path)).startsWith(join(realpathSync(inbox), '/')))
      throw new BadInput('a file of a drop lies in the watched folder, and no link leads out of it', { file: path });
  };
  for (const path of pathsOf(request)) inside(path);
  const text = async (path: string): Promise<string> => {
    inside(path);
    return readTextFile(join(folder, path));
  };
  for (const path of await namedBeside(request, KINDS, text)) inside(path);
  for (const source of request.sources) {
    if (!NAMED.test(source) && !PROVIDERS.has(source))
      throw new BadInput('sources: a drop names a source, such as wordnet or corpus:NAME, and no path', { file });
    if (PROVIDERS.has(source) && !egress.includes(source))
      throw new BadInput(`sources: ${source} is a live source, and this watch does not allow it (--egress ${source})`, { file });
  }
  return relocated({ ...request }, folder);
}
