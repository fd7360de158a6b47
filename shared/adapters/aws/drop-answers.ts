import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { EVENT_SOURCE } from '../../contracts/stack-names.ts';
import { S3BlobStore } from './s3-blob-store.ts';

/** An answer to a drop. */
interface Sent {
  readonly key: string;
  readonly body: object;
  /** Keys of earlier answers that are no longer true. */
  readonly gone: readonly string[];
  /** The event to send, with the place of the answer; null if the answer is not final. */
  readonly event: { readonly detailType: string; readonly detail: object } | null;
}

/** Writes answers into the inbox bucket, where they start no audit, and sends final ones to the event bus. Both may happen twice. */
export class DropAnswers {
  readonly #s3: S3Client;
  readonly #bus: EventBridgeClient;
  readonly #bucket: string;

  constructor(s3: S3Client, bus: EventBridgeClient, bucket: string) {
    this.#s3 = s3;
    this.#bus = bus;
    this.#bucket = bucket;
  }

  async send({ key, body, gone, event }: Sent): Promise<void> {
    const Body = `${JSON.stringify(body, null, 1)}\n`;
    await this.#s3.send(new PutObjectCommand({ Bucket: this.#bucket, Key: key, Body, ContentType: 'application/json' }));
    await removeAll(this.#s3, this.#bucket, gone);
    if (event === null) return;
    const Detail = JSON.stringify({ ...event.detail, answer: { bucket: this.#bucket, key } });
    const { FailedEntryCount = 0 } = await this.#bus.send(
      new PutEventsCommand({ Entries: [{ Source: EVENT_SOURCE, DetailType: event.detailType, Detail }] }),
    );
    // The call succeeds even if the bus rejects the entry.
    if (FailedEntryCount > 0) throw new Error('the event bus did not take an event');
  }
}

/** An answer as it was written; null without one. */
export async function answerAt(client: S3Client, bucket: string, key: string): Promise<Readonly<Record<string, unknown>> | null> {
  const store = new S3BlobStore(client, { bucket });
  if ((await store.info(key)) === null) return null;
  return JSON.parse(Buffer.concat(await Array.fromAsync(store.read(key))).toString('utf8')) as Record<string, unknown>;
}

/** Deletes only what exists: in a versioned bucket, deleting nothing leaves a marker too. */
export async function removeAll(client: S3Client, bucket: string, keys: readonly string[]): Promise<void> {
  const store = new S3BlobStore(client, { bucket });
  for (const key of keys) if ((await store.info(key)) !== null) await store.remove(key);
}
