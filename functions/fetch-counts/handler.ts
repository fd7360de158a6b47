// One turn at one live source: asks what the cache does not hold, within the host's pace and the day's budget, and says when to come again.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { countingBy } from '../../shared/adapters/aws/counting.ts';
import { DynamoHostPacer } from '../../shared/adapters/aws/dynamo-host-pacer.ts';
import { S3Sources } from '../../shared/adapters/aws/s3-sources.ts';
import { sourceKey } from '../../shared/adapters/aws/source-keys.ts';
import { epochOf, liveSource } from '../../shared/adapters/providers/provider.ts';
import { providerOf } from '../../shared/adapters/providers/providers.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { fetchStep } from '../../shared/pipeline/cloud/fetch-step.ts';
import { auditStep, s3 } from '../audit-step.ts';

const [dynamo, secrets] = [new DynamoDBClient({}), new SecretsManagerClient({})];
const counting = countingBy(new S3Sources(s3));

export const handler = auditStep(
  'fetch-counts',
  { source: z.string().min(1) },
  async ({ audit, source: name }, { environment: env, folder, requestId, deadline, count }) => {
    const key = env.KEYS_SECRET === '' ? undefined : await sourceKey(secrets, env.KEYS_SECRET, name);
    const settings = { contact: env.CONTACT, ...(key === undefined ? {} : { key }) };
    const turn = await fetchStep(folder, KINDS, name, liveSource(providerOf(name), settings, epochOf(Date.parse(audit.day))), {
      counting: counting(env, folder),
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
