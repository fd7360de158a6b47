import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where unveil keeps what is not a result: `UNVEIL_HOME` puts both in one place, else the platform's customs. */
interface UserFolders {
  /** Rebuildable: indexes, repacked vectors, counts. */
  readonly cache: string;
  /** What took long to make and is not made again by itself: corpora. */
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

/** Makes the folder, readable by its owner only, and gives its path back. */
export function privateFolder(path: string): string {
  // Whoever may only read it finds it made.
  if (!existsSync(path)) mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}
