import type { S3Client } from '@aws-sdk/client-s3';
import { S3BlobStore } from './s3-blob-store.ts';
import { type CurrentSource, currentSource } from './s3-sources.ts';

/** Folder of the list in the assets bucket; it is pushed with WordNet. */
export const NOUNS = 'nouns';

/** The current list of the stack; without one the message says how to push it. */
export const currentNouns = (client: S3Client, bucket: string): Promise<CurrentSource> => currentSource(client, bucket, NOUNS, 'wordnet');

/** The nouns in the order in which they were pushed. */
export async function readNouns(client: S3Client, bucket: string, key: string): Promise<readonly string[]> {
  const pieces = await Array.fromAsync(new S3BlobStore(client, { bucket }).read(key));
  return Buffer.concat(pieces).toString('utf8').split('\n').slice(0, -1);
}
