import { DeleteObjectsCommand, ListObjectVersionsCommand, type ObjectIdentifier, type S3Client } from '@aws-sdk/client-s3';
import { answerOfPart, answersOf } from '../../shared/app/cloud/answers.ts';
import type { Admission } from '../../shared/contracts/execution.ts';
import { RESULT_TABLES, resultsRoot, tablePrefix } from '../../shared/contracts/result-tables.ts';
import { inParallel } from '../../shared/core/pacing/in-parallel.ts';
import { type Stack, s3Client } from './stack.ts';
import { admissionOf, ledgerOf } from './status.ts';

/**
 * Deletes every version of every object of one audit: its results, its work, its drop; and its row of the ledger. The score cache holds no
 * row of an audit: its keys are hashes of terms, shared by all. Answers the number of versions deleted.
 */
export async function purge(stack: Stack, auditId: string): Promise<number> {
  const client = s3Client();
  const admitted = await admissionOf(stack, auditId);
  const { drop, rejectionKey } = admitted;
  const parts = partsOf(admitted);
  const dropped = [...parts, drop, rejectionKey, ...parts.map(answerOfPart), ...answersOf(drop)];
  const deleted = (await purgeMade(client, stack, admitted)) + (await purgeKeys(client, stack.Inbox, dropped));
  // Last: it says what belongs to the audit, so a purge that was cut off can be run again.
  await ledgerOf(stack).forget(auditId);
  return deleted;
}

/** The files of its drop: the release, and all that was given beside it. */
export const partsOf = ({ release, original, labels, beside }: Admission): string[] =>
  [release, original, labels, ...Object.values(beside)].flatMap((part) => (part === null ? [] : [part.key]));

/** Prefixes of one audit that are emptied at once. */
const AT_ONCE = 4;

/** What the audit made: its results and its work. */
export async function purgeMade(client: S3Client, stack: Stack, { auditId, day, team }: Admission): Promise<number> {
  const results = [...RESULT_TABLES.map(({ name }) => tablePrefix(name, day, auditId)), `audit_id=${auditId}`];
  const places = [
    ...results.map((each) => [stack.Results, `${resultsRoot(team)}${each}/`] as const),
    [stack.Work, `audits/${auditId}/`] as const,
  ];
  return total(await inParallel(places, AT_ONCE, ([bucket, prefix]) => purgePrefix(client, bucket, prefix)));
}

/** Every version of each of the objects. */
export const purgeKeys = async (client: S3Client, bucket: string, keys: Iterable<string>): Promise<number> =>
  total(await inParallel([...new Set(keys)], AT_ONCE, (key) => purgePrefix(client, bucket, key, true)));

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

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
