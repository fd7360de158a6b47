import { createHash, type Hash } from 'node:crypto';
import { createWriteStream, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { bytesOf } from '../../shared/adapters/local/door.ts';
import { fileBytes, STANDARD_INPUT } from '../../shared/adapters/local/file-bytes.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import type { SourceFile } from '../../shared/kit/read/read-release.ts';
import type { Kinds } from '../../shared/pipeline/audit/kind-of.ts';
import { namedInTurn } from '../../shared/pipeline/identity/audit-identity.ts';
import { pathsOf } from './request.ts';

interface Copy {
  readonly at: string;
  readonly sha256: string;
}

/** The copies that an audit reads, by the paths that its request gives the files. */
export type FileCopies = Readonly<Record<string, Copy>>;

/**
 * Copies the files of a request into a private folder, and hashes each on the way: the audit reads exactly the bytes that were hashed. Corpora,
 * vectors, texts and passages are read in place.
 */
export async function takeSnapshot(request: AuditRequest, kinds: Kinds, folder: string): Promise<FileCopies> {
  const copies: Record<string, Copy> = {};
  const take = async (path: string): Promise<void> => {
    // The standard input can be read once: naming it twice is an error.
    if (Object.hasOwn(copies, path) && path !== STANDARD_INPUT) return;
    // By its ending a packed text is known.
    const at = join(folder, `${Object.keys(copies).length}${/(?:\.\w{1,8}){0,2}$/.exec(path)?.[0] ?? ''}`);
    const hash = createHash('sha256');
    await pipeline(hashed(await fileBytes(path), hash), createWriteStream(at, { mode: 0o600, flags: 'wx' }));
    copies[path] = { at, sha256: hash.digest('hex') };
  };
  const inPlace = new Set([request.texts, request.passages, request.embeddings]);
  for (const path of pathsOf(request)) if (!inPlace.has(path)) await take(path);
  const text = async (path: string): Promise<string> => readFile(copies[path].at, 'utf8');
  for (const path of await namedInTurn(request, kinds, text)) await take(path);
  return copies;
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    hash.update(piece);
    yield piece;
  }
}

/** A file of the snapshot under the name that the user knows. */
export function copyOf(snapshot: FileCopies, path: string): SourceFile & Copy {
  const copy = snapshot[path];
  if (copy === undefined) throw new Error(`${path} was not copied before the audit`);
  return { ...copy, name: path, bytes: opened(copy.at, path) };
}

/** When it is read: of many files few are open at a time. */
async function* opened(at: string, path: string): AsyncGenerator<Uint8Array> {
  yield* bytesOf(openSync(at, 'r'), path);
}
