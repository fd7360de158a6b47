// The end of a campaign: how each of its audits ended, by name, also the lost ones.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import * as z from 'zod';
import { auditEnds } from '../../shared/adapters/aws/audit-ends.ts';
import { DynamoLedger } from '../../shared/adapters/aws/dynamo-ledger.ts';
import { DynamoLine } from '../../shared/adapters/aws/dynamo-line.ts';
import { describeExecution, executionArn } from '../../shared/adapters/aws/executions.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { rejectionMessage } from '../../shared/adapters/aws/s3-drop.ts';
import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import { cellRows } from '../../shared/adapters/tables/result-rows.ts';
import { CAMPAIGNS } from '../../shared/contracts/audit-tables.ts';
import { CAMPAIGN_VERSION, type CampaignReport, campaignPageKey, campaignReportKey } from '../../shared/contracts/campaign.ts';
import { type Admission, auditReference } from '../../shared/contracts/execution.ts';
import { campaignPrefix, partName, resultsRoot } from '../../shared/contracts/result-tables.ts';
import { writeJson } from '../../shared/kit/blobs/json-lines.ts';
import { rowBlocks } from '../../shared/kit/publish/row-blocks.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { CampaignWork, campaignExecution } from '../../shared/pipeline/cloud/campaign.ts';
import { campaignRows } from '../../shared/pipeline/cloud/campaign-rows.ts';
import { EMPTY } from '../../shared/pipeline/cloud/line.ts';
import { renderCampaign } from '../../shared/report/campaign-page.ts';
import { ENVIRONMENTS } from '../environments.ts';

const [s3, dynamo, states] = [new S3Client({}), new DynamoDBClient({}), new SFNClient({})];

export const handler = handlerOf(
  { name: 'report-campaign', input: z.strictObject({ audit: auditReference }), environment: ENVIRONMENTS['report-campaign'] },
  async ({ audit }, { environment: env, count }) => {
    const { auditId: campaignId } = audit;
    const folder = new CampaignWork(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix: `audits/${campaignId}/` }));
    const results = new S3BlobStore(s3, { bucket: env.RESULTS_BUCKET });
    const ledger = new DynamoLedger(dynamo, env.LEDGER_TABLE);
    const rejection = (key: string): Promise<string | null> => rejectionMessage(s3, env.INBOX_BUCKET, key);
    const describe = (of: string | Admission) =>
      describeExecution(states, executionArn(env.AUDIT_MACHINE, typeof of === 'string' ? of : campaignExecution(of)));
    const waiting = new Set((await new DynamoLine(dynamo, env.LEDGER_TABLE, EMPTY).read()).waiting.map(({ id }) => id));
    const { team, name: campaign } = await folder.place();
    const audits = await folder.outcomes(auditEnds({ team, results, ledger, rejection, describe, waiting }), 'lost');
    const report: CampaignReport = { version: CAMPAIGN_VERSION, campaign_id: campaignId, audits };
    const rows = rowBlocks(
      CAMPAIGNS,
      audits.map(({ name, auditId, status, reason }) => [campaignId, name, auditId, status, reason]),
    );
    const part = `${resultsRoot(team)}${campaignPrefix(audit.day, campaignId)}/${partName(0, parquetTables.extension)}`;
    await results.write(part, parquetTables.encode(CAMPAIGNS, rows));
    const shown = { campaign, unveilVersion: env.UNVEIL_VERSION, audits: await campaignRows(audits, team, { results, rows: cellRows }) };
    // Both stand in the results of one team, so the page and the reports can be copied together.
    const page = renderCampaign(shown, ({ auditId }) => `../audit_id=${auditId}/report.html`);
    await results.write(campaignPageKey(team, campaignId), new TextEncoder().encode(page));
    await writeJson(results, campaignReportKey(team, campaignId), report);
    const of = (status: string): number => audits.filter((each) => each.status === status).length;
    const counts = { audits: audits.length, succeeded: of('succeeded'), rejected: of('rejected'), failed: of('failed'), lost: of('lost') };
    count('CampaignAuditsFailed', counts.failed + counts.lost);
    return { ...counts, running: of('running') };
  },
);
