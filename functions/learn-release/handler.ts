// Fits the attacks that learn from the whole release. Corpora answer from their index; nothing of the original can be reached from here.
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { S3Sources } from '../../shared/adapters/aws/s3-sources.ts';
import { AuditFolder } from '../../shared/app/cloud/audit-folder.ts';
import { learnByKind } from '../../shared/app/cloud/by-kind.ts';
import { auditReference } from '../../shared/contracts/execution.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { environment } from './env.ts';

const s3 = new S3Client({});
const open = new S3Sources(s3);

export const handler = handlerOf(
  { name: 'learn-release', input: z.strictObject({ audit: auditReference }), environment },
  async ({ audit }, { environment: env }) => {
    const folder = new AuditFolder(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix: `audits/${audit.auditId}/` }));
    const [sources, pinned, labels] = await Promise.all([folder.sources(), folder.embeddings(), folder.labels()]);
    const counters = await open.corpora(env.ASSETS_BUCKET, sources);
    const embeddings = await open.embeddings(env.ASSETS_BUCKET, pinned);
    await learnByKind(folder, { counters, embeddings, labels });
    return { learned: true };
  },
);
