import { createHash } from 'node:crypto';
import { bytesOf, openNamed } from '../shared/adapters/local/door.ts';

/** SHA-256 of a file, in hex; it is read as a stream. */
export async function fileDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytesOf(openNamed(path, { streams: true }), path)) hash.update(piece);
  return hash.digest('hex');
}
