import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const RESULTS = 'unveil-results';
/** Which release each name stands for: two releases never share a folder of results. */
const NAMES = '.names';

/** Where results go if nobody says: by the name of the audit, and a number behind it where another release has that name. */
export function defaultOut(name: string, release: string): string {
  const path = resolve(release);
  mkdirSync(join(RESULTS, NAMES), { recursive: true, mode: 0o700 });
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (isOwn(join(RESULTS, NAMES, free), path)) return join(RESULTS, free);
  }
}

/** Takes the name where nobody has it. */
function isOwn(file: string, path: string): boolean {
  try {
    writeFileSync(file, path, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(file, 'utf8') === path;
  }
}
