import * as z from 'zod';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { folderBlobStore } from '../../shared/adapters/local/folder-blob-store.ts';
import { readAnyJson } from '../../shared/app/blobs/json-lines.ts';
import { parseContract } from '../../shared/contracts/parse.ts';
import { resultsRoot } from '../../shared/contracts/result-tables.ts';
import { startDigest } from '../../shared/core/keys/digest.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { type Stack, s3Client } from './stack.ts';
import { teamOf } from './status.ts';

/** Of `_SUCCESS.json` what is asked here. */
const published = z.object({ files: z.array(z.object({ key: z.string(), sha256: z.string() })) });

/** Copies what `_SUCCESS.json` lists into a folder laid out as the laptop's own results, it last. Answers the number of files. */
export async function fetchResults(stack: Stack, auditId: string, out: string): Promise<number> {
  const prefix = resultsRoot(await teamOf(stack, auditId));
  const bucket = new S3BlobStore(s3Client(), { bucket: stack.Results, prefix });
  const beside = `audit_id=${auditId}/`;
  const last = `${beside}_SUCCESS.json`;
  if ((await bucket.info(last)) === null) throw new BadInput('this audit has no results; "unveil cloud status" says how far it is');
  const { files } = parseContract(published, await readAnyJson(bucket, last));
  const folder = folderBlobStore(out);
  for (const { key, sha256 } of files) {
    const digest = startDigest();
    await folder.write(key, hashed(bucket.read(key.startsWith('table=') ? key : `${beside}${key}`), digest.update.bind(digest)));
    if (digest.hex() !== sha256) throw new Error(`${key} is not the file that was published: its SHA-256 differs`);
  }
  await folder.write('_SUCCESS.json', bucket.read(last));
  return files.length + 1;
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, update: (bytes: Uint8Array) => unknown): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    update(piece);
    yield piece;
  }
}
