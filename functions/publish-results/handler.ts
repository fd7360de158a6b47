// Says what is missing, adds the slices up, writes all results; _SUCCESS.json last.
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import { AuditFolder } from '../../shared/app/cloud/audit-folder.ts';
import { publishStep } from '../../shared/app/cloud/publish-step.ts';
import { auditReference } from '../../shared/contracts/execution.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { renderReport } from '../../shared/report/report.ts';
import { environment } from './env.ts';

const s3 = new S3Client({});

export const handler = handlerOf(
  { name: 'publish-results', input: z.strictObject({ audit: auditReference }), environment },
  async ({ audit }, { environment: env, count }) => {
    const prefix = `audits/${audit.auditId}/`;
    const answer = await publishStep(new AuditFolder(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix })), KINDS, {
      results: new S3BlobStore(s3, { bucket: env.RESULTS_BUCKET }),
      encoders: [parquetTables],
      render: renderReport,
      now: new Date(),
      unveilVersion: env.UNVEIL_VERSION,
      prefix,
    });
    count('UnitsLost', answer.lostUnits);
    if (answer.gate !== 'none') count(answer.gate === 'open' ? 'GatesOpen' : 'GatesClosed', 1);
    return answer;
  },
);
