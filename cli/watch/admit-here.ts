import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import { namedBeside } from '../../shared/app/cloud/admit.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { parseRequest, pathsOf, type RawRequest, relocated, requestIn } from '../audit/request.ts';
import type { HeldDrop } from './held-drop.ts';

/** What a drop may ask for: whoever can drop a file may be somebody else than who watches. */
export interface Allowed {
  readonly inbox: string;
  /** Live sources that may be asked. */
  readonly egress: readonly string[];
}

const NAMED = /^(?:wordnet|corpus:[A-Za-z0-9][A-Za-z0-9._-]*)$/;

/** The request of a folder, on the copies of its files. A file that is not there yet is a `MissingFile`. */
export const admittedRequest = async (held: HeldDrop, file: string, allowed: Allowed): Promise<RawRequest> =>
  admitted(parseRequest(requestIn(held.text(file), file), file), file, held, allowed);

/** Refuses what reaches out of the folder or the machine, be it named by the request or by a file that the request names, and copies the rest. */
export async function admitted(request: AuditRequest, file: string, held: HeldDrop, { egress }: Allowed): Promise<RawRequest> {
  const named = pathsOf(request);
  for (const path of named) held.mustBeThere(path);
  const beside = await namedBeside(request, KINDS, async (path) => held.text(path));
  for (const path of beside) held.mustBeThere(path);
  for (const source of request.sources) {
    if (!NAMED.test(source) && !PROVIDERS.has(source))
      throw new BadInput('sources: a drop names a source, such as wordnet or corpus:NAME, and no path', { file });
    if (PROVIDERS.has(source) && !egress.includes(source))
      throw new BadInput(`sources: ${source} is a live source, and this watch does not allow it (--egress ${source})`, { file });
  }
  for (const path of [...named, ...beside]) await held.take(path);
  return relocated({ ...request }, held.folder);
}
