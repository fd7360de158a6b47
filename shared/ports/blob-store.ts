export interface BlobInfo {
  readonly key: string;
  readonly size: number;
}

/** Objects by key: a folder at home, a bucket in the cloud. Keys are relative, separated by `/`, without `.` or `..`. */
export interface BlobStore {
  /** The bytes, or those of `[start, end)`. Throws MissingBlob for a missing key. */
  read(key: string, range?: { readonly start: number; readonly end: number }): AsyncIterable<Uint8Array>;
  /** All or nothing. With `ifAbsent`, an existing object stays, and the result is false. */
  write(key: string, body: Uint8Array | AsyncIterable<Uint8Array>, options?: { readonly ifAbsent?: boolean }): Promise<boolean>;
  info(key: string): Promise<BlobInfo | null>;
  /** In code-unit order of the keys. */
  list(prefix: string): AsyncIterable<BlobInfo>;
  remove(key: string): Promise<void>;
}

export class MissingBlob extends Error {
  override readonly name = 'MissingBlob';
}
