// A child of the attacking map: scores its units from the cache alone and runs every attack on tables.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { DynamoCountBlocks } from '../../shared/adapters/aws/dynamo-count-blocks.ts';
import { DynamoScoreCache } from '../../shared/adapters/aws/dynamo-score-cache.ts';
import { cacheSecret } from '../../shared/adapters/aws/kms-secret.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { AuditFolder } from '../../shared/app/cloud/audit-folder.ts';
import { attackStep } from '../../shared/app/cloud/steps.ts';
import { auditReference } from '../../shared/contracts/execution.ts';
import { unitPointer } from '../../shared/contracts/work.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { environment } from './env.ts';

const [s3, dynamo, kms] = [new S3Client({}), new DynamoDBClient({}), new KMSClient({})];
let secret: Promise<Uint8Array> | undefined;

export const handler = handlerOf(
  { name: 'attack-units', input: z.strictObject({ audit: auditReference, pointers: z.array(unitPointer) }), environment },
  async ({ audit, pointers }, { environment: env, count }) => {
    secret ??= cacheSecret(kms, env.MAC_KEY, env.STAGE);
    const folder = new AuditFolder(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix: `audits/${audit.auditId}/` }));
    const blocks = new DynamoCountBlocks(dynamo, env.SCORES_TABLE);
    const answers = { cache: new DynamoScoreCache(dynamo, env.SCORES_TABLE), now: Math.floor(Date.now() / 1000) };
    await attackStep(folder, pointers, { secret: await secret, blocks, labels: await folder.labels() }, answers);
    count('UnitsAttacked', pointers.length);
    return { units: pointers.length };
  },
);
