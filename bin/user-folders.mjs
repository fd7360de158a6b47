// Plain JavaScript, like node24.mjs: a supervisor on any Node knows what its command reads.
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Folders for everything but results: in `UNVEIL_HOME` if set, else where the platform has them. `cache` can be rebuilt: indexes, packed vectors, counts.
 * `data` is expensive to make and not rebuilt automatically: corpora. `config` holds secrets: the key of the score cache.
 *
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {string} platform
 * @returns {{ readonly cache: string, readonly data: string, readonly config: string }}
 */
export function userFolders(env = process.env, platform = process.platform) {
  const { UNVEIL_HOME: home, LOCALAPPDATA: local, APPDATA: roaming } = env;
  if (home !== undefined && home !== '') return { cache: join(home, 'cache'), data: join(home, 'data'), config: join(home, 'config') };
  if (platform === 'win32') {
    const own = join(local ?? join(homedir(), 'AppData', 'Local'), 'unveil');
    return { cache: join(own, 'cache'), data: join(own, 'data'), config: join(roaming ?? join(homedir(), 'AppData', 'Roaming'), 'unveil') };
  }
  if (platform === 'darwin') {
    const support = join(homedir(), 'Library', 'Application Support', 'unveil');
    return { cache: join(homedir(), 'Library', 'Caches', 'unveil'), data: support, config: support };
  }
  const { XDG_CACHE_HOME: cache, XDG_DATA_HOME: data, XDG_CONFIG_HOME: config } = env;
  return {
    cache: join(cache ?? join(homedir(), '.cache'), 'unveil'),
    data: join(data ?? join(homedir(), '.local', 'share'), 'unveil'),
    config: join(config ?? join(homedir(), '.config'), 'unveil'),
  };
}

/**
 * Creates the folder, readable by its owner only, and returns its path.
 *
 * @param {string} path
 */
export function privateFolder(path) {
  // A process that may only read finds it already created.
  if (!existsSync(path)) mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}
