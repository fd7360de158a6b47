import type { DatabaseSync } from 'node:sqlite';
import { BadInput } from '../../core/model/bad-input.ts';

/** SQLite's codes for a file that is damaged, not a database, or lacks a table. */
const DAMAGED = new Set([1, 11, 26]);

/** Turns SQLite's errors about a damaged file into one clear message: the content can be fetched again. */
export function soundly<T>(file: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    const { errcode } = error as { readonly errcode?: unknown };
    if (typeof errcode !== 'number' || !DAMAGED.has(errcode & 0xff)) throw error;
    throw new BadInput('this store is damaged, or none of unveil; move it away, and a new one is made', { file }, { cause: error });
  }
}

/** One immediate transaction takes the write lock first, so two processes never both read and then both write. */
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
