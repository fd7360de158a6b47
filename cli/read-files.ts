import { createHash } from 'node:crypto';
import { readText } from '../shared/adapters/local/documents.ts';
import { bytesOf, openNamed, readNamed } from '../shared/adapters/local/door.ts';
import { hierarchyFromText } from '../shared/core/format/hierarchy-formats.ts';
import type { Hierarchy } from '../shared/core/model/hierarchy.ts';

/** A small file that the user named, whole; a mark of UTF-8 at its beginning is none of it. */
export const readTextFile = (path: string): string =>
  readNamed(path)
    .toString('utf8')
    .replace(/^\ufeff/, '');

/** SHA-256 of a file, in hex; it is read as a stream. */
export async function fileDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytesOf(openNamed(path, { streams: true }), path)) hash.update(piece);
  return hash.digest('hex');
}

/** A hierarchy of this machine: JSON, ARX's lines or Amnesia's. */
export async function readHierarchy(file: string, copy: string | null = null): Promise<Hierarchy> {
  return hierarchyFromText(readText(file, copy), file);
}
