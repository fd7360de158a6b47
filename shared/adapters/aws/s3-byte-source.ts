import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { ByteSource } from '../../corpus/corpus.ts';

/** Neighbouring reads of an index are short: each request reads a window, and 64 MB of windows are kept. */
const WINDOW = 256 * 1024;
const WINDOWS_KEPT = 256;

/** Byte ranges of an object: an index is used without being downloaded. */
export function s3ByteSource(client: S3Client, at: { readonly Bucket: string; readonly Key: string; readonly size: number }): ByteSource {
  const { Bucket, Key, size } = at;
  const windows = new Map<number, Promise<Uint8Array>>();
  const fetch = async (offset: number, length: number): Promise<Uint8Array> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range: `bytes=${offset}-${offset + length - 1}` }));
    if (Body === undefined) throw new Error(`${Key} came without a body`);
    return Body.transformToByteArray();
  };
  const window = (start: number): Promise<Uint8Array> => {
    const kept = windows.get(start) ?? fetch(start, Math.min(WINDOW, size - start));
    windows.delete(start);
    windows.set(start, kept);
    // A failed read is not kept, so that the next one tries again.
    kept.catch(() => windows.delete(start));
    const [oldest] = windows.keys();
    if (windows.size > WINDOWS_KEPT && oldest !== undefined) windows.delete(oldest);
    return kept;
  };
  return {
    name: `s3://${Bucket}/${Key}`,
    size,
    async read(offset, length) {
      const start = Math.floor(offset / WINDOW) * WINDOW;
      if (offset + length > start + WINDOW) return fetch(offset, length);
      return (await window(start)).subarray(offset - start, offset - start + length);
    },
  };
}
