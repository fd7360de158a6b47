import { once } from 'node:events';
import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sweep } from '../bin/sweep.mjs';
import { draftBeside, sweepFolder } from '../shared/adapters/local/drafts.ts';
import { makePrivate, moveIntoPlace } from '../shared/adapters/local/durable.ts';
import { guard } from '../shared/adapters/local/interruption.ts';
import { BadInput } from '../shared/core/model/bad-input.ts';
import type { Terminal } from './command.ts';

/** File name that means standard output. */
const STANDARD_OUTPUT = '-';

/** Destination of a command's product and its summary, unless both would go to standard output. */
interface Product {
  write(pieces: Iterable<string> | AsyncIterable<string>): Promise<void>;
  /** The standard error where the product is on the standard output. */
  readonly summary: { write(text: string): unknown };
}

/** Asked before the work: a file that is there stays, and --json does not mix with a product on the standard output. */
export function product(path: string, { force, json }: { readonly force: boolean; readonly json: boolean }, terminal: Terminal): Product {
  if (path !== STANDARD_OUTPUT) {
    mayWrite(path, force);
    return { write: (pieces) => writeAtomically(path, pieces), summary: terminal.out };
  }
  if (json) throw new BadInput('--out - and --json both want standard output; write the transactions to a file');
  return {
    summary: terminal.err,
    async write(pieces) {
      for await (const piece of pieces) {
        if (terminal.out.write(piece) === false && terminal.out === process.stdout) await once(process.stdout, 'drain');
      }
    },
  };
}

/** Refuses to overwrite without --force; checked before the work. */
export function mayWrite(path: string, force: boolean): void {
  if (!force && existsSync(path))
    throw new BadInput('this exists already; name another file, or overwrite it with --force', { file: path });
}

/**
 * Writes a file, for its owner alone, under a name of its own and renames it when it is whole and on the disk: a failure, a signal or a power cut
 * leaves nothing half-written.
 */
export async function writeAtomically(path: string, pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const draft = draftBeside(path);
  const guarded = guard({ remove: [draft] });
  try {
    const file = opened(path, draft);
    try {
      for await (const block of inBlocks(pieces)) {
        writeSync(file, block);
        // Lets a signal be heard.
        await setImmediate();
      }
    } finally {
      closeSync(file);
    }
    moveIntoPlace(draft, path);
  } catch (error) {
    sweep({ remove: [draft] });
    throw error;
  } finally {
    guarded.done();
  }
}

const BLOCK = 1 << 16;

/** Pieces together: waiting for each of a million lines would cost more than making them. */
async function* inBlocks(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  if (Symbol.iterator in pieces) {
    for (const piece of pieces) {
      held += piece;
      if (held.length <= BLOCK) continue;
      yield held;
      held = '';
    }
  } else {
    for await (const piece of pieces) {
      held += piece;
      if (held.length <= BLOCK) continue;
      yield held;
      held = '';
    }
  }
  yield held;
}

/** An unwritable path is a usage error; a full disk is a failure. */
function opened(path: string, draft: string): number {
  try {
    makePrivate(dirname(path));
    sweepFolder(dirname(path));
    return openSync(draft, 'w', 0o600);
  } catch (error) {
    if (['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    throw new BadInput('this file cannot be written; name another place', { file: path }, { cause: error });
  }
}
