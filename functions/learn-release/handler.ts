// Fits the attacks that learn from the whole release. Corpora answer from their index; nothing of the original can be reached from here.
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { assetsBy } from '../../shared/adapters/aws/s3-assets.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { AuditFolder } from '../../shared/app/cloud/audit-folder.ts';
import { learnStep } from '../../shared/app/cloud/steps.ts';
import { auditReference } from '../../shared/contracts/execution.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { environment } from './env.ts';

const s3 = new S3Client({});
const assets = assetsBy(s3);

export const handler = handlerOf(
  { name: 'learn-release', input: z.strictObject({ audit: auditReference }), environment },
  async ({ audit }, { environment: env, failed, fits }) => {
    const folder = new AuditFolder(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix: `audits/${audit.auditId}/` }), failed);
    await learnStep(folder, KINDS, assets(env), fits);
    return { learned: true };
  },
);
