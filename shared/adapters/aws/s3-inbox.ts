import { createHash } from 'node:crypto';
import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { DroppedObject } from '../../contracts/execution.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { droppedBytes } from './s3-drop.ts';
import { httpStatusOf } from './s3-status.ts';

/** The inbox bucket. An object is named by the SHA-256 of its content: an ETag is no digest under KMS, and a version is new each time. */
export class S3Inbox {
  readonly bucket: string;
  readonly #client: S3Client;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.bucket = bucket;
  }

  async pin(key: string): Promise<DroppedObject | null> {
    try {
      const { VersionId } = await this.#client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }));
      const versionId = VersionId === undefined || VersionId === 'null' ? null : VersionId;
      const hash = createHash('sha256');
      for await (const piece of droppedBytes(this.#client, this.bucket, { key, versionId })) hash.update(piece);
      return { key, versionId, sha256: hash.digest('hex') };
    } catch (error) {
      if (httpStatusOf(error) === 404) return null;
      throw error;
    }
  }

  async text(object: DroppedObject, most: number): Promise<string> {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of droppedBytes(this.#client, this.bucket, object)) {
      length += piece.length;
      if (length > most)
        throw new BadInput(`a file of this kind has at most ${most} bytes`, { file: object.key.split('/').at(-1) ?? object.key });
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString('utf8');
  }
}
