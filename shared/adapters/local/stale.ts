import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './durable.ts';
import { STALE_MARK, SUCCESS } from './manifest.ts';

const CLOSED = { open: false, message: 'gate closed: a later run of this audit failed', by: null };

/**
 * Marks existing results as stale, because a later run failed: they describe an earlier release. Their gate is closed, because a script that reads
 * `gate.json` alone must not publish.
 */
export function markStale(folder: string, at: Date): void {
  if (!existsSync(join(folder, SUCCESS))) return;
  writeWhole(join(folder, STALE_MARK), `${JSON.stringify({ version: 1, failed: at.toISOString() })}\n`);
  const gate = join(folder, 'gate.json');
  if (existsSync(gate)) writeWhole(gate, `${JSON.stringify(CLOSED, null, 1)}\n`);
}

export const isStale = (folder: string): boolean => existsSync(join(folder, STALE_MARK));
