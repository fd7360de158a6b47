// A child of the map over clusters: relates their items, by counts or by word vectors, and puts the separated pieces back.
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { countingBy } from '../../shared/adapters/aws/counting.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { S3Sources } from '../../shared/adapters/aws/s3-sources.ts';
import { AuditFolder } from '../../shared/app/cloud/audit-folder.ts';
import { attackClustersStep } from '../../shared/app/cloud/cluster-steps.ts';
import { auditReference } from '../../shared/contracts/execution.ts';
import { unitPointer } from '../../shared/contracts/work.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { environment } from './env.ts';

const s3 = new S3Client({});
const open = new S3Sources(s3);
const counting = countingBy(open);

export const handler = handlerOf(
  { name: 'attack-clusters', input: z.strictObject({ audit: auditReference, pointers: z.array(unitPointer) }), environment },
  async ({ audit, pointers }, { environment: env, count }) => {
    const folder = new AuditFolder(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix: `audits/${audit.auditId}/` }));
    const [sources, pinned, labels] = await Promise.all([folder.sources(), folder.embeddings(), folder.labels()]);
    const sought = await attackClustersStep(folder, pointers, {
      counting: await counting(env),
      labels,
      counters: await open.corpora(env.ASSETS_BUCKET, sources),
      embeddings: await open.embeddings(env.ASSETS_BUCKET, pinned),
    });
    for (const { source, found, missed, anew } of sought) {
      count('CountsFound', found, source);
      count('CountsMissed', missed, source);
      count('CountsAnew', anew, source);
    }
    count('UnitsAttacked', pointers.length);
    return { units: pointers.length };
  },
);
