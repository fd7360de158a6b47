import { DeleteObjectsCommand, ListObjectVersionsCommand, type ObjectIdentifier, type S3Client } from '@aws-sdk/client-s3';
import { RESULT_TABLES, tablePrefix } from '../../shared/contracts/result-tables.ts';
import { type Stack, s3Client } from './stack.ts';
import { admissionOf, ledgerOf } from './status.ts';

/**
 * Deletes every version of every object of one audit: its results, its work, its drop; and its row of the ledger. The score cache holds no
 * row of an audit: its keys are hashes of terms, shared by all. Answers the number of versions deleted.
 */
export async function purge(stack: Stack, auditId: string): Promise<number> {
  const client = s3Client();
  const { day, release, original, labels, rejectionKey } = await admissionOf(stack, auditId);
  let deleted = 0;
  for (const { name } of RESULT_TABLES) deleted += await purgePrefix(client, stack.Results, `results/${tablePrefix(name, day, auditId)}/`);
  deleted += await purgePrefix(client, stack.Results, `results/audit_id=${auditId}/`);
  deleted += await purgePrefix(client, stack.Work, `audits/${auditId}/`);
  const request = rejectionKey.replace(/rejected\.json$/, 'audit.json');
  for (const key of [release.key, original?.key, labels?.key, rejectionKey, request]) {
    if (key !== undefined) deleted += await purgePrefix(client, stack.Inbox, key, true);
  }
  // Last: it says what belongs to the audit, so a purge that was cut off can be run again.
  await ledgerOf(stack).forget(auditId);
  return deleted;
}

/** Every version of every object under a prefix, or of one key. Answers how many. */
export async function purgePrefix(client: S3Client, Bucket: string, Prefix: string, exact = false): Promise<number> {
  let deleted = 0;
  let page: { readonly KeyMarker?: string; readonly VersionIdMarker?: string } = {};
  for (;;) {
    const listed = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix, ...page }));
    const found = [...(listed.Versions ?? []), ...(listed.DeleteMarkers ?? [])].filter(({ Key }) => !exact || Key === Prefix);
    const Objects: ObjectIdentifier[] = found.map(({ Key, VersionId }) => ({ Key, VersionId }));
    if (Objects.length > 0) {
      const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
      // The call itself succeeds when single objects cannot be deleted.
      if (Errors.length > 0) throw new Error(`${Errors.length} versions could not be deleted (${Errors[0]?.Code}); run the purge again`);
    }
    deleted += Objects.length;
    if (listed.IsTruncated !== true || listed.NextKeyMarker === undefined) return deleted;
    page = {
      KeyMarker: listed.NextKeyMarker,
      ...(listed.NextVersionIdMarker === undefined ? {} : { VersionIdMarker: listed.NextVersionIdMarker }),
    };
  }
}
