import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileDigest } from '../file-digest.ts';

export const VERSION: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;

/** Names audits by all that they depend on as far as it is in files: the request, what the files hold that it names, the version of unveil. */
export class AuditKeys {
  readonly #digests = new Map<string, Promise<string>>();

  async of(request: object): Promise<string> {
    const hash = createHash('sha256').update(`${VERSION}\n${JSON.stringify(request)}\n`);
    for (const path of pathsIn(request)) hash.update(`${path}\n${await this.#digestOf(path)}\n`);
    return hash.digest('hex');
  }

  /** A file that many audits name is read once. */
  #digestOf(path: string): Promise<string> {
    const known = this.#digests.get(path) ?? fileDigest(path);
    this.#digests.set(path, known);
    return known;
  }
}

/** Texts of a request that name a file which is there. Folders and sources by name are taken as they are called. */
function pathsIn(value: unknown): string[] {
  if (typeof value === 'string') return isAbsolute(value) && existsSync(value) && statSync(value).isFile() ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(pathsIn);
}
