import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput } from '../../core/model/bad-input.ts';
import { bytesOf, openBelow } from './door.ts';

/** Written last: lists every result file with its hash. */
export const SUCCESS = '_SUCCESS.json';
/** Next to it after a later run to the same place failed. */
export const STALE_MARK = '_STALE.json';

interface ListedFile {
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The files that an audit wrote, by its own list. */
function listedFiles(folder: string): readonly ListedFile[] {
  const file = join(folder, SUCCESS);
  try {
    const { files } = JSON.parse(readFileSync(file, 'utf8')) as { readonly files?: unknown };
    if (Array.isArray(files) && files.every(isListed)) return files;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new BadInput('this list of results is damaged; remove its folder and run the audit again', { file });
}

const isListed = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'key' in value && typeof value.key === 'string' && 'sha256' in value;

/** SHA-256 of a result file; null if it is missing or a link. */
async function digestIn(folder: string, key: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const piece of bytesOf(openBelow(folder, key), key)) hash.update(piece);
  } catch (error) {
    if (error instanceof BadInput) return null;
    throw error;
  }
  return hash.digest('hex');
}

/** Throws BadInput if a listed file was changed or removed since the audit: all files, or those with these keys; by the audit's own list, or another. */
export async function mustBeUnchanged(
  folder: string,
  isAsked: (key: string) => boolean = () => true,
  listed: readonly Pick<ListedFile, 'key' | 'sha256'>[] = listedFiles(folder),
): Promise<void> {
  for (const { key, sha256 } of listed) {
    if (!isAsked(key)) continue;
    const found = await digestIn(folder, key);
    if (found === sha256) continue;
    const what = found === null ? 'this file of the results is gone' : 'this file was changed after the audit';
    throw new BadInput(`${what}; run the audit again`, { file: join(folder, key) });
  }
}

/** Files in a folder of results that no audit wrote. */
export function foreignIn(folder: string): string[] {
  const own = new Set([...listedFiles(folder).map(({ key }) => key), SUCCESS, STALE_MARK]);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((key) => !own.has(key));
}

/** Removes results and nothing else. Files of others are kept in a folder, whose name is returned. */
export function removeResults(folder: string, place: string): string | null {
  try {
    for (const { key } of listedFiles(folder)) rmSync(join(folder, key), { force: true });
    for (const name of [STALE_MARK, SUCCESS]) rmSync(join(folder, name), { force: true });
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
  }
  removeEmpty(folder);
  if (!existsSync(folder)) return null;
  let kept = `${place}.kept`;
  for (let number = 2; existsSync(kept); number += 1) kept = `${place}.kept-${number}`;
  renameSync(folder, kept);
  return kept;
}

function removeEmpty(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) removeEmpty(join(folder, entry.name));
  try {
    rmdirSync(folder);
  } catch {
    // Something else is in it.
  }
}
