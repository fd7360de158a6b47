import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { draftBeside } from './drafts.ts';

/**
 * Puts a file or a folder that is whole in its place. What is in it is on the disk before its new name is: a power cut leaves what was there
 * before, or this, and never half of it.
 */
export function moveIntoPlace(from: string, to: string): void {
  settle(from);
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** Writes a small file at once, for its owner alone: the old one is there until the new one is whole. */
export function writeWhole(path: string, content: Uint8Array | string): void {
  const draft = draftBeside(path);
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

/** Makes a folder for its owner alone, with those above it that are missing. */
export function makePrivate(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) syncFolder(dirname(made));
}

/** The names in a folder are on the disk. Windows keeps them itself, and lets nobody ask. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder, 'r');
}

/** All that is in a file, or in the files of a folder, is on the disk. */
export function settle(path: string): void {
  const info = lstatSync(path);
  if (info.isFile()) sync(path, process.platform === 'win32' ? 'r+' : 'r');
  if (!info.isDirectory()) return;
  for (const name of readdirSync(path)) settle(join(path, name));
  syncFolder(path);
}

function sync(path: string, flags: string): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
