import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, readdirSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SYNC } from '../../../bin/sweep.mjs';
import { draftBeside, sweepFolder } from './drafts.ts';

/** Moves a complete file or folder into place, after its content is on the disk: a power cut leaves the old or the new one, never half. */
export function moveIntoPlace(from: string, to: string): void {
  settle(from);
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** Writes a small file, readable by its owner only. The old one stays until the new one is whole. */
export function writeWhole(path: string, content: Uint8Array | string): void {
  const draft = draftBeside(path);
  // Of a run that was killed, or of the power that was cut, in the middle of this.
  sweepFolder(dirname(path));
  try {
    const file = openSync(draft, 'w', 0o600);
    try {
      const bytes = Buffer.from(content as string);
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    } finally {
      closeSync(file);
    }
    moveIntoPlace(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Creates a folder, readable by its owner only, with missing parents. */
export function makePrivate(folder: string): void {
  // A confined command may make what is missing, and nothing in a folder that is there.
  if (process.permission?.has('fs.write', folder) === false) return;
  const first = mkdirSync(resolve(folder), { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = resolve(folder); made.length >= first.length; made = dirname(made)) syncFolder(dirname(made));
}

/** Flushes the names in a folder to the disk. Windows does this itself, and cannot be asked to. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder, 'r');
}

/** Flushes a file, or all files of a folder, to the disk. */
export function settle(path: string): void {
  const info = lstatSync(path);
  if (info.isFile()) sync(path, process.platform === 'win32' ? 'r+' : 'r');
  if (!info.isDirectory()) return;
  for (const name of readdirSync(path)) settle(join(path, name));
  syncFolder(path);
}

function sync(path: string, flags: string): void {
  if (process.permission !== undefined) {
    askToSync(path);
    return;
  }
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Node lets no confined process do it: its supervisor does, and this waits for it. Windows has no such pipe. */
function askToSync(path: string): void {
  if (process.platform === 'win32') return;
  const answer = Buffer.alloc(1);
  writeSync(SYNC, `${JSON.stringify(resolve(path))}\n`);
  if (readSync(SYNC, answer) !== 1 || answer.toString() !== '1') throw new Error(`${path} could not be put on the disk`);
}
