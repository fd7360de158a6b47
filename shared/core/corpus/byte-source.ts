/** Positioned reads of a file, of an object's byte ranges, or of memory: all that an index needs of its storage. */
export interface ByteSource {
  /** For messages: a path or a URL. */
  readonly name: string;
  readonly size: number;
  /** The bytes of `[offset, offset + length)`, which lies within the size. Storage that answers at once need not promise. */
  read(offset: number, length: number): Uint8Array | Promise<Uint8Array>;
}

/** Where an index is written to, in order; the head is put in its place at the end. */
export interface ByteSink {
  append(bytes: Uint8Array): void;
  /** SHA-256 of everything appended so far, 32 bytes. */
  digest(): Uint8Array;
  /** Replaces the first bytes of the file, which were appended as zeros and are no part of the digest. */
  putHead(bytes: Uint8Array): void;
}

export const memorySource = (name: string, bytes: Uint8Array): ByteSource => ({
  name,
  size: bytes.length,
  read: (offset, length) => bytes.subarray(offset, offset + length),
});
