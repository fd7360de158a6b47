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

/** Set for commands on files from others: they read no file outside of this folder that a request or an option names. */
export const FILES_BELOW = 'UNVEIL_FILES_BELOW';

/** Set for a confined command: the drafts beside its output, by folder. */
export const DRAFTS = 'UNVEIL_DRAFTS';

/** Number of the pipe by which a confined command asks its supervisor to put a file on the disk. */
export const SYNC = 4;
