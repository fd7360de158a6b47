import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Folders for everything but results: in `UNVEIL_HOME` if set, else where the platform has them. */
interface UserFolders {
  /** Can be rebuilt: indexes, packed vectors, counts. */
  readonly cache: string;
  /** Expensive to make and not rebuilt automatically: corpora. */
  readonly data: string;
  /** Secrets: the key of the score cache. */
  readonly config: string;
}

export function userFolders(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: string = process.platform,
): UserFolders {
  const home = env['UNVEIL_HOME'];
  if (home !== undefined && home !== '') return { cache: join(home, 'cache'), data: join(home, 'data'), config: join(home, 'config') };
  if (platform === 'win32') {
    return {
      cache: join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'unveil', 'cache'),
      data: join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'unveil', 'data'),
      config: join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'unveil'),
    };
  }
  if (platform === 'darwin') {
    const support = join(homedir(), 'Library', 'Application Support', 'unveil');
    return { cache: join(homedir(), 'Library', 'Caches', 'unveil'), data: support, config: support };
  }
  return {
    cache: join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'unveil'),
    data: join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'unveil'),
    config: join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'unveil'),
  };
}

/** Creates the folder, readable by its owner only, and returns its path. */
export function privateFolder(path: string): string {
  // A process that may only read finds it already created.
  if (!existsSync(path)) mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}
