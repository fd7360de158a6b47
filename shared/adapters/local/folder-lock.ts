import { DatabaseSync } from 'node:sqlite';

/**
 * A lock that the system releases whenever its process ends: SQLite's lock on a file. Null if another process holds it. A process id in a file would
 * not do: the process may have ended without being waited for, or its id may belong to another one.
 */
export function lockFile(file: string): { release(): void } | null {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { readonly errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
  return { release: () => database.close() };
}

const SQLITE_BUSY = 5;
