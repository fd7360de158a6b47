import { createHash } from 'node:crypto';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { BadInput } from '../../core/model/bad-input.ts';
import { decodeHead, HEAD_BYTES } from '../../corpus/corpus.ts';
import { HEADER_BYTES, PACK_VERSION, packLength, readHeader } from '../../corpus/vectors/pack-format.ts';
import { S3BlobStore } from './s3-blob-store.ts';
import { NOUNS, nounsAsset } from './s3-nouns.ts';
import { type CurrentSource, sourceFolder } from './s3-sources.ts';

/** A file to push: its head, which names its version, and all of it. */
interface PushedFile {
  readonly head: Uint8Array;
  readonly size: number;
  readonly bytes: AsyncIterable<Uint8Array> | Uint8Array;
}

/** Stores an index under its version and makes it current. Running audits keep the version they were planned with. */
export function pushIndex(client: S3Client, bucket: string, spec: string, file: PushedFile): Promise<CurrentSource> {
  const { contentHash } = decodeHead(file.head.subarray(0, HEAD_BYTES), file.size, spec);
  return push(client, bucket, spec, file, { id: spec, key: `${contentHash}.unveil-index` });
}

/** Stores a pack of word vectors in the same way. Results call it `id`. */
export function pushEmbeddings(client: S3Client, bucket: string, spec: string, id: string, file: PushedFile): Promise<CurrentSource> {
  const header = readHeader(file.head.subarray(0, HEADER_BYTES));
  if (header === null || packLength(header) !== file.size)
    throw new BadInput('this is no pack of word vectors of this version', { file: spec });
  return push(client, bucket, spec, file, { id, key: `${Buffer.from(header.origin).toString('hex')}-${PACK_VERSION}.vectors` });
}

/** WordNet's nouns: the dictionary of the weak attacker, and what relates values of tables. */
export function pushNouns(client: S3Client, bucket: string, files: Parameters<typeof nounsAsset>[0]): Promise<CurrentSource> {
  const bytes = nounsAsset(files);
  const name = createHash('sha256').update(bytes).digest('hex');
  return push(client, bucket, NOUNS, { head: bytes, size: bytes.length, bytes }, { id: NOUNS, key: `${name}.txt` });
}

async function push(
  client: S3Client,
  bucket: string,
  spec: string,
  { size, bytes }: PushedFile,
  named: { readonly id: string; readonly key: string },
): Promise<CurrentSource> {
  const folder = sourceFolder(spec);
  const current: CurrentSource = { id: named.id, key: `${folder}${named.key}`, size };
  await new S3BlobStore(client, { bucket }).write(current.key, bytes, { ifAbsent: true });
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: `${folder}current.json`, Body: JSON.stringify(current) }));
  return current;
}
