import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, linkSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { privateFolder, userFolders } from '../../../bin/user-folders.mjs';
import { BadInput } from '../../core/model/bad-input.ts';
import { draftBeside, sweepFolder } from './drafts.ts';
import { settle, syncFolder } from './durable.ts';

const LENGTH = 32;

/** The file of this user's key of the score cache. Without it every count in the cache is unreachable, and the cache starts empty. */
export const secretFile = (): string => join(userFolders().config, 'cache.key');

/** Reads the key, and makes it on first use. If two processes make it at once, both use the key of one. */
export function cacheSecret(file: string = secretFile()): Uint8Array {
  if (!existsSync(file)) {
    privateFolder(join(file, '..'));
    writeSecret(file, randomBytes(LENGTH));
  }
  const secret = readFileSync(file);
  if (secret.length !== LENGTH)
    throw new BadInput(`the key of the score cache should be ${LENGTH} bytes and is ${secret.length}`, { file });
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    throw new BadInput('the key of the score cache can be read by others: chmod 600 it', { file });
  }
  return new Uint8Array(secret);
}

/** False if the file exists: it is never overwritten. A draft is linked into place, so the file is whole or absent, even if the disk is full. */
export function writeSecret(file: string, secret: Uint8Array, write: typeof writeSync = writeSync): boolean {
  sweepFolder(dirname(file));
  const draft = draftBeside(file);
  try {
    const handle = openSync(draft, 'w', 0o600);
    try {
      for (let done = 0; done < secret.length; ) done += write(handle, secret.subarray(done));
    } finally {
      closeSync(handle);
    }
    settle(draft);
    linkSync(draft, file);
    syncFolder(dirname(file));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
