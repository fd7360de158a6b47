import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { sweep } from '../../bin/sweep.mjs';
import { draftBeside, sweepFolder } from '../../shared/adapters/local/drafts.ts';
import { settle, syncFolder } from '../../shared/adapters/local/durable.ts';
import { guard, heard, type InterruptionGuard } from '../../shared/adapters/local/interruption.ts';
import { foreignIn, mustBeUnchanged, removeResults, SUCCESS } from '../../shared/adapters/local/manifest.ts';
import { markStale } from '../../shared/adapters/local/stale.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';

/**
 * Results are written beside their place and swapped in when all are there, so a folder of results is whole or not there.
 * For the owner alone: what was undone is more sensitive than the release.
 */
export interface ResultsFolder {
  /** All that is written before the results are complete lies in this one folder. */
  readonly draft: string;
  /** Copies of what the request names. */
  readonly files: string;
  /** Intermediate blobs, gone with the draft. */
  readonly work: string;
  readonly results: string;
  readonly path: string;
  readonly guarded: InterruptionGuard;
  /** Puts the results in their place, in the place of an earlier run, when each file is as it was listed. */
  publish(): Promise<void>;
  /** Leaves nothing behind; `failed`: earlier results that are there are older than what was asked. */
  discard(failed: boolean): void;
}

const OWNER_ONLY = 0o700;

export function openResultsFolder(out: string): ResultsFolder {
  const path = resolve(out);
  sweepFolder(dirname(path));
  refuseForeignFolder(path);
  const parent = dirname(path);
  const draft = draftBeside(path);
  const [files, work, results] = [join(draft, 'files'), join(draft, 'work'), join(draft, 'results')] as const;
  const [made] = missingFolders(parent, existsSync, dirname);
  const leftovers = { remove: [draft], ifEmpty: made === undefined ? [] : foldersUpTo(parent, made) };
  const guarded = guard(leftovers);
  const discard = (): void => {
    rmSync(draft, { recursive: true, force: true });
    guarded.done();
  };
  try {
    makeFolders(parent);
    rmSync(draft, { recursive: true, force: true });
    for (const folder of [draft, files, work, results]) makeFolder(folder, path);
  } catch (error) {
    sweep(leftovers);
    guarded.done();
    throw error;
  }
  return {
    draft,
    files,
    work,
    results,
    path,
    guarded,
    async publish() {
      await mustBeUnchanged(results);
      settle(results);
      // Between the two renames nobody may end this process: the earlier results would be lost from sight.
      heard();
      swapIn(results, path, `${draft}.old`);
      for (const folder of [...leftovers.ifEmpty, parent]) syncFolder(dirname(folder));
      discard();
    },
    discard(failed) {
      discard();
      if (failed) markStale(path, new Date());
      sweep(leftovers);
    },
  };
}

/** Another run to the same place may put its results there in between: the later one stays. */
function swapIn(results: string, path: string, old: string): void {
  for (;;) {
    const replaces = movedAway(path, old);
    try {
      renameSync(results, path);
      syncFolder(dirname(path));
      if (existsSync(old)) removeResults(old, path);
      return;
    } catch (error) {
      if (existsSync(path)) {
        if (existsSync(old)) removeResults(old, path);
      } else if (replaces) renameSync(old, path);
      if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error;
    }
  }
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);

function movedAway(path: string, old: string): boolean {
  try {
    renameSync(path, old);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
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

/** Only an earlier run's results are ever replaced, and nothing that somebody else put among them. */
function refuseForeignFolder(path: string): void {
  if (!existsSync(path)) return;
  let entries: string[];
  try {
    entries = readdirSync(path);
  } catch {
    throw new BadInput('this is not a folder; results are written to a folder', { file: path });
  }
  if (entries.length === 0) return;
  if (!entries.includes(SUCCESS))
    throw new BadInput('this folder holds something else than results of unveil; name another with --out', { file: path });
  const [foreign] = foreignIn(path);
  if (foreign !== undefined)
    throw new BadInput('this file is not of the audit whose results lie here; move it elsewhere, or name another folder with --out', {
      file: join(path, foreign),
    });
}
