import * as z from 'zod';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { folderBlobStore } from '../../shared/adapters/local/folder-blob-store.ts';
import { parseContract } from '../../shared/contracts/parse.ts';
import { resultKey } from '../../shared/contracts/result-tables.ts';
import { startDigest } from '../../shared/core/keys/digest.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { readAnyJson } from '../../shared/kit/blobs/json-lines.ts';
import { type Stack, s3Client } from './stack.ts';
import { teamOf } from './status.ts';

/** The part of `_SUCCESS.json` that is used here. */
const published = z.object({ files: z.array(z.object({ key: z.string(), sha256: z.string() })) });

/** Copies the files in `_SUCCESS.json` to a folder with the layout of results at home, `_SUCCESS.json` last. Returns their number. */
export async function fetchResults(stack: Stack, auditId: string, out: string): Promise<number> {
  const team = await teamOf(stack, auditId);
  const bucket = new S3BlobStore(s3Client(), { bucket: stack.Results });
  const last = resultKey(team, auditId, '_SUCCESS.json');
  if ((await bucket.info(last)) === null) throw new BadInput('this audit has no results; "unveil cloud status" says how far it is');
  const { files } = parseContract(published, await readAnyJson(bucket, last));
  const folder = folderBlobStore(out);
  for (const { key, sha256 } of files) {
    const digest = startDigest();
    await folder.write(key, hashed(bucket.read(resultKey(team, auditId, key)), digest.update.bind(digest)));
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
