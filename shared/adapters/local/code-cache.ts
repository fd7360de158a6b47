// Node keeps compiled code between runs, by default in the machine's temporary folder, and runs what it finds there. A folder that another user can
// write to or replace is therefore never used.
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { privateFolder, userFolders } from './user-folders.ts';

/** NODE_COMPILE_CACHE is the user's choice, which Node applies before this runs. */
export function enableCodeCache(env: NodeJS.ProcessEnv = process.env): void {
  if (env['NODE_COMPILE_CACHE'] || env['NODE_DISABLE_COMPILE_CACHE']) return;
  const folder = codeCacheFolder(join(userFolders(env).cache, 'code'));
  if (folder !== null) enableCompileCache(folder);
}

/** The folder, created if missing; null if others than its owner and root could change its content, or if it cannot be created. */
export function codeCacheFolder(wanted: string, user = process.getuid?.()): string | null {
  try {
    // Windows protects a user's folders by access lists.
    if (user === undefined) return privateFolder(wanted);
    const path = resolve(wanted);
    let there = path;
    while (!existsSync(there)) there = dirname(there);
    // Nothing is created in another user's folder, such as a home folder that sudo kept.
    if (!onlyChangedBy(user, there)) return null;
    privateFolder(path);
    const found = lstatSync(path);
    const own = found.isDirectory() && found.uid === user && (found.mode & 0o777) === 0o700;
    return own && onlyChangedBy(user, path) ? realpathSync(path) : null;
  } catch {
    return null;
  }
}

/** True if only the user and root can rename or replace the path or a folder above it, both as named and with links resolved. */
const onlyChangedBy = (user: number, path: string): boolean => [path, realpathSync(path)].every((each) => isOutOfReach(user, each));

function isOutOfReach(user: number, path: string): boolean {
  const found = lstatSync(path);
  if (found.uid !== user && found.uid !== 0) return false;
  // With the sticky bit, only the owners of the folder and of an entry can rename that entry.
  const kept = found.isSymbolicLink() || (found.mode & 0o022) === 0 || (found.mode & 0o1000) !== 0;
  const above = dirname(path);
  return kept && (above === path || isOutOfReach(user, above));
}
