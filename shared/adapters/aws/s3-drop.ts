import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { DroppedObject, Rejection } from '../../contracts/execution.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { httpStatusOf } from './s3-status.ts';

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
  const Body = `${JSON.stringify(rejection, null, 1)}\n`;
  await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/json', Metadata: OURS }));
}

/** By it the starter knows what is written beside a drop from what somebody drops under the same name. */
const OURS = { unveil: 'answer' };

/** Whether `rejectDrop` wrote it; null where there is nothing. */
export async function isOurs(client: S3Client, Bucket: string, Key: string): Promise<boolean | null> {
  try {
    const { Metadata = {} } = await client.send(new HeadObjectCommand({ Bucket, Key }));
    return Metadata['unveil'] === OURS.unveil;
  } catch (error) {
    if (httpStatusOf(error) === 404) return null;
    throw error;
  }
}

export const rejectionMessage = async (client: S3Client, bucket: string, key: string): Promise<string | null> =>
  (await rejectionBeside(client, bucket, key))?.message ?? null;

/** What `rejectDrop` wrote; null where there is none, or no more. */
export async function rejectionBeside(client: S3Client, Bucket: string, key: string): Promise<Rejection | null> {
  try {
    const bytes = await Array.fromAsync(droppedBytes(client, Bucket, { key, versionId: null }));
    return JSON.parse(Buffer.concat(bytes).toString('utf8')) as Rejection;
  } catch (error) {
    if (httpStatusOf(error) === 404) return null;
    throw error;
  }
}
