// A child of a campaign: admits one of its audits, as the starter admits a drop. A bad one is rejected alone.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { DropAnswers } from '../../shared/adapters/aws/drop-answers.ts';
import { DynamoLedger } from '../../shared/adapters/aws/dynamo-ledger.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { rejectDrop } from '../../shared/adapters/aws/s3-drop.ts';
import { S3Inbox } from '../../shared/adapters/aws/s3-inbox.ts';
import { S3Sources } from '../../shared/adapters/aws/s3-sources.ts';
import { type Admission, auditReference } from '../../shared/contracts/execution.ts';
import { resultsOfAudit } from '../../shared/contracts/result-tables.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { ErrorName } from '../../shared/lambda/error-names.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { admitCampaignAudit, MissingFile } from '../../shared/pipeline/cloud/admit.ts';
import { acceptedAudit, asRejection, type DropAnswer, ofNothing, rejectedDrop, sent } from '../../shared/pipeline/cloud/answers.ts';
import { AuditFolder } from '../../shared/pipeline/cloud/audit-folder.ts';
import { asBadInput, CampaignWork, campaignExecution, dropOfAudit } from '../../shared/pipeline/cloud/campaign.ts';
import { laneOf } from '../../shared/pipeline/cloud/line.ts';
import { ENVIRONMENTS } from '../environments.ts';

const whole = z.int().min(0);
const [s3, dynamo, bus] = [new S3Client({}), new DynamoDBClient({}), new EventBridgeClient({})];
const sources = new S3Sources(s3);

/** Its files may be on their way: the state asks again, once a minute. */
class FilesMissing extends Error {
  override readonly name = ErrorName.filesMissing;
}

export const handler = handlerOf(
  {
    name: 'admit-audit',
    input: z.strictObject({ campaign: auditReference, at: whole, entry: z.strictObject({ start: whole, end: whole }) }),
    environment: ENVIRONMENTS['admit-audit'],
  },
  async ({ campaign, at, entry }, { environment: env, count }) => {
    const folder = new CampaignWork(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix: `audits/${campaign.auditId}/` }));
    const [place, request] = await Promise.all([folder.place(), folder.audit(entry)]);
    const drop = dropOfAudit(place, request.name);
    const answer = (said: DropAnswer, anew = false) => new DropAnswers(s3, bus, env.INBOX_BUCKET).send(sent(said, env.STAGE, anew));
    const offer = {
      sources: [],
      kinds: KINDS,
      egress: env.EGRESS.split(','),
      mustHold: (spec: string) => sources.held(env.ASSETS_BUCKET, spec),
      unveilVersion: env.UNVEIL_VERSION,
    };
    try {
      const inbox = new S3Inbox(s3, env.INBOX_BUCKET);
      const { admission } = await admitCampaignAudit(request, drop, inbox, new Date(), offer);
      const { auditId } = admission;
      const known = await new DynamoLedger(dynamo, env.LEDGER_TABLE).admit(auditId, JSON.stringify(admission));
      const first = JSON.parse(known.input) as Admission;
      await new AuditFolder(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix: `audits/${auditId}/` })).admit(first, request);
      await folder.writeAdmitted(at, { auditId });
      // The same content under the same key is not run again.
      const status = known.status === 'admitted' ? 'admitted' : 'repeated';
      const execution = campaignExecution(first);
      const report = `s3://${env.RESULTS_BUCKET}/${resultsOfAudit(first.team, auditId)}report.html`;
      const said = acceptedAudit(first, request, { message: `its campaign starts it when it is its turn`, report });
      // An audit that another campaign runs is answered there.
      await answer({ ...said, drop: drop.key }, status === 'admitted');
      const lane = laneOf(inbox.bytes(admission.release), admission.release.key, request);
      return { status, audit: { auditId, day: first.day }, execution, lane, team: first.team };
    } catch (error) {
      const bad = asBadInput(error);
      if (bad === null) throw error;
      if (bad instanceof MissingFile && Date.now() < Date.parse(place.dropped) + env.WAIT_MINUTES * 60_000) throw new FilesMissing();
      await rejectDrop(s3, env.INBOX_BUCKET, drop.rejectionKey, bad);
      await answer(rejectedDrop(ofNothing(drop.key), asRejection(bad)));
      await folder.writeAdmitted(at, { rejected: bad.describe() });
      count('AuditsRejected', 1);
      return { status: 'rejected', audit: null, execution: null, lane: null, team: null };
    }
  },
);
