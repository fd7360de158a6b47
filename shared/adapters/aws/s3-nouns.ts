import type { S3Client } from '@aws-sdk/client-s3';
import { S3BlobStore } from './s3-blob-store.ts';
import { type CurrentSource, currentSource } from './s3-sources.ts';

/** The folder of the list in the assets bucket; it comes with WordNet. */
export const NOUNS = 'nouns';

/** Which list the stack has now; one that has none is told how to get it. */
export const currentNouns = (client: S3Client, bucket: string): Promise<CurrentSource> => currentSource(client, bucket, NOUNS, 'wordnet');

/** The nouns in the order in which they were pushed. */
export async function readNouns(client: S3Client, bucket: string, key: string): Promise<readonly string[]> {
  const pieces = await Array.fromAsync(new S3BlobStore(client, { bucket }).read(key));
  return Buffer.concat(pieces).toString('utf8').split('\n').slice(0, -1);
}
