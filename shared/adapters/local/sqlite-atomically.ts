import type { DatabaseSync } from 'node:sqlite';

/** One immediate transaction: the write lock is taken first, so two processes never both read and then both write. */
export function atomically<T>(database: DatabaseSync, change: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = change();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
