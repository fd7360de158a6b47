// A child of the finishing map: what publishing has to write of its parts of a large release.
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import { AuditFolder } from '../../shared/app/cloud/audit-folder.ts';
import { finishStep } from '../../shared/app/cloud/steps.ts';
import { auditReference, partPointer } from '../../shared/contracts/execution.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { environment } from './env.ts';

const s3 = new S3Client({});

export const handler = handlerOf(
  { name: 'finish-parts', input: z.strictObject({ audit: auditReference, pointers: z.array(partPointer) }), environment },
  async ({ audit, pointers }, { environment: { WORK_BUCKET } }) => {
    const folder = new AuditFolder(new S3BlobStore(s3, { bucket: WORK_BUCKET, prefix: `audits/${audit.auditId}/` }));
    await finishStep(folder, KINDS, pointers, [parquetTables]);
    return { parts: pointers.length };
  },
);
