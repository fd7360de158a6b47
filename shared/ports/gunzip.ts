/** Decompresses a stream. Throws GzipFault if it is cut off, damaged or followed by other bytes. */
export type Gunzip = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

export class GzipFault extends Error {
  override readonly name = 'GzipFault';
}
