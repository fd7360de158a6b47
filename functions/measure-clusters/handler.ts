// A child of the measuring map: the figures of its slices of clusters and their parts of the results.
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { S3Sources } from '../../shared/adapters/aws/s3-sources.ts';
import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import { AuditFolder } from '../../shared/app/cloud/audit-folder.ts';
import { measureClustersStep } from '../../shared/app/cloud/cluster-steps.ts';
import { auditReference, slicePointer } from '../../shared/contracts/execution.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { environment } from './env.ts';

const s3 = new S3Client({});
const open = new S3Sources(s3);

export const handler = handlerOf(
  { name: 'measure-clusters', input: z.strictObject({ audit: auditReference, pointers: z.array(slicePointer) }), environment },
  async ({ audit, pointers }, { environment: { WORK_BUCKET, ASSETS_BUCKET } }) => {
    const folder = new AuditFolder(new S3BlobStore(s3, { bucket: WORK_BUCKET, prefix: `audits/${audit.auditId}/` }));
    const vectors = await open.embeddings(ASSETS_BUCKET, await folder.embeddings());
    for (const slice of pointers) await measureClustersStep(folder, slice, [parquetTables], vectors);
    return { slices: pointers.length };
  },
);
