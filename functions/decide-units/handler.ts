// A child of the deciding map: what the fitted attacks say of its units.
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { assetsBy } from '../../shared/adapters/aws/s3-assets.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { AuditFolder } from '../../shared/app/cloud/audit-folder.ts';
import { decideStep } from '../../shared/app/cloud/steps.ts';
import { auditReference } from '../../shared/contracts/execution.ts';
import { unitPointer } from '../../shared/contracts/work.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { environment } from './env.ts';

const s3 = new S3Client({});
const assets = assetsBy(s3);

export const handler = handlerOf(
  { name: 'decide-units', input: z.strictObject({ audit: auditReference, pointers: z.array(unitPointer) }), environment },
  async ({ audit, pointers }, { environment: env, failed }) => {
    const folder = new AuditFolder(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix: `audits/${audit.auditId}/` }), failed);
    await decideStep(folder, KINDS, pointers, assets(env));
    return { units: pointers.length };
  },
);
