// Node keeps compiled code between runs, by default in the machine's temporary folder. Node runs what it finds there, so a folder that another
// user can write to, or put in the place of ours, is never used.
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { privateFolder, userFolders } from './user-folders.ts';

/** A folder named in NODE_COMPILE_CACHE is the user's choice: Node uses it before this runs. */
export function enableCodeCache(env: NodeJS.ProcessEnv = process.env): void {
  if (env['NODE_COMPILE_CACHE'] || env['NODE_DISABLE_COMPILE_CACHE']) return;
  const folder = codeCacheFolder(join(userFolders(env).cache, 'code'));
  if (folder !== null) enableCompileCache(folder);
}

/** The folder, made if it is missing; null if anybody but its owner and root could change what is in it, or if it cannot be made. */
export function codeCacheFolder(wanted: string, user = process.getuid?.()): string | null {
  try {
    // Windows keeps others out of a user's folders by their access list.
    if (user === undefined) return privateFolder(wanted);
    const path = resolve(wanted);
    let there = path;
    while (!existsSync(there)) there = dirname(there);
    // Nothing is made in the folder of another user, such as a home folder that sudo kept.
    if (!onlyChangedBy(user, there)) return null;
    privateFolder(path);
    const found = lstatSync(path);
    const own = found.isDirectory() && found.uid === user && (found.mode & 0o777) === 0o700;
    return own && onlyChangedBy(user, path) ? realpathSync(path) : null;
  } catch {
    return null;
  }
}

/** Whether nobody but the user and root can rename or replace the path or a folder above it, as it is named and behind its links. */
const onlyChangedBy = (user: number, path: string): boolean => [path, realpathSync(path)].every((each) => isOutOfReach(user, each));

function isOutOfReach(user: number, path: string): boolean {
  const found = lstatSync(path);
  if (found.uid !== user && found.uid !== 0) return false;
  // In a folder with the sticky bit only its owner, and the owner of what is in it, can rename that.
  const kept = found.isSymbolicLink() || (found.mode & 0o022) === 0 || (found.mode & 0o1000) !== 0;
  const above = dirname(path);
  return kept && (above === path || isOutOfReach(user, above));
}
