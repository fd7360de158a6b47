import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { DroppedObject, Rejection } from '../../contracts/execution.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { unlessMissing } from './s3-status.ts';

/** The bytes of the version that was admitted, however often the key was written since. */
export async function* droppedBytes(
  client: S3Client,
  Bucket: string,
  { key, versionId }: Pick<DroppedObject, 'key' | 'versionId'>,
): AsyncGenerator<Uint8Array> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key, ...(versionId === null ? {} : { VersionId: versionId }) }));
  yield* Body as AsyncIterable<Uint8Array>;
}

/** Writes a rejection next to the drop, with the message that the laptop would print. Only a BadInput rejects. */
export async function rejectDrop(client: S3Client, Bucket: string, Key: string, error: unknown): Promise<void> {
  if (!(error instanceof BadInput)) return;
  const { file, line, column } = error.place;
  const rejection: Rejection = { message: error.describe(), file: file ?? null, line: line ?? null, column: column ?? null };
  const Body = `${JSON.stringify(rejection, null, 1)}\n`;
  await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/json', Metadata: OURS }));
}

/** Distinguishes rejections from files that somebody drops under the same name. */
const OURS = { unveil: 'answer' };

/** True if `rejectDrop` wrote the object; null without one. */
export async function isOurs(client: S3Client, Bucket: string, Key: string): Promise<boolean | null> {
  const head = await unlessMissing(client.send(new HeadObjectCommand({ Bucket, Key })));
  return head === null ? null : head.Metadata?.['unveil'] === OURS.unveil;
}

export const rejectionMessage = async (client: S3Client, bucket: string, key: string): Promise<string | null> =>
  (await rejectionBeside(client, bucket, key))?.message ?? null;

/** The rejection next to a drop; null without one. */
export async function rejectionBeside(client: S3Client, Bucket: string, key: string): Promise<Rejection | null> {
  const bytes = await unlessMissing(Array.fromAsync(droppedBytes(client, Bucket, { key, versionId: null })));
  return bytes === null ? null : (JSON.parse(Buffer.concat(bytes).toString('utf8')) as Rejection);
}
