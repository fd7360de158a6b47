// A child of the measuring map: the figures of its slices and their parts of the result tables.
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { assetsBy } from '../../shared/adapters/aws/s3-assets.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import { AuditFolder } from '../../shared/app/cloud/audit-folder.ts';
import { measureStep } from '../../shared/app/cloud/steps.ts';
import { auditReference, slicePointer } from '../../shared/contracts/execution.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { environment } from './env.ts';

const s3 = new S3Client({});
const assets = assetsBy(s3);

export const handler = handlerOf(
  { name: 'measure-slice', input: z.strictObject({ audit: auditReference, pointers: z.array(slicePointer) }), environment },
  async ({ audit, pointers }, { environment: env }) => {
    const folder = new AuditFolder(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix: `audits/${audit.auditId}/` }));
    await measureStep(folder, KINDS, pointers, [parquetTables], assets(env));
    return { slices: pointers.length };
  },
);
