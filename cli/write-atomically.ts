import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { guard } from '../shared/adapters/local/interruption.ts';
import { BadInput } from '../shared/core/model/bad-input.ts';

/** What is there already stays, unless the user says otherwise. Asked before the work, not after it. */
export function mayWrite(path: string, force: boolean): void {
  if (!force && existsSync(path))
    throw new BadInput('this exists already; name another file, or overwrite it with --force', { file: path });
}

/** Writes a file under a name of its own and renames it when it is whole: a failure or a signal leaves nothing half-written. */
export async function writeAtomically(path: string, pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const draft = `${path}.${process.pid}.part`;
  const file = opened(path, draft);
  const guarded = guard({ remove: [draft] });
  try {
    try {
      let held = '';
      for await (const piece of pieces) {
        held += piece;
        if (held.length > 1 << 16) {
          writeSync(file, held);
          held = '';
          // Lets a signal be heard.
          await setImmediate();
        }
      }
      writeSync(file, held);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    guarded.done();
  }
}

/** What is named where nothing can be written is the user's to mend; a full disk is not. */
function opened(path: string, draft: string): number {
  try {
    mkdirSync(dirname(path), { recursive: true });
    return openSync(draft, 'w');
  } catch (error) {
    if (['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    throw new BadInput('this file cannot be written; name another place', { file: path }, { cause: error });
  }
}
