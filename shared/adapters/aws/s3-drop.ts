import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { DroppedObject, Rejection } from '../../contracts/execution.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { statusOf } from './s3-status.ts';

/** The bytes of the very version that was admitted, however often the key was written since. */
export async function* droppedBytes(
  client: S3Client,
  Bucket: string,
  { key, versionId }: Pick<DroppedObject, 'key' | 'versionId'>,
): AsyncGenerator<Uint8Array> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key, ...(versionId === null ? {} : { VersionId: versionId }) }));
  yield* Body as AsyncIterable<Uint8Array>;
}

/** Beside the drop, with the message that the laptop would print; anything but a BadInput is no verdict on the drop and is left alone. */
export async function rejectDrop(client: S3Client, Bucket: string, Key: string, error: unknown): Promise<void> {
  if (!(error instanceof BadInput)) return;
  const { file, line, column } = error.place;
  const rejection: Rejection = { message: error.describe(), file: file ?? null, line: line ?? null, column: column ?? null };
  await client.send(
    new PutObjectCommand({ Bucket, Key, Body: `${JSON.stringify(rejection, null, 1)}\n`, ContentType: 'application/json' }),
  );
}

/** The message that `rejectDrop` wrote; null where there is none, or no more. */
export async function rejectionMessage(client: S3Client, Bucket: string, key: string): Promise<string | null> {
  try {
    const bytes = await Array.fromAsync(droppedBytes(client, Bucket, { key, versionId: null }));
    return (JSON.parse(Buffer.concat(bytes).toString('utf8')) as Rejection).message;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}
