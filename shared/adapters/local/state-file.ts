import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { writeWhole } from './durable.ts';

/** Saves a command's state between runs, with a hash that detects damage. */
export function writeState(path: string, value: unknown): void {
  const text = JSON.stringify(value);
  writeWhole(path, `${JSON.stringify({ sha256: sha256(text), state: text })}\n`);
}

/** Null without a saved state. A damaged one is moved aside, and `damaged` gets its new name. */
export function readState(path: string, damaged: (aside: string) => void): unknown {
  if (!existsSync(path)) return null;
  try {
    const { sha256: stated, state } = JSON.parse(readFileSync(path, 'utf8')) as { sha256?: unknown; state?: unknown };
    if (typeof state === 'string' && sha256(state) === stated) return JSON.parse(state);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  }
  const aside = `${path}.damaged`;
  renameSync(path, aside);
  damaged(aside);
  return null;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
