// Measures what needs the whole of a disassociated release: the claim, breaches, possible worlds, rare itemsets put together.
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { readNouns } from '../../shared/adapters/aws/s3-nouns.ts';
import { AuditFolder } from '../../shared/app/cloud/audit-folder.ts';
import { measureReleaseStep } from '../../shared/app/cloud/cluster-steps.ts';
import { auditReference } from '../../shared/contracts/execution.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { environment } from './env.ts';

const s3 = new S3Client({});

export const handler = handlerOf(
  { name: 'measure-release', input: z.strictObject({ audit: auditReference }), environment },
  async ({ audit }, { environment: { WORK_BUCKET, ASSETS_BUCKET } }) => {
    const folder = new AuditFolder(new S3BlobStore(s3, { bucket: WORK_BUCKET, prefix: `audits/${audit.auditId}/` }));
    await measureReleaseStep(folder, (key) => readNouns(s3, ASSETS_BUCKET, key));
    return { measured: true };
  },
);
