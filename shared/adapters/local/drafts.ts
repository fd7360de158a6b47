import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isAlive, startOf } from './lease-owner.ts';

/** Two machines, or two containers, that write to one folder cannot see each other's processes: each sweeps its own drafts alone. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const DRAFT = /^\.(?<of>.+)\.(?<machine>[0-9a-f]{8})-(?<pid>\d+)-(?<start>\d+)\.draft(?<part>\.work|\.old)?$/s;
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
  if (part === '.old' && !existsSync(place)) renameSync(path, place);
  else rmSync(path, { recursive: true, force: true });
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

/** What the owner alone may read while it is written gets the rights that any new file of this process has. */
export function grantUsualRights(path: string): void {
  if (process.platform !== 'win32') chmodSync(path, 0o666 & ~process.umask());
}

function quietly<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
