import { randomBytes } from 'node:crypto';
import { type BatchGetItemCommand, BatchWriteItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createTable, type DynamoServer, startDynamo } from '../../cloud-local/dynamodb/server.ts';
import { CacheThrottled } from '../../shared/adapters/aws/dynamo-retry.ts';
import { DynamoScoreCache } from '../../shared/adapters/aws/dynamo-score-cache.ts';
import type { CacheEntry } from '../../shared/ports/score-cache.ts';
import { startDynamoDbLocal } from '../helpers/dynamodb-local.ts';
import { describeWith } from '../helpers/needs.ts';
import { scoreCacheSuite } from './score-cache-suite.ts';

const on = (start: () => Promise<DynamoServer>) => async () => {
  const server = await start();
  await createTable(server.client, 'scores', 'k', 'B');
  return { cache: new DynamoScoreCache(server.client, 'scores'), close: () => server.close() };
};

scoreCacheSuite('DynamoDB, by dynalite', on(startDynamo));
describeWith('java', "Amazon's DynamoDB Local", () => scoreCacheSuite('DynamoDB Local', on(startDynamoDbLocal)));

describe('DynamoScoreCache under pressure', () => {
  const entries: readonly CacheEntry[] = Array.from({ length: 150 }, (_, count) => ({
    key: new Uint8Array(randomBytes(16)),
    value: { state: 'counted', count, flags: 0, observed: 1, expires: null },
  }));
  const pauses: number[] = [];
  const jitter = { random: () => 1, pause: async (milliseconds: number) => pauses.push(milliseconds) };
  beforeEach(() => pauses.splice(0));

  /** Answers each batch but for the last `left` of its keys, which it hands back. */
  function stingy(left: (asked: number) => number): DynamoDBClient {
    const rows = new Map<string, object>();
    const send = async (command: { readonly input: Record<string, unknown> }): Promise<unknown> => {
      if (command instanceof BatchWriteItemCommand) {
        const requests = command.input.RequestItems?.['scores'] ?? [];
        const kept = requests.length - left(requests.length);
        for (const { PutRequest } of requests.slice(0, kept)) rows.set(String(PutRequest?.Item?.['k']?.B), PutRequest?.Item ?? {});
        return { UnprocessedItems: kept === requests.length ? {} : { scores: requests.slice(kept) } };
      }
      const keys = (command as unknown as BatchGetItemCommand).input.RequestItems?.['scores']?.Keys ?? [];
      const kept = keys.length - left(keys.length);
      const found = keys.slice(0, kept).flatMap(({ k }) => rows.get(String(k?.B)) ?? []);
      return { Responses: { scores: found }, UnprocessedKeys: kept === keys.length ? {} : { scores: { Keys: keys.slice(kept) } } };
    };
    return { send } as unknown as DynamoDBClient;
  }

  test('what is left unprocessed is asked again until nothing is left, after full jitter under a doubling ceiling', async () => {
    const cache = new DynamoScoreCache(
      stingy((asked) => Math.floor(asked / 2)),
      'scores',
      jitter,
    );
    await cache.put(entries);
    const got = await cache.get(entries.map(({ key }) => key), 2); // biome-ignore format: one line
    expect(got.map((value) => value?.count)).toEqual(entries.map((_, at) => at));
    expect(new Set(pauses)).toEqual(new Set([40, 80, 160, 320, 640, 1280]));
  });

  test('what is never processed is an error with a name that the state machine retries', async () => {
    const cache = new DynamoScoreCache(
      stingy((asked) => asked),
      'scores',
      jitter,
    );
    await expect(cache.put(entries)).rejects.toBeInstanceOf(CacheThrottled);
    expect(Math.max(...pauses)).toBe(3_000);
    await expect(cache.get(entries.map(({ key }) => key), 2)).rejects.toMatchObject({ name: 'CacheThrottled' }); // biome-ignore format: one line
  });
});
