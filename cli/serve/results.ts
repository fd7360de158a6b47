import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { SUCCESS } from '../../shared/adapters/local/manifest.ts';
import { isStale } from '../../shared/adapters/local/stale.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { resultFolders } from '../query/result-files.ts';
import { readConclusion } from '../results/read-conclusion.ts';

/** A folder of results in the list. */
export interface KeptAudit {
  /** Identifies it without its path. */
  readonly id: string;
  readonly folder: string;
  /** Path below the folder of results. */
  readonly name: string;
  readonly finished: string;
  /** True if a later run failed. */
  readonly stale: boolean;
}

export interface ResultFile {
  readonly key: string;
  readonly bytes: number;
}

interface Success {
  readonly finished?: string;
  readonly files?: readonly ResultFile[];
}

function successOf(folder: string): Success {
  try {
    return JSON.parse(readFileSync(join(folder, SUCCESS), 'utf8')) as Success;
  } catch {
    // It is being replaced, or is not from this program: it is listed without its verdict.
    return {};
  }
}

/** All audits below a folder, the newest first. */
export function keptAudits(root: string): KeptAudit[] {
  if (!existsSync(root)) return [];
  return resultFolders(root)
    .map((folder) => {
      const name = relative(root, folder) || '.';
      const id = createHash('sha256').update(name).digest('hex').slice(0, 16);
      return { id, folder, name, finished: String(successOf(folder).finished ?? ''), stale: isStale(folder) };
    })
    .sort((a, b) => (a.finished < b.finished ? 1 : a.finished > b.finished ? -1 : a.name < b.name ? -1 : 1));
}

/** The verdict in one line, or why there is none: results of an earlier version have no verdict. */
export function verdictLine(folder: string): string {
  try {
    const { verdict, text } = readConclusion(folder);
    return `Verdict: ${verdict.level}. ${text.headline}`;
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return `No verdict: ${error.describe()}`;
  }
}

/** The files that the audit lists, if they exist: nothing else in the folder is ever served. */
export function resultFilesOf(folder: string): ResultFile[] {
  const { files = [] } = successOf(folder);
  const own = { key: SUCCESS, bytes: statSync(join(folder, SUCCESS), { throwIfNoEntry: false })?.size ?? 0 };
  return [...files.filter(({ key }) => isInside(key) && isPlainFile(folder, key)).map(({ key, bytes }) => ({ key, bytes })), own];
}

/** All files of a release that was made here. */
export const madeFiles = (folder: string): ResultFile[] =>
  readdirSync(folder)
    .filter((key) => isPlainFile(folder, key))
    .map((key) => ({ key, bytes: statSync(join(folder, key)).size }));

/** A key is a path below the folder: no parent, no absolute path, no Windows path. */
const isInside = (key: unknown): boolean =>
  typeof key === 'string' && !/[\\:\0]/.test(key) && key.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

/** No link in the path: a folder of results from elsewhere may contain some. */
function isPlainFile(folder: string, key: string): boolean {
  let path = folder;
  for (const part of key.split('/')) {
    path = join(path, part);
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== false) return false;
  }
  return lstatSync(path).isFile();
}
