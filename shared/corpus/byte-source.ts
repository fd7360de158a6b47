export type Soon<T> = T | Promise<T>;

/** Uses a value at once where it is at hand: a promise for each read would cost more than the read. */
export const onceRead = <T, U>(value: Soon<T>, use: (value: T) => U): Soon<Awaited<U>> =>
  (value instanceof Promise ? value.then(use) : use(value)) as Soon<Awaited<U>>;

/** Positioned reads from a file, an object in S3 or memory. An index needs nothing else of its storage. */
export interface ByteSource {
  /** For messages: a path or a URL. */
  readonly name: string;
  readonly size: number;
  /** Bytes `[offset, offset + length)`, which must lie within the size. */
  read(offset: number, length: number): Soon<Uint8Array>;
}

/** Sequential output of an index. The head is written last, over zeros. */
export interface ByteSink {
  append(bytes: Uint8Array): void;
  /** SHA-256 of everything appended so far, 32 bytes. */
  digest(): Uint8Array;
  /** Overwrites the first bytes, which were appended as zeros and are not part of the digest. */
  putHead(bytes: Uint8Array): void;
}

export const memorySource = (name: string, bytes: Uint8Array): ByteSource => ({
  name,
  size: bytes.length,
  read: (offset, length) => bytes.subarray(offset, offset + length),
});
