import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from './s3-error.ts';

/** One version of one object; a delete marker has no body. */
export interface Version {
  readonly id: string;
  readonly body: Buffer | null;
  readonly etag: string;
  readonly crc32: string;
  readonly modified: Date;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Condition of a write at its moment; `*` means that the key does not exist. */
export interface Condition {
  readonly ifNoneMatch?: string | undefined;
}

/** All buckets of a server, in memory. Every method is synchronous, which makes conditional writes exact. */
export class Objects {
  #buckets = new Map<string, Bucket>();

  create(name: string): Bucket {
    const bucket = this.#buckets.get(name) ?? new Bucket();
    this.#buckets.set(name, bucket);
    return bucket;
  }

  bucket(name: string): Bucket {
    const bucket = this.#buckets.get(name);
    if (bucket === undefined) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');
    return bucket;
  }
}

export class Bucket {
  versioned = false;
  #versions = new Map<string, Version[]>();
  #sorted: string[] | null = null;
  #serial = 0;

  current(key: string): Version | undefined {
    const newest = this.#versions.get(key)?.at(-1);
    return newest?.body === null ? undefined : newest;
  }

  version(key: string, id: string): Version | undefined {
    return this.#versions.get(key)?.find((version) => version.id === id);
  }

  put(key: string, body: Buffer, metadata: Readonly<Record<string, string>>, condition: Condition = {}, etag = md5(body)): Version {
    if (condition.ifNoneMatch === '*' && this.current(key) !== undefined) throw preconditionFailed();
    return this.#add(key, { body, etag, crc32: crc32Of(body), metadata });
  }

  /** Without a version: a delete marker in a versioned bucket, else deletion. With one: deletes that version. */
  remove(key: string, id?: string): void {
    const versions = this.#versions.get(key) ?? [];
    if (id === undefined && this.versioned) {
      this.#add(key, { body: null, etag: '', crc32: '', metadata: {} });
      return;
    }
    const left = id === undefined ? [] : versions.filter((version) => version.id !== id);
    if (left.length > 0) this.#versions.set(key, left);
    else if (this.#versions.delete(key)) this.#sorted = null;
  }

  /** Keys after `after`, in code-unit order. The service uses UTF-8 bytes, which differ only beyond the basic plane. */
  *keys(prefix: string, after: string): Generator<string> {
    this.#sorted ??= [...this.#versions.keys()].sort();
    const start = after > prefix ? after : prefix;
    for (let at = lowerBound(this.#sorted, start); at < this.#sorted.length; at += 1) {
      const key = this.#sorted[at];
      if (!key.startsWith(prefix)) return;
      if (key !== after) yield key;
    }
  }

  history(key: string): readonly Version[] {
    return (this.#versions.get(key) ?? []).toReversed();
  }

  #add(key: string, content: Omit<Version, 'id' | 'modified'>): Version {
    this.#serial += 1;
    const version = { ...content, id: this.versioned ? `v${this.#serial.toString().padStart(12, '0')}` : 'null', modified: new Date() };
    const versions = this.#versions.get(key);
    if (versions === undefined) {
      this.#versions.set(key, [version]);
      this.#sorted = null;
    } else if (this.versioned) versions.push(version);
    else versions.splice(0, versions.length, version);
    return version;
  }
}

const preconditionFailed = (): S3Error =>
  new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');

const md5 = (body: Buffer): string => createHash('md5').update(body).digest('hex');

export function crc32Of(body: Buffer): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString('base64');
}

function lowerBound(sorted: readonly string[], key: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
