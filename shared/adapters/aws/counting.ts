import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import type { Admission } from '../../contracts/execution.ts';
import { DynamoScoreCache } from './dynamo-score-cache.ts';
import { DynamoTermRows } from './dynamo-term-rows.ts';
import { kmsSecret } from './kms-secret.ts';
import { keptUnlessFailed, type PlannedCorpus, type S3Sources } from './s3-sources.ts';

interface CountingEnvironment {
  readonly ASSETS_BUCKET: string;
  readonly SCORES_TABLE: string;
  readonly MAC_KEY: string;
  readonly STAGE: string;
  readonly KEEP_COUNTS_USD: number;
  readonly CACHE_KEYS: 'shared' | 'team';
}

/** The audit that is counted for. */
interface Whose {
  admission(): Promise<Pick<Admission, 'team'>>;
}

/** One attempt of a second: counting anew is faster than waiting. */
const BRIEF = { maxAttempts: 1, requestHandler: { connectionTimeout: 500, requestTimeout: 1_000 } };

/** Sources of functions that count: corpora by ranges of their indexes, the score cache, and its secrets, derived once an environment by what needs one. */
export function countingBy(open: S3Sources) {
  const [dynamo, brief, kms] = [new DynamoDBClient({}), new DynamoDBClient(BRIEF), new KMSClient({})];
  const secrets = new Map<string, Promise<Uint8Array>>();
  const secretOf = (keyId: string, name: string): Promise<Uint8Array> => keptUnlessFailed(secrets, name, () => kmsSecret(kms, keyId, name));
  return ({ ASSETS_BUCKET, SCORES_TABLE, MAC_KEY, STAGE, KEEP_COUNTS_USD, CACHE_KEYS }: CountingEnvironment, whose: Whose) => {
    const named = async (): Promise<Uint8Array> => {
      const team = CACHE_KEYS === 'team' ? (await whose.admission()).team : null;
      return secretOf(MAC_KEY, team === null ? STAGE : `${STAGE}/${team}`);
    };
    let own: Promise<Uint8Array> | undefined;
    return {
      secret: () => {
        own ??= named();
        return own;
      },
      rows: new DynamoTermRows(brief, SCORES_TABLE),
      cache: new DynamoScoreCache(dynamo, SCORES_TABLE),
      now: Math.floor(Date.now() / 1000),
      keepUsd: KEEP_COUNTS_USD,
      open: (planned: PlannedCorpus) => open.corpus(ASSETS_BUCKET, planned),
    };
  };
}
