import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { sweep } from '../../bin/sweep.mjs';
import { draftBeside, sweepFolder } from '../../shared/adapters/local/drafts.ts';
import { guard, heard } from '../../shared/adapters/local/interruption.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';

/**
 * Results are written beside their place and swapped in when all are there, so a folder of results is whole or not there.
 * For the owner alone: what was undone is more sensitive than the release.
 */
interface ResultsFolder {
  /** Where results are written until they are complete. */
  readonly draft: string;
  /** Intermediate blobs, gone with the draft. */
  readonly work: string;
  readonly path: string;
  /** Puts the draft in its place, in the place of an earlier run. */
  publish(): void;
  /** Leaves nothing behind. */
  discard(): void;
}

const OWNER_ONLY = 0o700;

export function openResultsFolder(out: string): ResultsFolder {
  const path = resolve(out);
  sweepFolder(dirname(path));
  refuseForeignFolder(path);
  const parent = dirname(path);
  const draft = draftBeside(path);
  const work = `${draft}.work`;
  const discard = (): void => {
    for (const folder of [draft, work]) rmSync(folder, { recursive: true, force: true });
  };
  const [made] = missingFolders(parent, existsSync, dirname);
  const leftovers = { remove: [draft, work], ifEmpty: made === undefined ? [] : foldersUpTo(parent, made) };
  const guarded = guard(leftovers);
  try {
    makeFolders(parent);
    discard();
    for (const folder of leftovers.remove) makeFolder(folder, path);
  } catch (error) {
    sweep(leftovers);
    guarded.done();
    throw error;
  }
  const old = `${draft}.old`;
  const done = (): void => {
    discard();
    guarded.done();
  };
  return {
    draft,
    work,
    path,
    publish() {
      // Between the two renames nobody may end this process: the earlier results would be lost from sight.
      heard();
      swapIn(draft, path, old);
      done();
    },
    discard() {
      done();
      sweep(leftovers);
    },
  };
}

/** Another run to the same place may put its results there in between: the later one stays. */
function swapIn(draft: string, path: string, old: string): void {
  for (;;) {
    const replaces = movedAway(path, old);
    try {
      renameSync(draft, path);
      rmSync(old, { recursive: true, force: true });
      return;
    } catch (error) {
      if (existsSync(path)) rmSync(old, { recursive: true, force: true });
      else if (replaces) renameSync(old, path);
      if (!['ENOTEMPTY', 'EEXIST'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    }
  }
}

function movedAway(path: string, old: string): boolean {
  try {
    renameSync(path, old);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Makes what is missing of a path. One by one: `recursive` never comes back where nothing may be made, as in /proc. */
function makeFolders(path: string): void {
  for (const folder of missingFolders(path, existsSync, dirname)) {
    try {
      makeFolder(folder, folder);
    } catch (error) {
      if (!existsSync(folder)) throw error;
    }
  }
}

/** `named`: what the user is told of where it cannot be made. */
function makeFolder(folder: string, named: string): void {
  try {
    mkdirSync(folder, { mode: OWNER_ONLY });
  } catch (error) {
    throw cannotBeMade(named, error);
  }
}

/** What is missing of a path, from the outside in. A drive that is not there is its own parent, and missing too. */
export function missingFolders(path: string, exists: (folder: string) => boolean, parentOf: (folder: string) => string): string[] {
  const missing: string[] = [];
  for (let folder = path; !exists(folder); folder = parentOf(folder)) {
    missing.unshift(folder);
    if (parentOf(folder) === folder) break;
  }
  return missing;
}

const cannotBeMade = (folder: string, cause: unknown): BadInput =>
  new BadInput('this folder cannot be made; name another with --out', { file: folder }, { cause });

/** Folders that were made for results, from the innermost up to the first. */
function foldersUpTo(innermost: string, first: string): string[] {
  const folders: string[] = [];
  for (let folder = innermost; folder.startsWith(first) && folder !== folders.at(-1); folder = dirname(folder)) folders.push(folder);
  return folders;
}

/** Only an earlier run's results are ever replaced. */
function refuseForeignFolder(path: string): void {
  if (!existsSync(path)) return;
  let entries: string[];
  try {
    entries = readdirSync(path);
  } catch {
    throw new BadInput('this is not a folder; results are written to a folder', { file: path });
  }
  if (entries.length > 0 && !entries.includes('_SUCCESS.json')) {
    throw new BadInput('this folder holds something else than results of unveil; name another with --out', { file: path });
  }
}
