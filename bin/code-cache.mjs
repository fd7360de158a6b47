// Plain JavaScript, like node24.mjs. Node keeps compiled code between runs, by default in the machine's temporary folder, and runs what it finds there. A
// folder that another user can write to or replace is therefore never used.
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import module from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { privateFolder, userFolders } from './user-folders.mjs';

/** NODE_COMPILE_CACHE is the user's choice, which Node applies before this runs. */
export function enableCodeCache(env = process.env) {
  if (env['NODE_COMPILE_CACHE'] || env['NODE_DISABLE_COMPILE_CACHE']) return;
  const folder = codeCacheFolder(join(userFolders(env).cache, 'code'));
  if (folder !== null) module.enableCompileCache(folder);
}

/** The same for a process that is started and may not look for the folder itself: the folder, or null. */
export function codeCacheOf(env = process.env) {
  if (env['NODE_DISABLE_COMPILE_CACHE']) return null;
  return env['NODE_COMPILE_CACHE'] || codeCacheFolder(join(userFolders(env).cache, 'code'));
}

/**
 * The folder, created if missing; null if others than its owner and root could change its content, or if it cannot be created.
 *
 * @param {string} wanted
 * @returns {string | null}
 */
export function codeCacheFolder(wanted, user = process.getuid?.()) {
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

/**
 * True if only the user and root can rename or replace the path or a folder above it, both as named and with links resolved.
 *
 * @returns {boolean}
 */
const onlyChangedBy = (/** @type {number} */ user, /** @type {string} */ path) =>
  [path, realpathSync(path)].every((each) => isOutOfReach(user, each));

/** @returns {boolean} */
function isOutOfReach(/** @type {number} */ user, /** @type {string} */ path) {
  const found = lstatSync(path);
  if (found.uid !== user && found.uid !== 0) return false;
  // With the sticky bit, only the owners of the folder and of an entry can rename that entry.
  const kept = found.isSymbolicLink() || (found.mode & 0o022) === 0 || (found.mode & 0o1000) !== 0;
  const above = dirname(path);
  return kept && (above === path || isOutOfReach(user, above));
}
