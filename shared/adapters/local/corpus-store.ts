import { homedir } from 'node:os';
import { join } from 'node:path';
import { BadInput } from '../../core/model/bad-input.ts';

export const INDEX_SUFFIX = '.unveil-index';

/** Where named corpora are kept. `UNVEIL_CORPORA` moves it. */
export function corporaFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env['UNVEIL_CORPORA'] ?? join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'unveil', 'corpora');
}

/** What can be made again at any time. `UNVEIL_CACHE` moves it. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env['UNVEIL_CACHE'] ?? join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'unveil');
}

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/i;

/** The file of a named corpus. The name becomes a file name, so it is kept to what every file system takes. */
export function corpusPath(name: string, env?: NodeJS.ProcessEnv): string {
  if (!NAME.test(name)) {
    throw new BadInput(`a corpus is named with up to 64 letters, digits, dots, dashes and underscores, and begins with a letter or digit`);
  }
  return join(corporaFolder(env), name + INDEX_SUFFIX);
}
