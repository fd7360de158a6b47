import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file under a name of its own and renames it when it is whole: a failure leaves nothing half-written. */
export function writeAtomically(path: string, pieces: Iterable<string>): void {
  const draft = `${path}.${process.pid}.part`;
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(draft, 'w');
  try {
    let held = '';
    for (const piece of pieces) {
      held += piece;
      if (held.length > 1 << 16) {
        writeSync(file, held);
        held = '';
      }
    }
    writeSync(file, held);
    closeSync(file);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
