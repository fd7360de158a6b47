import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder for the tests of a file, which is also where a user's corpora, sources, cache and keys lie while they run: nothing of this machine is
 * read or written.
 */
export function ownHome(): string {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-home-'));
  const before = process.env['UNVEIL_HOME'];
  beforeAll(() => {
    process.env['UNVEIL_HOME'] = folder;
  });
  afterAll(() => {
    if (before === undefined) delete process.env['UNVEIL_HOME'];
    else process.env['UNVEIL_HOME'] = before;
    rmSync(folder, { recursive: true });
  });
  return folder;
}
