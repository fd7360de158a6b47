import { type BlobStore, MissingBlob } from '../../ports/blob-store.ts';

/** Blobs in memory, for uses without files. */
export function memoryBlobStore(): BlobStore & { readonly blobs: ReadonlyMap<string, Uint8Array> } {
  const blobs = new Map<string, Uint8Array>();
  return {
    blobs,
    async *read(key, range) {
      const bytes = blobs.get(key);
      if (bytes === undefined) throw new MissingBlob(`there is no ${key}`);
      const part = range === undefined ? bytes : bytes.subarray(range.start, range.end);
      if (part.length > 0) yield part.slice();
    },
    async write(key, body, { ifAbsent = false } = {}) {
      const bytes = body instanceof Uint8Array ? body.slice() : await collect(body);
      if (ifAbsent && blobs.has(key)) return false;
      blobs.set(key, bytes);
      return true;
    },
    async info(key) {
      const bytes = blobs.get(key);
      return bytes === undefined ? null : { key, size: bytes.length };
    },
    async *list(prefix) {
      for (const [key, bytes] of [...blobs].toSorted(([a], [b]) => (a < b ? -1 : 1)))
        if (key.startsWith(prefix)) yield { key, size: bytes.length };
    },
    async remove(key) {
      blobs.delete(key);
    },
  };
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece.slice());
  const bytes = new Uint8Array(pieces.reduce((total, piece) => total + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
