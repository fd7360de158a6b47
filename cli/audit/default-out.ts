import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const RESULTS = 'unveil-results';
/** Which file each name stands for: two files never share a folder of results. */
const NAMES = '.names';

/**
 * Audits into the folder that is the release's own: by the name of the audit, with a number behind it where another release has that name. An
 * audit that fails leaves no name behind.
 */
export async function withOwnOut<T>(name: string, release: string, audit: (out: string) => Promise<T>, results = RESULTS): Promise<T> {
  const path = resolve(release);
  const names = join(results, NAMES);
  mkdirSync(names, { recursive: true, mode: 0o700 });
  for (let number = 1; ; number += 1) {
    const own = number === 1 ? name : `${name}-${number}`;
    if (!takes(join(names, own), path)) continue;
    const out = join(results, own);
    try {
      return await audit(out);
    } finally {
      if (!existsSync(out)) rmSync(join(names, own), { force: true });
      for (const folder of [names, results]) dropIfEmpty(folder);
    }
  }
}

function takes(file: string, path: string): boolean {
  try {
    writeFileSync(file, path, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(file, 'utf8') === path;
  }
}

function dropIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}
