import { DeleteObjectsCommand, ListObjectVersionsCommand, type ObjectIdentifier, type S3Client } from '@aws-sdk/client-s3';
import { S3Inbox } from '../../shared/adapters/aws/s3-inbox.ts';
import { httpStatusOf } from '../../shared/adapters/aws/s3-status.ts';
import { type CampaignRequest, campaignAdmission } from '../../shared/contracts/campaign.ts';
import type { Admission, DroppedObject } from '../../shared/contracts/execution.ts';
import { parseContract } from '../../shared/contracts/parse.ts';
import {
  ACROSS_AUDITS,
  campaignPrefix,
  copiesRoot,
  RESULT_TABLES,
  resultsRoot,
  tablePrefix,
} from '../../shared/contracts/result-tables.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { inParallel } from '../../shared/core/pacing/in-parallel.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { ANSWERS, answerOfPart, answersOf } from '../../shared/pipeline/cloud/answers.ts';
import { campaignAudits, dropOfAudit, MOST_CHARACTERS } from '../../shared/pipeline/cloud/campaign.ts';
import { dropOf } from '../../shared/pipeline/cloud/drop.ts';
import { filesOf, namedInTurn } from '../../shared/pipeline/identity/audit-identity.ts';
import { campaignStatus } from './campaign.ts';
import { type Stack, s3Client } from './stack.ts';
import { admissionOf, ledgerOf } from './status.ts';

/**
 * Deletes every version of every object of an audit: results, work and drop; and its row of the ledger. The score cache has no rows of an audit: its keys
 * are hashes of terms, shared by all. Returns the number of versions.
 */
export async function purge(stack: Stack, auditId: string): Promise<number> {
  const client = s3Client();
  const admitted = await admissionOf(stack, auditId);
  const { drop, rejectionKey } = admitted;
  const parts = partsOf(admitted);
  const dropped = [...parts, drop, rejectionKey, ...parts.map(answerOfPart), ...answersOf(drop)];
  const deleted = (await purgeMade(client, stack, admitted)) + (await purgeKeys(client, stack.Inbox, dropped));
  // Last, because it tells what belongs to the audit: an interrupted purge can be repeated.
  await ledgerOf(stack).forget(auditId);
  return deleted;
}

/** Files of an audit's drop: the release and all that was given with it. */
const partsOf = ({ release, original, labels, beside }: Admission): string[] =>
  [release, original, labels, ...Object.values(beside)].flatMap((part) => (part === null ? [] : [part.key]));

/** Prefixes of an audit that are emptied concurrently. */
const AT_ONCE = 4;

/** Deletes an audit's results and work. */
async function purgeMade(client: S3Client, stack: Stack, { auditId, day, team }: Admission): Promise<number> {
  const results = [...RESULT_TABLES.map(({ name }) => tablePrefix(name, day, auditId)), `audit_id=${auditId}`];
  const places = [
    ...results.map((each) => [stack.Results, `${resultsRoot(team)}${each}/`] as const),
    // The day's copies hold its rows too; the stack makes them anew from the other audits within a quarter of an hour.
    ...ACROSS_AUDITS.map(({ copy }) => [stack.Results, `${copiesRoot(team)}table=${copy.name}/dt=${day}/`] as const),
    [stack.Work, `audits/${auditId}/`] as const,
  ];
  return total(await inParallel(places, AT_ONCE, ([bucket, prefix]) => purgePrefix(client, bucket, prefix)));
}

/** Deletes every version of these objects. */
const purgeKeys = async (client: S3Client, bucket: string, keys: Iterable<string>): Promise<number> =>
  total(await inParallel([...new Set(keys)], AT_ONCE, (key) => purgePrefix(client, bucket, key, true)));

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** Deletes every version of every object under a prefix, or of one key. Returns their number. */
export async function purgePrefix(client: S3Client, Bucket: string, Prefix: string, exact = false): Promise<number> {
  let deleted = 0;
  let page: { readonly KeyMarker?: string; readonly VersionIdMarker?: string } = {};
  for (;;) {
    const listed = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix, ...page }));
    const found = [...(listed.Versions ?? []), ...(listed.DeleteMarkers ?? [])].filter(({ Key }) => !exact || Key === Prefix);
    const Objects: ObjectIdentifier[] = found.map(({ Key, VersionId }) => ({ Key, VersionId }));
    if (Objects.length > 0) {
      const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
      // The call itself succeeds even if single objects cannot be deleted.
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

export interface PurgedCampaign {
  /** Versions. */
  readonly deleted: number;
  /** Audits that another campaign ran first: they go with that one. */
  readonly kept: readonly string[];
}

/** Audits whose objects are deleted at once: each takes some 15 lists of a bucket. */
const AUDITS_AT_ONCE = 8;

/**
 * Deletes a campaign with the audits that it was the first to run, the files that it names, its rejections, its report and its work; then
 * its file and its row of the ledger, which say what belongs to it: a purge that was cut off can be run again.
 */
export async function purgeCampaign(stack: Stack, id: string): Promise<PurgedCampaign> {
  const client = s3Client();
  const ledger = ledgerOf(stack);
  const entry = await ledger.entry(id);
  const status = await campaignStatus(stack, id);
  if (entry === null || status === null)
    throw new BadInput(`this stack has no campaign "${id}"; name one by the id that "unveil cloud submit --campaign" printed`);
  const { file, team, admittedAt } = parseContract(campaignAdmission, JSON.parse(entry.input));
  const drop = dropOf(file.key, team === null ? [] : [team]);
  if (drop === null) throw new BadInput(`the ledger names no campaign under "${id}"`);
  const beside = `${drop.folder}${drop.name}/`;
  const own = async (auditId: string): Promise<PurgedCampaign & { readonly files: readonly string[] }> => {
    if ((await ledger.entry(auditId)) === null) return { deleted: 0, kept: [], files: [] };
    const admitted = await admissionOf(stack, auditId);
    if (!admitted.drop.startsWith(beside)) return { deleted: 0, kept: [auditId], files: [] };
    return { deleted: await purgeMade(client, stack, admitted), kept: [], files: partsOf(admitted) };
  };
  const ids = new Set(status.audits.flatMap(({ auditId }) => auditId ?? []));
  const audits = await inParallel([...ids], AUDITS_AT_ONCE, own);
  let deleted = audits.reduce((sum, audit) => sum + audit.deleted, 0);
  const inbox = new S3Inbox(client, stack.Inbox);
  const requests = await requestsOf(inbox, file, drop.file);
  const asked = await inParallel(requests, AUDITS_AT_ONCE, (request) => keysOf(request, inbox, drop.folder));
  const named = [...new Set([...audits.flatMap(({ files }) => files), ...asked.flat()])];
  // Audits share files: these go after all of them, each once.
  const rejections = requests.map(({ name }) => dropOfAudit(drop, name).rejectionKey);
  const keys = [...named, ...named.map(answerOfPart), ...rejections, drop.rejectionKey, ...answersOf(drop.key)];
  deleted += await purgeKeys(client, stack.Inbox, keys);
  deleted += await purgePrefix(client, stack.Inbox, `${ANSWERS}${beside}`);
  // Their rows say which files are theirs: they go after these.
  const kept = audits.flatMap((audit) => audit.kept);
  await inParallel(
    [...ids].filter((auditId) => !kept.includes(auditId)),
    AUDITS_AT_ONCE,
    (auditId) => ledger.forget(auditId),
  );
  for (const place of [`campaign_id=${id}`, campaignPrefix(admittedAt.slice(0, 10), id)])
    deleted += await purgePrefix(client, stack.Results, `${resultsRoot(team)}${place}/`);
  deleted += await purgePrefix(client, stack.Work, `audits/${id}/`);
  deleted += await purgeKeys(client, stack.Inbox, [file.key]);
  await ledger.forget(id);
  return { deleted, kept };
}

/** Files named by its audits, rejected ones included, and files named by those, if they still exist. */
async function keysOf(request: CampaignRequest, inbox: S3Inbox, folder: string): Promise<string[]> {
  const text = (path: string): Promise<string> => inbox.text({ key: `${folder}${path}`, versionId: null, sha256: '' }, MOST_CHARACTERS);
  const inTurn = await namedInTurn(request, KINDS, text).catch(() => []);
  return [...filesOf(request), ...inTurn].map((path) => `${folder}${path}`);
}

/** The campaign's request; null if an interrupted purge already deleted its file. */
async function requestsOf(inbox: S3Inbox, object: DroppedObject, file: string): Promise<readonly CampaignRequest[]> {
  try {
    // Sources are no matter here.
    return campaignAudits(await inbox.text(object, MOST_CHARACTERS), file, ['wordnet']);
  } catch (error) {
    if (httpStatusOf(error) === 404) return [];
    throw error;
  }
}
