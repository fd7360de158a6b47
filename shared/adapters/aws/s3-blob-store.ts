import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { type BlobInfo, type BlobStore, MissingBlob } from '../../ports/blob-store.ts';
import { uploadInParts } from './s3-multipart.ts';
import { httpStatusOf, unlessMissing, whileConflicting } from './s3-status.ts';

/** Bodies up to this size are one request, larger streams are parts of it: 10,000 parts make 160 GB, more than a release will be. */
const PART = 16 * 1024 * 1024;

interface S3Place {
  readonly bucket: string;
  /** Prepended to every key; empty, or ending in `/`. */
  readonly prefix?: string;
}

export class S3BlobStore implements BlobStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor(client: S3Client, { bucket, prefix = '' }: S3Place) {
    this.#client = client;
    this.#bucket = bucket;
    this.#prefix = prefix;
  }

  async *read(key: string, range?: { readonly start: number; readonly end: number }): AsyncIterable<Uint8Array> {
    if (range !== undefined && range.end <= range.start) return;
    const Range = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end - 1}` };
    const { Body } = await this.#client.send(new GetObjectCommand({ ...this.#at(key), ...Range })).catch((error: unknown) => {
      throw httpStatusOf(error) === 404 ? new MissingBlob(key, { cause: error }) : error;
    });
    yield* Body as AsyncIterable<Uint8Array>;
  }

  async write(key: string, body: Uint8Array | AsyncIterable<Uint8Array>, { ifAbsent = false } = {}): Promise<boolean> {
    const condition = ifAbsent ? { IfNoneMatch: '*' } : {};
    const parts = body instanceof Uint8Array ? [body].values() : inParts(body);
    const first = await parts.next();
    const second = first.done === true ? first : await parts.next();
    try {
      if (second.done === true) {
        const Body = first.done === true ? new Uint8Array() : first.value;
        const put = { ...this.#at(key), ...condition, Body, ContentLength: Body.length };
        await whileConflicting(() => this.#client.send(new PutObjectCommand(put)));
      } else if (ifAbsent && (await this.info(key)) !== null) {
        // The completion would be rejected at the end; asking first saves the parts.
        return false;
      } else await uploadInParts(this.#client, this.#at(key), condition, [first.value as Uint8Array, second.value], parts);
      return true;
    } catch (error) {
      if (ifAbsent && httpStatusOf(error) === 412) return false;
      throw error;
    }
  }

  async info(key: string): Promise<BlobInfo | null> {
    const head = await unlessMissing(this.#client.send(new HeadObjectCommand(this.#at(key))));
    return head === null ? null : { key, size: head.ContentLength ?? 0 };
  }

  async *list(prefix: string): AsyncIterable<BlobInfo> {
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket, Prefix: this.#prefix + prefix });
    for await (const { Contents = [] } of pages) {
      for (const { Key = '', Size = 0 } of Contents) yield { key: Key.slice(this.#prefix.length), size: Size };
    }
  }

  async remove(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(key)));
  }

  #at(key: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix + key };
  }
}

/** Time of the last write; null without an object. */
export async function lastWritten(client: S3Client, at: { readonly Bucket: string; readonly Key: string }): Promise<Date | null> {
  return (await unlessMissing(client.send(new HeadObjectCommand(at))))?.LastModified ?? null;
}

/** Joins the chunks of a stream to parts of `PART` bytes; the last one is shorter. */
async function* inParts(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    let rest = piece;
    while (size + rest.length >= PART) {
      const fits = PART - size;
      yield Buffer.concat([...held, rest.subarray(0, fits)]);
      rest = rest.subarray(fits);
      held = [];
      size = 0;
    }
    if (rest.length > 0) held.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(held);
}
