// A drop that may start something: admitted once, by its content, and started.
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SFNClient } from '@aws-sdk/client-sfn';
import type * as z from 'zod';
import { consolePage } from '../../shared/adapters/aws/console-page.ts';
import { DynamoLedger, type LedgerEntry } from '../../shared/adapters/aws/dynamo-ledger.ts';
import { executionArn, startExecution } from '../../shared/adapters/aws/executions.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { S3Inbox } from '../../shared/adapters/aws/s3-inbox.ts';
import { currentSource } from '../../shared/adapters/aws/s3-sources.ts';
import { admit } from '../../shared/app/cloud/admit.ts';
import { acceptedAudit, type DropAnswer, ofAudit } from '../../shared/app/cloud/answers.ts';
import { AuditFolder } from '../../shared/app/cloud/audit-folder.ts';
import { CampaignWork, campaignIdOf, droppedCampaign } from '../../shared/app/cloud/campaign.ts';
import type { Drop } from '../../shared/app/cloud/drop.ts';
import type { Offer } from '../../shared/app/cloud/offer.ts';
import type { CampaignAdmission } from '../../shared/contracts/campaign.ts';
import type { Admission } from '../../shared/contracts/execution.ts';
import { resultsOfAudit } from '../../shared/contracts/result-tables.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import type { environment } from './env.ts';

interface Services {
  readonly s3: S3Client;
  readonly dynamo: DynamoDBClient;
  readonly states: SFNClient;
}

type Env = z.output<typeof environment>;

interface Started {
  /** What is said of it: of one that is known already, how it stands, which the ledger knows. */
  readonly answer: DropAnswer | { readonly repeated: LedgerEntry; readonly id: string };
}

/** `dropped`: when. */
export function startDrop(drop: Drop, dropped: Date, env: Env, services: Services): Promise<Started> {
  const inbox = new S3Inbox(services.s3, env.INBOX_BUCKET);
  const offer: Offer = {
    sources: env.DEFAULT_SOURCES.split(','),
    egress: env.EGRESS.split(','),
    kinds: KINDS,
    mustHold: (spec) => currentSource(services.s3, env.ASSETS_BUCKET, spec),
  };
  if (drop.kind === 'campaign') return startCampaign({ ...drop, dropped: dropped.toISOString() }, inbox, offer, env, services);
  return startAudit(drop, inbox, offer, env, services);
}

async function startAudit(drop: Drop, inbox: S3Inbox, offer: Offer, env: Env, { s3, dynamo, states }: Services): Promise<Started> {
  const { admission, request } = await admit(drop, inbox, new Date(), offer);
  const { auditId } = admission;
  const ledger = new DynamoLedger(dynamo, env.LEDGER_TABLE);
  const entry = await ledger.admit(auditId, JSON.stringify(admission));
  // Names of executions are free again after 90 days; the ledger still knows.
  if (entry.status !== 'admitted') return { answer: { repeated: entry, id: auditId } };
  const first = JSON.parse(entry.input) as Admission;
  const folder = new AuditFolder(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix: `audits/${auditId}/` }));
  await folder.admit(first, request);
  const execution = await startExecution(states, env.AUDIT_MACHINE, {
    name: auditId,
    input: { audit: { auditId, day: first.day } },
    since: Date.parse(first.admittedAt),
  });
  await ledger.started(auditId, execution);
  const arn = executionArn(env.AUDIT_MACHINE, execution);
  const report = `s3://${env.RESULTS_BUCKET}/${resultsOfAudit(first.team, auditId)}report.html`;
  return { answer: acceptedAudit(first, request, { execution: arn, console: consolePage(arn), report }) };
}

/** A campaign is checked whole before any of it starts; its audits are admitted by its own execution. */
async function startCampaign(
  drop: Drop & { readonly dropped: string },
  inbox: S3Inbox,
  offer: Offer,
  env: Env,
  { s3, dynamo, states }: Services,
): Promise<Started> {
  const { object, audits } = await droppedCampaign(drop, inbox, offer.sources);
  const campaignId = campaignIdOf(env.INBOX_BUCKET, object.key, object.sha256);
  const { name, team, folder: home, file, dropped } = drop;
  const admission: CampaignAdmission = { admittedAt: new Date().toISOString(), team, file: object };
  const ledger = new DynamoLedger(dynamo, env.LEDGER_TABLE);
  const entry = await ledger.admit(campaignId, JSON.stringify(admission));
  if (entry.status !== 'admitted') return { answer: { repeated: entry, id: campaignId } };
  const { admittedAt } = JSON.parse(entry.input) as CampaignAdmission;
  const audit = { auditId: campaignId, day: admittedAt.slice(0, 10) };
  const folder = new CampaignWork(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix: `audits/${campaignId}/` }));
  await folder.write(audit, { name, team, folder: home, file, dropped }, audits);
  const execution = await startExecution(states, env.CAMPAIGN_MACHINE, {
    name: campaignId,
    input: { audit },
    since: Date.parse(admittedAt),
  });
  await ledger.started(campaignId, execution);
  const arn = executionArn(env.CAMPAIGN_MACHINE, execution);
  const says = { admitted_at: admittedAt, audits: audits.length, execution: arn, console: consolePage(arn) };
  return { answer: { ...ofAudit({ drop: drop.key, ...audit }), of: 'campaign', status: 'accepted', says } };
}
