import { DatabaseSync } from 'node:sqlite';

/**
 * A lock that the system itself lets go when its process ends, however it ends: SQLite's on a file. Null where another process holds it.
 * A process id in a file would not do: it may be another process by now, or one that has ended and was not waited for.
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
