import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { folderBlobStore } from '../../shared/adapters/local/folder-blob-store.ts';
import { RESULT_TABLES, tablePrefix } from '../../shared/contracts/result-tables.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { type Stack, s3Client } from './stack.ts';
import { admissionOf } from './status.ts';

/** Copies what an audit published into a folder laid out as the laptop's own results; `_SUCCESS.json` last. Answers the number of files. */
export async function fetchResults(stack: Stack, auditId: string, out: string): Promise<number> {
  const bucket = new S3BlobStore(s3Client(), { bucket: stack.Results, prefix: 'results/' });
  const beside = `audit_id=${auditId}/`;
  if ((await bucket.info(`${beside}_SUCCESS.json`)) === null) {
    throw new BadInput('this audit has no results; "unveil cloud status" says how far it is');
  }
  const { day } = await admissionOf(stack, auditId);
  const folder = folderBlobStore(out);
  let files = 0;
  const copy = async (key: string, to: string): Promise<void> => {
    await folder.write(to, bucket.read(key));
    files += 1;
  };
  for (const { name } of RESULT_TABLES)
    for await (const { key } of bucket.list(`${tablePrefix(name, day, auditId)}/`)) await copy(key, key);
  for await (const { key } of bucket.list(beside)) {
    if (!key.endsWith('_SUCCESS.json')) await copy(key, key.slice(beside.length));
  }
  await copy(`${beside}_SUCCESS.json`, '_SUCCESS.json');
  return files;
}
