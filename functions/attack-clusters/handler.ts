// A child of the map over clusters: relates their items, from the cache alone or by word vectors, and puts the separated pieces back.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { DynamoCountBlocks } from '../../shared/adapters/aws/dynamo-count-blocks.ts';
import { DynamoScoreCache } from '../../shared/adapters/aws/dynamo-score-cache.ts';
import { cacheSecret } from '../../shared/adapters/aws/kms-secret.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { S3Sources } from '../../shared/adapters/aws/s3-sources.ts';
import { AuditFolder } from '../../shared/app/cloud/audit-folder.ts';
import { attackClustersStep } from '../../shared/app/cloud/cluster-steps.ts';
import { auditReference } from '../../shared/contracts/execution.ts';
import { unitPointer } from '../../shared/contracts/work.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { environment } from './env.ts';

const [s3, dynamo, kms] = [new S3Client({}), new DynamoDBClient({}), new KMSClient({})];
const open = new S3Sources(s3);
let secret: Promise<Uint8Array> | undefined;

export const handler = handlerOf(
  { name: 'attack-clusters', input: z.strictObject({ audit: auditReference, pointers: z.array(unitPointer) }), environment },
  async ({ audit, pointers }, { environment: env, count }) => {
    secret ??= cacheSecret(kms, env.MAC_KEY, env.STAGE);
    const folder = new AuditFolder(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix: `audits/${audit.auditId}/` }));
    const [sources, pinned, labels] = await Promise.all([folder.sources(), folder.embeddings(), folder.labels()]);
    await attackClustersStep(folder, pointers, {
      counted: { secret: await secret, blocks: new DynamoCountBlocks(dynamo, env.SCORES_TABLE), labels },
      answers: { cache: new DynamoScoreCache(dynamo, env.SCORES_TABLE), now: Math.floor(Date.now() / 1000) },
      counters: await open.corpora(env.ASSETS_BUCKET, sources),
      embeddings: await open.embeddings(env.ASSETS_BUCKET, pinned),
    });
    count('UnitsAttacked', pointers.length);
    return { units: pointers.length };
  },
);
