import { createHash } from 'node:crypto';
import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { DroppedObject } from '../../contracts/execution.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { droppedBytes } from './s3-drop.ts';
import { unlessMissing } from './s3-status.ts';

/** The version that was dropped, which is read instead of the newest one of its key. */
interface DroppedVersion {
  readonly key: string;
  readonly versionId: string | null;
}

/** The inbox bucket. An object is named by the SHA-256 of its content: an ETag is no digest under KMS, and a version changes with each drop. */
export class S3Inbox {
  readonly #bucket: string;
  readonly #client: S3Client;
  readonly #dropped: DroppedVersion | null;
  readonly #bytes = new Map<string, number>();

  constructor(client: S3Client, bucket: string, dropped: DroppedVersion | null = null) {
    this.#client = client;
    this.#bucket = bucket;
    this.#dropped = dropped;
  }

  pin(key: string): Promise<DroppedObject | null> {
    return unlessMissing(this.#pin(key));
  }

  async #pin(key: string): Promise<DroppedObject> {
    const asked = key === this.#dropped?.key && this.#dropped.versionId !== null ? { VersionId: this.#dropped.versionId } : {};
    const { VersionId } = await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key, ...asked }));
    const versionId = VersionId === undefined || VersionId === 'null' ? null : VersionId;
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of droppedBytes(this.#client, this.#bucket, { key, versionId })) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    this.#bytes.set(key, bytes);
    return { key, versionId, sha256: hash.digest('hex') };
  }

  /** Size of an object that was pinned here. */
  bytes({ key }: Pick<DroppedObject, 'key'>): number {
    return this.#bytes.get(key) ?? 0;
  }

  async text(object: DroppedObject, most: number): Promise<string> {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of droppedBytes(this.#client, this.#bucket, object)) {
      length += piece.length;
      if (length > most)
        throw new BadInput(`a file of this kind has at most ${most} bytes`, { file: object.key.split('/').at(-1) ?? object.key });
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString('utf8');
  }
}
