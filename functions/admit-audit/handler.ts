// A child of a campaign: admits one of its audits, by its content, as the starter admits a drop. What cannot be used is rejected alone.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { DynamoLedger } from '../../shared/adapters/aws/dynamo-ledger.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { rejectDrop } from '../../shared/adapters/aws/s3-drop.ts';
import { S3Inbox } from '../../shared/adapters/aws/s3-inbox.ts';
import { currentSource } from '../../shared/adapters/aws/s3-sources.ts';
import { admitCampaignAudit } from '../../shared/app/cloud/admit.ts';
import { AuditFolder } from '../../shared/app/cloud/audit-folder.ts';
import { CampaignFolder, rejectionOf } from '../../shared/app/cloud/campaign.ts';
import { campaignExecution } from '../../shared/app/cloud/executions.ts';
import { type Admission, auditReference } from '../../shared/contracts/execution.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { environment } from './env.ts';

const whole = z.int().min(0);
const [s3, dynamo] = [new S3Client({}), new DynamoDBClient({})];

export const handler = handlerOf(
  {
    name: 'admit-audit',
    input: z.strictObject({ campaign: auditReference, at: whole, entry: z.strictObject({ start: whole, end: whole }) }),
    environment,
  },
  async ({ campaign, at, entry }, { environment: env, count }) => {
    const folder = new CampaignFolder(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix: `audits/${campaign.auditId}/` }));
    const [place, request] = await Promise.all([folder.place(), folder.audit(entry)]);
    const rejectionKey = `${place.folder}${place.name}/${request.name}.rejected.json`;
    const drop = { kind: 'request', name: request.name, folder: place.folder, file: place.file, rejectionKey } as const;
    const offer = { sources: [], egress: env.EGRESS.split(','), mustHold: (spec: string) => currentSource(s3, env.ASSETS_BUCKET, spec) };
    try {
      const { admission } = await admitCampaignAudit(request, drop, new S3Inbox(s3, env.INBOX_BUCKET), new Date(), offer);
      const { auditId } = admission;
      const known = await new DynamoLedger(dynamo, env.LEDGER_TABLE).admit(auditId, JSON.stringify(admission));
      const first = JSON.parse(known.input) as Admission;
      await new AuditFolder(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix: `audits/${auditId}/` })).admit(first, request);
      await folder.writeAdmitted(at, { auditId });
      // An audit that was dropped before is not run again, whoever dropped it.
      const status = known.status === 'admitted' ? 'admitted' : 'repeated';
      return { status, audit: { auditId, day: first.day }, execution: campaignExecution(first) };
    } catch (error) {
      const rejected = rejectionOf(error);
      if (rejected === null) throw error;
      await rejectDrop(s3, env.INBOX_BUCKET, rejectionKey, error);
      await folder.writeAdmitted(at, { rejected });
      count('AuditsRejected', 1);
      return { status: 'rejected', audit: null, execution: null };
    }
  },
);
