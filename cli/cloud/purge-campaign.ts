import { S3Inbox } from '../../shared/adapters/aws/s3-inbox.ts';
import { httpStatusOf } from '../../shared/adapters/aws/s3-status.ts';
import { namedBeside } from '../../shared/app/cloud/admit.ts';
import { ANSWERS, answerOfPart, answersOf } from '../../shared/app/cloud/answers.ts';
import { campaignAudits, dropOfAudit, MOST_CHARACTERS } from '../../shared/app/cloud/campaign.ts';
import { dropOf } from '../../shared/app/cloud/drop.ts';
import type { CampaignRequest } from '../../shared/contracts/campaign.ts';
import { campaignAdmission } from '../../shared/contracts/campaign.ts';
import type { DroppedObject } from '../../shared/contracts/execution.ts';
import { parseContract } from '../../shared/contracts/parse.ts';
import { campaignPrefix, resultsRoot } from '../../shared/contracts/result-tables.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { inParallel } from '../../shared/core/pacing/in-parallel.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { campaignStatus } from './campaign.ts';
import { partsOf, purgeKeys, purgeMade, purgePrefix } from './purge.ts';
import { type Stack, s3Client } from './stack.ts';
import { admissionOf, ledgerOf } from './status.ts';

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
  const asked = await inParallel(requests, AUDITS_AT_ONCE, (request) => filesOf(request, inbox, drop.folder));
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

/** What one of its audits names, also where it was rejected; what those files name in turn, as far as they are still there and can be read. */
async function filesOf(request: CampaignRequest, inbox: S3Inbox, folder: string): Promise<string[]> {
  const { release, original, labels, roles, buckets, external, otherRelease } = request;
  const text = (path: string): Promise<string> => inbox.text({ key: `${folder}${path}`, versionId: null, sha256: '' }, MOST_CHARACTERS);
  const inTurn = await namedBeside(request, KINDS, text).catch(() => []);
  return [release, original, labels, roles, buckets, external, otherRelease?.file, ...inTurn].flatMap((path) =>
    path === undefined ? [] : [`${folder}${path}`],
  );
}

/** What the campaign asked for; nothing where an earlier purge, cut off later, has deleted its file. */
async function requestsOf(inbox: S3Inbox, object: DroppedObject, file: string): Promise<readonly CampaignRequest[]> {
  try {
    // Sources are no matter here.
    return campaignAudits(await inbox.text(object, MOST_CHARACTERS), file, ['wordnet']);
  } catch (error) {
    if (httpStatusOf(error) === 404) return [];
    throw error;
  }
}
