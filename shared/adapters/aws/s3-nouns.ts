import type { S3Client } from '@aws-sdk/client-s3';
import { NounGraph } from '../../core/text/noun-graph.ts';
import { S3BlobStore } from './s3-blob-store.ts';
import { type CurrentSource, currentSource } from './s3-sources.ts';

/** Folder of WordNet's nouns in the assets bucket; they are pushed with WordNet. */
export const NOUNS = 'noun-graph';
/** Between the two files of the database. */
const BREAK = '\f';

/** The database's two files of nouns as one. */
export const nounsAsset = ({ index, data }: { readonly index: string; readonly data: string }): Uint8Array =>
  Buffer.from(index + BREAK + data, 'latin1');

/** The current nouns of the stack; without one the message says how to push it. */
export const currentNouns = (client: S3Client, bucket: string): Promise<CurrentSource> => currentSource(client, bucket, NOUNS, 'wordnet');

export async function readNouns(client: S3Client, bucket: string, key: string): Promise<NounGraph> {
  const pieces = await Array.fromAsync(new S3BlobStore(client, { bucket }).read(key));
  const both = Buffer.concat(pieces).toString('latin1');
  const at = both.indexOf(BREAK);
  return new NounGraph(both.slice(0, at), both.slice(at + 1));
}
