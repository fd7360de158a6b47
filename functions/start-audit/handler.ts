// From the queue of drops: admits each drop once, by its content, and starts its execution. May see a drop any number of times.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import * as z from 'zod';
import { DynamoLedger } from '../../shared/adapters/aws/dynamo-ledger.ts';
import { startExecution } from '../../shared/adapters/aws/executions.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { rejectDrop } from '../../shared/adapters/aws/s3-drop.ts';
import { S3Inbox } from '../../shared/adapters/aws/s3-inbox.ts';
import { currentSource } from '../../shared/adapters/aws/s3-sources.ts';
import { admit } from '../../shared/app/cloud/admit.ts';
import { AuditFolder } from '../../shared/app/cloud/audit-folder.ts';
import { CampaignFolder, campaignIdOf, droppedCampaign } from '../../shared/app/cloud/campaign.ts';
import { type Drop, dropOf } from '../../shared/app/cloud/drop.ts';
import type { Offer } from '../../shared/app/cloud/offer.ts';
import type { CampaignAdmission } from '../../shared/contracts/campaign.ts';
import { ErrorName } from '../../shared/lambda/error-names.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { environment } from './env.ts';

const [s3, dynamo, states] = [new S3Client({}), new DynamoDBClient({}), new SFNClient({})];

/** Strict in nothing but what is used: S3 adds fields to its events. */
const created = z.object({ detail: z.object({ bucket: z.object({ name: z.string() }), object: z.object({ key: z.string() }) }) });
const queued = z.object({ Records: z.array(z.object({ messageId: z.string(), body: z.string() })) });

export const handler = handlerOf(
  { name: 'start-audit', input: queued, environment },
  async ({ Records }, { environment: env, log, count }) => {
    const failed: string[] = [];
    for (const { messageId, body } of Records) {
      try {
        const outcome = await start(created.parse(JSON.parse(body)).detail.object.key, env);
        count(`Drops${outcome}`, 1);
      } catch (error) {
        log.warn('a drop could not be started', { errorName: error instanceof Error ? error.name : 'unknown' });
        failed.push(messageId);
      }
    }
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  },
);

async function start(key: string, env: z.output<typeof environment>): Promise<'Ignored' | 'Rejected' | 'Repeated' | 'Started'> {
  const inbox = new S3Inbox(s3, env.INBOX_BUCKET);
  const offer: Offer = {
    sources: env.DEFAULT_SOURCES.split(','),
    egress: env.EGRESS.split(','),
    mustHold: (spec) => currentSource(s3, env.ASSETS_BUCKET, spec),
  };
  const drop = dropOf(key);
  if (drop === null) return 'Ignored';
  try {
    return await (drop.kind === 'campaign' ? startCampaign(drop, inbox, offer, env) : startAudit(drop, inbox, offer, env));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== ErrorName.badInput) throw error;
    await rejectDrop(s3, env.INBOX_BUCKET, drop.rejectionKey, error);
    return 'Rejected';
  }
}

async function startAudit(drop: Drop, inbox: S3Inbox, offer: Offer, env: z.output<typeof environment>): Promise<'Repeated' | 'Started'> {
  const admitted = await admit(drop, inbox, new Date(), offer);
  const { admission, request } = admitted;
  const { auditId } = admission;
  const ledger = new DynamoLedger(dynamo, env.LEDGER_TABLE);
  const entry = await ledger.admit(auditId, JSON.stringify(admission));
  // Names of executions are free again after 90 days; the ledger still knows.
  if (entry.status !== 'admitted') return 'Repeated';
  const first = JSON.parse(entry.input) as typeof admission;
  const folder = new AuditFolder(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix: `audits/${auditId}/` }));
  await folder.admit(first, request);
  const execution = await startExecution(states, env.AUDIT_MACHINE, {
    name: auditId,
    input: { audit: { auditId, day: first.day } },
    since: Date.parse(first.admittedAt),
  });
  await ledger.started(auditId, execution);
  return 'Started';
}

/** A campaign is checked whole before any of it starts; its audits are admitted by its own execution. */
async function startCampaign(drop: Drop, inbox: S3Inbox, offer: Offer, env: z.output<typeof environment>): Promise<'Repeated' | 'Started'> {
  const { object, audits } = await droppedCampaign(drop, inbox, offer.sources);
  const campaignId = campaignIdOf(env.INBOX_BUCKET, object.key, object.sha256);
  const admission: CampaignAdmission = { admittedAt: new Date().toISOString(), file: object };
  const ledger = new DynamoLedger(dynamo, env.LEDGER_TABLE);
  const entry = await ledger.admit(campaignId, JSON.stringify(admission));
  if (entry.status !== 'admitted') return 'Repeated';
  const first = (JSON.parse(entry.input) as CampaignAdmission).admittedAt;
  const audit = { auditId: campaignId, day: first.slice(0, 10) };
  const folder = new CampaignFolder(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix: `audits/${campaignId}/` }));
  await folder.write(audit, { name: drop.name, folder: drop.folder, file: drop.file }, audits);
  const execution = await startExecution(states, env.CAMPAIGN_MACHINE, { name: campaignId, input: { audit }, since: Date.parse(first) });
  await ledger.started(campaignId, execution);
  return 'Started';
}
