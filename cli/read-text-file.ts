import { readFileSync } from 'node:fs';
import { unreadable } from '../shared/adapters/local/file-bytes.ts';

/** A small file of ours, whole; a mark of UTF-8 at its beginning is none of it. */
export function readTextFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    throw unreadable(error, path);
  }
}
