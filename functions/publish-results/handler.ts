// Says what is missing, adds the slices up, writes all results; _SUCCESS.json last.
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { publishStep } from '../../shared/pipeline/cloud/publish-step.ts';
import { renderReport } from '../../shared/report/report.ts';
import { auditStep, s3 } from '../audit-step.ts';

export const handler = auditStep('publish-results', {}, async (_, { environment: env, folder, prefix, count }) => {
  const answer = await publishStep(folder, KINDS, {
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
});
