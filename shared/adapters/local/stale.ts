import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './durable.ts';
import { STALE_MARK, SUCCESS } from './manifest.ts';

/** Says of results that are there that a later run of theirs has failed: they are of what the release was before. */
export function markStale(folder: string, at: Date): void {
  if (existsSync(join(folder, SUCCESS)))
    writeWhole(join(folder, STALE_MARK), `${JSON.stringify({ version: 1, failed: at.toISOString() })}\n`);
}

export const isStale = (folder: string): boolean => existsSync(join(folder, STALE_MARK));
