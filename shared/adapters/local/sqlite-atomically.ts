import type { DatabaseSync } from 'node:sqlite';
import { BadInput } from '../../core/model/bad-input.ts';

/** SQLite's codes for a file that is none of its own, is damaged, or lacks what its layout says. */
const DAMAGED = new Set([1, 11, 26]);

/** What SQLite says of a file that is not what it should be, as one clear error: what is in it was asked once and can be asked again. */
export function soundly<T>(file: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    const { errcode } = error as { readonly errcode?: unknown };
    if (typeof errcode !== 'number' || !DAMAGED.has(errcode & 0xff)) throw error;
    throw new BadInput('this store is damaged, or none of unveil; move it away, and a new one is made', { file }, { cause: error });
  }
}

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
