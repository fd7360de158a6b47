import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { secretFile } from '../../shared/adapters/local/cache-secret.ts';
import { abandonedDrafts } from '../../shared/adapters/local/drafts.ts';
import { userFolders } from '../../shared/adapters/local/user-folders.ts';
import { type Diagnosis, mend, ok, size } from './finding.ts';

/** Below this an audit of a large release may not find room for what it writes on the way. */
const LITTLE = 1e9;

/** Where unveil writes: whether it may, how much room there is, what a killed run left there. */
export function folders(results = resolve('unveil-results')): Diagnosis[] {
  const { cache, data, config } = userFolders();
  return [
    place('results', results, 'start unveil in a folder that is yours, or name one with --out'),
    place('cache', cache, 'give yourself the folder, or name another in UNVEIL_HOME'),
    place('data', data, 'give yourself the folder, or name another in UNVEIL_HOME'),
    place('config', config, 'give yourself the folder, or name another in UNVEIL_HOME'),
    place('temporary', tmpdir(), 'name another in TMPDIR'),
    counts(join(cache, 'counts.db')),
    ...leftovers(results),
  ];
}

function place(what: string, path: string, remedy: string): Diagnosis {
  let there = path;
  while (!existsSync(there)) there = dirname(there);
  const made = there === path ? '' : ', made when it is needed';
  if (!isWritable(there)) {
    return mend(what, `${path}: not to be written by you`, remedy);
  }
  const { bavail, bsize } = statfsSync(there);
  const free = bavail * bsize;
  const found = `${path}, ${size(free)} free${made}`;
  return free < LITTLE ? mend(what, found, 'make room: large releases are written in parts on the way') : ok(what, found);
}

/** A folder, and one that may be written to. */
function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function counts(file: string): Diagnosis {
  const held = existsSync(file) ? `${size(statSync(file).size)} in ${file}` : 'none yet';
  return ok('counts of live sources', `${held}; key ${existsSync(secretFile()) ? 'present' : 'made on first use'}`);
}

/** Drafts of runs that were killed so that nobody could sweep them up. */
function leftovers(results: string): Diagnosis[] {
  const dead = existsSync(results) ? abandonedDrafts(results) : [];
  if (dead.length === 0) return [];
  const found = `${dead.length} unfinished ${dead.length === 1 ? 'folder of a killed run' : 'folders of killed runs'} in ${results}`;
  return [mend('leftovers', found, `the next run there removes them; or by hand: rm -r ${dead.slice(0, 3).join(' ')}`)];
}
