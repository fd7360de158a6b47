/** Undoes gzip on a stream. A stream that is cut off, damaged or followed by something else ends in a `GzipFault`. */
export type Gunzip = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

export class GzipFault extends Error {
  override readonly name = 'GzipFault';
}
