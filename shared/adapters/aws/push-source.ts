import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { decodeHead, HEAD_BYTES } from '../../core/corpus/index-format.ts';
import { S3BlobStore } from './s3-blob-store.ts';
import { type CurrentSource, sourceFolder } from './s3-sources.ts';

/** Puts an index under its version, and makes it the one that requests get. Audits that run keep the version they were planned with. */
export async function pushIndex(
  client: S3Client,
  bucket: string,
  spec: string,
  index: { readonly head: Uint8Array; readonly size: number; readonly bytes: AsyncIterable<Uint8Array> | Uint8Array },
): Promise<CurrentSource> {
  const { contentHash } = decodeHead(index.head.subarray(0, HEAD_BYTES), index.size, spec);
  const folder = sourceFolder(spec);
  const current: CurrentSource = { key: `${folder}${contentHash}.unveil-index`, size: index.size };
  await new S3BlobStore(client, { bucket }).write(current.key, index.bytes, { ifAbsent: true });
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: `${folder}current.json`, Body: JSON.stringify(current) }));
  return current;
}
