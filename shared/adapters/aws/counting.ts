import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { DynamoScoreCache } from './dynamo-score-cache.ts';
import { DynamoTermRows } from './dynamo-term-rows.ts';
import { kmsSecret } from './kms-secret.ts';
import type { PlannedCorpus, S3Sources } from './s3-sources.ts';

/** Of a function that counts. */
interface CountingEnvironment {
  readonly ASSETS_BUCKET: string;
  readonly SCORES_TABLE: string;
  readonly MAC_KEY: string;
  readonly STAGE: string;
  readonly KEEP_COUNTS_USD: number;
}

/** What functions that count are given: corpora by ranges of their indexes, the score cache, and its secret, derived once an environment. */
export function countingBy(open: S3Sources) {
  const [dynamo, kms] = [new DynamoDBClient({}), new KMSClient({})];
  let secret: Promise<Uint8Array> | undefined;
  return async ({ ASSETS_BUCKET, SCORES_TABLE, MAC_KEY, STAGE, KEEP_COUNTS_USD }: CountingEnvironment) => {
    secret ??= kmsSecret(kms, MAC_KEY, STAGE);
    return {
      secret: await secret,
      rows: new DynamoTermRows(dynamo, SCORES_TABLE),
      cache: new DynamoScoreCache(dynamo, SCORES_TABLE),
      now: Math.floor(Date.now() / 1000),
      keepUsd: KEEP_COUNTS_USD,
      open: (planned: PlannedCorpus) => open.corpus(ASSETS_BUCKET, planned),
    };
  };
}
