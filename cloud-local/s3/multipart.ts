import { createHash } from 'node:crypto';
import { type Bucket, type Condition, crc32Of, type Version } from './objects.ts';
import { S3Error } from './s3-error.ts';

/** Minimum bytes of all parts but the last. */
const LEAST_PART = 5 * 1024 * 1024;

interface Upload {
  readonly bucket: Bucket;
  readonly key: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly parts: Map<number, { readonly body: Buffer; readonly etag: string }>;
}

export class Uploads {
  #open = new Map<string, Upload>();
  #serial = 0;

  start(bucket: Bucket, key: string, metadata: Readonly<Record<string, string>>): string {
    this.#serial += 1;
    const id = `upload-${this.#serial}`;
    this.#open.set(id, { bucket, key, metadata, parts: new Map() });
    return id;
  }

  part(id: string, number: number, body: Buffer): { readonly etag: string; readonly crc32: string } {
    const etag = createHash('md5').update(body).digest('hex');
    this.#get(id).parts.set(number, { body, etag });
    return { etag, crc32: crc32Of(body) };
  }

  complete(id: string, wanted: readonly { readonly number: number; readonly etag: string }[], condition: Condition): Version {
    const { bucket, key, metadata, parts } = this.#get(id);
    const bodies = wanted.map(({ number, etag }, at) => {
      const part = parts.get(number);
      if (part === undefined || part.etag !== etag.replaceAll('"', '')) {
        throw new S3Error(400, 'InvalidPart', 'One or more of the specified parts could not be found.');
      }
      if (number <= (wanted[at - 1]?.number ?? 0)) {
        throw new S3Error(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.');
      }
      if (at < wanted.length - 1 && part.body.length < LEAST_PART) {
        throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
      }
      return part;
    });
    const digests = Buffer.concat(bodies.map(({ etag }) => Buffer.from(etag, 'hex')));
    const etag = `${createHash('md5').update(digests).digest('hex')}-${bodies.length}`;
    const version = bucket.put(key, Buffer.concat(bodies.map(({ body }) => body)), metadata, condition, etag);
    this.#open.delete(id);
    return version;
  }

  abort(id: string): void {
    this.#get(id);
    this.#open.delete(id);
  }

  #get(id: string): Upload {
    const upload = this.#open.get(id);
    if (upload === undefined) throw new S3Error(404, 'NoSuchUpload', 'The specified upload does not exist.');
    return upload;
  }
}
