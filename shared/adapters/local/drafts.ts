import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isAlive, startOf } from './lease-owner.ts';
import { removeResults } from './manifest.ts';

/** Two machines, or two containers, that write to one folder cannot see each other's processes: each sweeps its own drafts alone. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const DRAFT = /^\.(?<of>.+)\.(?<machine>[0-9a-f]{8})-(?<pid>\d+)-(?<start>\d+)\.draft(?<part>\.old)?$/s;
/** Elsewhere than on Linux it is not known when a process began. */
const UNKNOWN = '0';

/** Names what this process writes until it is whole, so that whoever finds it can tell whether it still writes. */
export const ownName = (of: string): string => `.${of}.${MACHINE}-${process.pid}-${startOf(process.pid) ?? UNKNOWN}.draft`;

/** Where this process writes what is to be at `path`, until it is whole. */
export const draftBeside = (path: string): string => join(dirname(path), ownName(basename(path)));

export const isDraft = (name: string): boolean => DRAFT.test(name);

/** Drafts in a folder whose process was killed before anything could sweep them up. */
export function abandonedDrafts(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => {
      const { machine, pid, start } = DRAFT.exec(name)?.groups ?? {};
      return machine === MACHINE && !isAlive(`${hostname()}/${pid}/${start === UNKNOWN ? '?' : start}`);
    })
    .map((name) => join(folder, name));
}

/** Removes one; earlier results that were moved away for new ones, which then did not come, are put back. */
export function removeDraft(path: string): void {
  const { of = '', part } = DRAFT.exec(basename(path))?.groups ?? {};
  const place = join(dirname(path), of);
  if (part !== '.old') rmSync(path, { recursive: true, force: true });
  else if (existsSync(place)) removeResults(path, place);
  else renameSync(path, place);
}

const swept = new Set<string>();

/** Removes what killed processes left in a folder, the first time that this process writes there. What cannot be removed stays. */
export function sweepFolder(folder: string): void {
  if (swept.has(folder) || !existsSync(folder)) return;
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
