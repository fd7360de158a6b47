import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DRAFTS } from '../../../bin/sweep.mjs';
import { isAlive, startOf } from './lease-owner.ts';
import { removeResults } from './manifest.ts';

/** Machines or containers that share a folder cannot see each other's processes: each removes only its own drafts. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const DRAFT = /^\.(?<of>.+)\.(?<machine>[0-9a-f]{8})-(?<pid>\d+)-(?<start>\d+)\.draft(?<part>\.old)?$/s;
/** Only Linux tells when a process began. */
const UNKNOWN = '0';

/** Name of a draft, which tells others whether its process still runs. */
export const ownName = (of: string): string => `.${of}.${MACHINE}-${process.pid}-${startOf(process.pid) ?? UNKNOWN}.draft`;

/** Path at which this process writes a file until it is whole. */
export const draftBeside = (path: string): string => join(dirname(path), ownName(basename(path)));

export const isDraft = (name: string): boolean => DRAFT.test(name);

/** Drafts in a folder whose process was killed. */
export function abandonedDrafts(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => {
      const { machine, pid, start } = DRAFT.exec(name)?.groups ?? {};
      return machine === MACHINE && !isAlive(`${hostname()}/${pid}/${start === UNKNOWN ? '?' : start}`);
    })
    .map((name) => join(folder, name));
}

/** A confined command may not list the folder of its output: who started it did. */
function namesIn(folder: string): readonly string[] {
  if (process.permission?.has('fs.read', folder) !== false) return readdirSync(folder);
  return (JSON.parse(process.env[DRAFTS] ?? '{}') as Readonly<Record<string, readonly string[]>>)[folder] ?? [];
}

/** Removes a draft. Earlier results that were moved away for new ones, which never came, are put back. */
export function removeDraft(path: string): void {
  const { of = '', part } = DRAFT.exec(basename(path))?.groups ?? {};
  const place = join(dirname(path), of);
  if (part !== '.old') rmSync(path, { recursive: true, force: true });
  else if (existsSync(place)) removeResults(path, place);
  else renameSync(path, place);
}

const swept = new Set<string>();

/** Removes the drafts of killed processes when this process first writes to a folder. Ignores those that it cannot remove. */
export function sweepFolder(folder: string): void {
  if (swept.has(folder) || (process.permission?.has('fs.read', folder) !== false && !existsSync(folder))) return;
  swept.add(folder);
  const own = process.getuid?.();
  for (const path of quietly(() => abandonedDrafts(folder)) ?? []) {
    quietly(() => {
      if (own === undefined || lstatSync(path).uid === own) removeDraft(path);
    });
  }
}

function quietly<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
