// One turn at one live source: asks what the cache does not hold, within the host's pace and the day's budget, and says when to come again.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { countingBy } from '../../shared/adapters/aws/counting.ts';
import { DynamoHostPacer } from '../../shared/adapters/aws/dynamo-host-pacer.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { S3Sources } from '../../shared/adapters/aws/s3-sources.ts';
import { sourceKey } from '../../shared/adapters/aws/source-keys.ts';
import { epochOf, liveSource } from '../../shared/adapters/providers/provider.ts';
import { providerOf } from '../../shared/adapters/providers/providers.ts';
import { AuditFolder } from '../../shared/app/cloud/audit-folder.ts';
import { fetchStep } from '../../shared/app/cloud/fetch-step.ts';
import { auditReference } from '../../shared/contracts/execution.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { environment } from './env.ts';

const [s3, dynamo, secrets] = [new S3Client({}), new DynamoDBClient({}), new SecretsManagerClient({})];
const counting = countingBy(new S3Sources(s3));

export const handler = handlerOf(
  { name: 'fetch-counts', input: z.strictObject({ audit: auditReference, source: z.string().min(1) }), environment },
  async ({ audit, source: name }, { environment: env, requestId, deadline, count }) => {
    const key = env.KEYS_SECRET === '' ? undefined : await sourceKey(secrets, env.KEYS_SECRET, name);
    const settings = { contact: env.CONTACT, ...(key === undefined ? {} : { key }) };
    const folder = new AuditFolder(new S3BlobStore(s3, { bucket: env.WORK_BUCKET, prefix: `audits/${audit.auditId}/` }));
    const turn = await fetchStep(folder, KINDS, name, liveSource(providerOf(name), settings, epochOf(Date.parse(audit.day))), {
      counting: await counting(env, folder),
      pacer: new DynamoHostPacer(dynamo, env.LEDGER_TABLE),
      owner: requestId,
      operator: providerOf(name).operator,
      deadline,
      now: Date.now,
    });
    count('CountsFound', turn.found, name);
    count('CountsMissed', turn.calls, name);
    count('Calls', turn.calls);
    return turn;
  },
);
