import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { sweep } from '../../bin/sweep.mjs';
import { draftBeside, sweepFolder } from '../../shared/adapters/local/drafts.ts';
import { settle, syncFolder } from '../../shared/adapters/local/durable.ts';
import { guard, heard, type InterruptionGuard } from '../../shared/adapters/local/interruption.ts';
import { foreignIn, mustBeUnchanged, removeResults, SUCCESS } from '../../shared/adapters/local/manifest.ts';
import { markStale } from '../../shared/adapters/local/stale.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { Kinds } from '../../shared/pipeline/audit/kind-of.ts';
import type { ExitCode } from '../command.ts';
import { DryRunDone, FetchStopped } from './fetch-text.ts';
import { type FileCopies, takeSnapshot } from './snapshot.ts';

/**
 * Results are written beside their place and swapped in when all are there, so a folder of results is whole or not there.
 * For the owner alone: what was undone is more sensitive than the release.
 */
export interface ResultsFolder {
  /** Everything written before the results are complete is in this folder. */
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
      // Signals are held between the two renames: otherwise the earlier results would disappear.
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

/** `named`: the path in the error if it cannot be created. */
function makeFolder(folder: string, named: string): void {
  try {
    mkdirSync(folder, { mode: OWNER_ONLY });
  } catch (error) {
    throw cannotBeMade(named, error);
  }
}

/** Missing folders of a path, outermost first. A missing drive is its own parent. */
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

/** An audit whose files are copied and whose folder is there: all that computing needs. */
export interface AuditWork extends Pick<ResultsFolder, 'work' | 'results'> {
  readonly request: AuditRequest;
  readonly files: FileCopies;
}

/** A process that audits has said why it wrote no results; `later`: the same audit goes on another time. */
export class AuditRefused extends Error {
  override readonly name = 'AuditRefused';
  readonly exit: ExitCode;
  readonly later: boolean;

  constructor(exit: ExitCode, later: boolean) {
    super('the audit wrote no results');
    this.exit = exit;
    this.later = later;
  }
}

/** Copies what a request names, computes from the copies, and puts the results in their place when they are complete. */
export async function inResultsFolder<T>(
  kinds: Kinds,
  request: AuditRequest,
  out: string,
  compute: (work: AuditWork, folder: ResultsFolder) => Promise<T>,
): Promise<T> {
  const folder = openResultsFolder(out);
  try {
    const files = await takeSnapshot(request, kinds, folder.files);
    const found = await compute({ request, files, work: folder.work, results: folder.results }, folder);
    await folder.publish();
    return found;
  } catch (error) {
    // A dry run, or an audit that goes on later, has not failed.
    folder.discard(!(error instanceof DryRunDone || error instanceof FetchStopped || (error instanceof AuditRefused && error.later)));
    throw error;
  }
}
