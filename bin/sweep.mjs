// Plain JavaScript on purpose, as node24.mjs: who watches over a command sweeps up after it, on whatever Node the machine has.
import { existsSync, rmdirSync, rmSync } from 'node:fs';

/**
 * What a command leaves when it is ended before its end: `remove` goes with all that is in it, `ifEmpty` where nothing is in it any more, in their
 * order.
 *
 * @param {{ readonly remove: readonly string[], readonly ifEmpty?: readonly string[] | undefined }} leftovers
 */
export function sweep({ remove, ifEmpty = [] }) {
  // It may never have come to be, nor the folder that it was to be in.
  for (const path of remove) if (existsSync(path)) rmSync(path, { recursive: true, force: true });
  for (const folder of ifEmpty) {
    try {
      rmdirSync(folder);
    } catch {
      // Something else is in it, or it never came to be.
      return;
    }
  }
}

/** The environment's word for a command that is watched over, with the number of the process that does. */
export const SUPERVISOR = 'UNVEIL_SUPERVISOR';

/** Set for a process that audits where the user named a live source: it may ask it, and keeps the answers in SQLite. */
export const LIVE = 'UNVEIL_LIVE';
