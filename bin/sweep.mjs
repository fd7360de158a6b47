// Plain JavaScript, like node24.mjs: a supervisor cleans up after a command, on any Node.
import { existsSync, rmdirSync, rmSync } from 'node:fs';

/**
 * Removes the remains of a command that was interrupted: `remove` with all content, then `ifEmpty`, in order, as far as they are empty.
 *
 * @param {{ readonly remove: readonly string[], readonly ifEmpty?: readonly string[] | undefined }} leftovers
 */
export function sweep({ remove, ifEmpty = [] }) {
  // The path, or its folder, may never have been created.
  for (const path of remove) if (existsSync(path)) rmSync(path, { recursive: true, force: true });
  for (const folder of ifEmpty) {
    try {
      rmdirSync(folder);
    } catch {
      // Not empty, or never created.
      return;
    }
  }
}

/** Environment variable of a command that has a supervisor: the supervisor's process id. */
export const SUPERVISOR = 'UNVEIL_SUPERVISOR';

/** Set for an audit with a live source that the user named: it may use the network, and keeps answers in SQLite. */
export const LIVE = 'UNVEIL_LIVE';
