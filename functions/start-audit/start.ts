import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import type * as z from 'zod';
import { DynamoLedger, type LedgerEntry } from '../../shared/adapters/aws/dynamo-ledger.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { S3Inbox } from '../../shared/adapters/aws/s3-inbox.ts';
import type { S3Sources } from '../../shared/adapters/aws/s3-sources.ts';
import type { CampaignAdmission } from '../../shared/contracts/campaign.ts';
import type { Admission } from '../../shared/contracts/execution.ts';
import { resultsOfAudit } from '../../shared/contracts/result-tables.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { admit } from '../../shared/pipeline/cloud/admit.ts';
import { acceptedAudit, acceptedCampaign } from '../../shared/pipeline/cloud/answers.ts';
import { AuditFolder } from '../../shared/pipeline/cloud/audit-folder.ts';
import { type BeginPorts, takeTurn } from '../../shared/pipeline/cloud/begin.ts';
import { CampaignWork, campaignIdOf, droppedCampaign } from '../../shared/pipeline/cloud/campaign.ts';
import type { Drop } from '../../shared/pipeline/cloud/drop.ts';
import { laneOf } from '../../shared/pipeline/cloud/line.ts';
import type { Offer } from '../../shared/pipeline/cloud/offer.ts';
import type { ENVIRONMENTS } from '../environments.ts';

interface Services {
  readonly s3: S3Client;
  readonly dynamo: DynamoDBClient;
  readonly sources: S3Sources;
  readonly ports: BeginPorts;
}

type Env = z.output<(typeof ENVIRONMENTS)['start-audit']>;

/** An object of the inbox as it was written: a later one under the same key is a drop of its own. */
export interface DroppedVersion {
  readonly versionId: string | null;
  readonly at: Date;
}

/** A repeated drop with its row of the ledger; null if the drop was new and is answered. */
type Known = { readonly repeated: LedgerEntry; readonly id: string } | null;

export function startDrop(drop: Drop, version: DroppedVersion, env: Env, services: Services): Promise<Known> {
  const inbox = new S3Inbox(services.s3, env.INBOX_BUCKET, { key: drop.key, versionId: version.versionId });
  const offer: Offer = {
    sources: env.DEFAULT_SOURCES.split(','),
    egress: env.EGRESS.split(','),
    kinds: KINDS,
    mustHold: (spec) => services.sources.held(env.ASSETS_BUCKET, spec),
    unveilVersion: env.UNVEIL_VERSION,
  };
  if (drop.kind === 'campaign') return startCampaign({ ...drop, dropped: version.at.toISOString() }, inbox, offer, env, services);
  return startAudit(drop, inbox, offer, env, services);
}

async function startAudit(drop: Drop, inbox: S3Inbox, offer: Offer, env: Env, { s3, dynamo, ports }: Services): Promise<Known> {
  const { admission, request } = await admit(drop, inbox, new Date(), offer);
  const { auditId, release, team } = admission;
  const entry = await new DynamoLedger(dynamo, env.LEDGER_TABLE).admit(auditId, JSON.stringify(admission));
  // Names of executions are free again after 90 days; the ledger still knows.
  if (entry.status !== 'admitted') return { repeated: entry, id: auditId };
  const folder = new AuditFolder(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix: `audits/${auditId}/` }));
  await folder.admit(JSON.parse(entry.input) as Admission, request);
  const lane = laneOf(inbox.bytes(release), release.key, request);
  const first = JSON.parse(entry.input) as Admission;
  const report = `s3://${env.RESULTS_BUCKET}/${resultsOfAudit(first.team, auditId)}report.html`;
  await takeTurn({ id: auditId, lane, team, ofCampaign: false }, ports, acceptedAudit(first, request, { report }));
  return null;
}

/** A campaign is checked whole before any of it starts; its audits are admitted by its own execution. */
async function startCampaign(
  drop: Drop & { readonly dropped: string },
  inbox: S3Inbox,
  offer: Offer,
  env: Env,
  { s3, dynamo, ports }: Services,
): Promise<Known> {
  const { object, audits } = await droppedCampaign(drop, inbox, offer.sources);
  const campaignId = campaignIdOf(env.INBOX_BUCKET, object.key, object.sha256);
  const { name, team, folder: home, file, dropped } = drop;
  const admission: CampaignAdmission = { admittedAt: new Date().toISOString(), team, file: object, audits: audits.length };
  const entry = await new DynamoLedger(dynamo, env.LEDGER_TABLE).admit(campaignId, JSON.stringify(admission));
  if (entry.status !== 'admitted') return { repeated: entry, id: campaignId };
  const { admittedAt } = JSON.parse(entry.input) as CampaignAdmission;
  const folder = new CampaignWork(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix: `audits/${campaignId}/` }));
  await folder.write({ auditId: campaignId, day: admittedAt.slice(0, 10) }, { name, team, folder: home, file, dropped }, audits);
  await takeTurn({ id: campaignId, lane: 'campaign', team, ofCampaign: false }, ports, acceptedCampaign(campaignId, admission, {}));
  return null;
}
