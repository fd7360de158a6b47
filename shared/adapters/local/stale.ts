import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './durable.ts';
import { STALE_MARK, SUCCESS } from './manifest.ts';

const CLOSED = { open: false, message: 'gate closed: a later run of this audit failed', by: null };

/**
 * Says of results that are there that a later run of theirs has failed: they are of what the release was before. Their gate is closed, whatever it
 * was: a script that reads `gate.json` alone must not publish.
 */
export function markStale(folder: string, at: Date): void {
  if (!existsSync(join(folder, SUCCESS))) return;
  writeWhole(join(folder, STALE_MARK), `${JSON.stringify({ version: 1, failed: at.toISOString() })}\n`);
  const gate = join(folder, 'gate.json');
  if (existsSync(gate)) writeWhole(gate, `${JSON.stringify(CLOSED, null, 1)}\n`);
}

export const isStale = (folder: string): boolean => existsSync(join(folder, STALE_MARK));
