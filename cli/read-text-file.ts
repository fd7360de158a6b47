import { readNamed } from '../shared/adapters/local/door.ts';

/** A small file that the user named, whole; a mark of UTF-8 at its beginning is none of it. */
export const readTextFile = (path: string): string =>
  readNamed(path)
    .toString('utf8')
    .replace(/^\ufeff/, '');
