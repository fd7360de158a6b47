import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { CachedCount, CacheEntry, CacheKey, LeaseAnswer, ScoreCache } from '../../ports/score-cache.ts';
import { answerAttributes, answerOf, keyOf, leaseAttributes, type Row, refusalOf } from './cache-row.ts';
import { chunks, FULL_JITTER, inParallel, type Jitter, untilDone } from './dynamo-retry.ts';

/** The service's own limits for one call. */
const KEYS_A_READ = 100;
const ROWS_A_WRITE = 25;
/** Calls under way at once from one store: at 5 ms a call, 32 of them read about 600,000 keys a second, more than one process can use. */
const CALLS = 32;
/** A lease lost and found free again is asked for at most so often before it counts as taken. */
const LEASE_TRIES = 3;

/** Counts in one DynamoDB table, shared by all audits of a stack. */
export class DynamoScoreCache implements ScoreCache {
  readonly #client: DynamoDBClient;
  readonly #table: string;
  readonly #jitter: Jitter;

  constructor(client: DynamoDBClient, table: string, jitter: Jitter = FULL_JITTER) {
    this.#client = client;
    this.#table = table;
    this.#jitter = jitter;
  }

  async get(keys: readonly CacheKey[], now: number): Promise<readonly (CachedCount | null)[]> {
    // A call that names a key twice is refused.
    const distinct = new Map(keys.map((key) => [text(key), key]));
    const found = new Map<string, Row>();
    const read = async (open: readonly Row[]): Promise<readonly Row[]> => {
      const { Responses, UnprocessedKeys } = await this.#client.send(
        new BatchGetItemCommand({ RequestItems: { [this.#table]: { Keys: open as Record<string, AttributeValue>[] } } }),
      );
      for (const row of Responses?.[this.#table] ?? []) found.set(text(row['k']?.B as Uint8Array), row);
      return UnprocessedKeys?.[this.#table]?.Keys ?? [];
    };
    await inParallel(chunks([...distinct.values()], KEYS_A_READ), CALLS, (part) => untilDone(part.map(keyOf), read, this.#jitter));
    return keys.map((key) => answerOf(found.get(text(key)), now));
  }

  async put(entries: readonly CacheEntry[]): Promise<void> {
    const rows = new Map(entries.map(({ key, value }) => [text(key), { ...keyOf(key), ...answerAttributes(value) }]));
    const write = async (open: readonly Row[]): Promise<readonly Row[]> => {
      const requests = open.map((Item) => ({ PutRequest: { Item } }));
      const { UnprocessedItems } = await this.#client.send(new BatchWriteItemCommand({ RequestItems: { [this.#table]: requests } }));
      return (UnprocessedItems?.[this.#table] ?? []).map(({ PutRequest }) => PutRequest?.Item ?? {});
    };
    await inParallel(chunks([...rows.values()], ROWS_A_WRITE), CALLS, (part) => untilDone(part, write, this.#jitter));
  }

  lease(keys: readonly CacheKey[], owner: string, now: number, until: number): Promise<readonly LeaseAnswer[]> {
    return inParallel(keys, CALLS, (key) => this.#leaseOne(key, owner, now, until));
  }

  settle(entries: readonly CacheEntry[], owner: string): Promise<readonly boolean[]> {
    return inParallel(entries, CALLS, async ({ key, value }) => {
      const Item = { ...keyOf(key), ...answerAttributes(value) };
      return this.#holds(new PutItemCommand({ TableName: this.#table, Item, ...ownedBy(owner) }));
    });
  }

  async release(keys: readonly CacheKey[], owner: string): Promise<void> {
    await inParallel(keys, CALLS, (key) =>
      this.#holds(new DeleteItemCommand({ TableName: this.#table, Key: keyOf(key), ...ownedBy(owner) })),
    );
  }

  async #leaseOne(key: CacheKey, owner: string, now: number, until: number): Promise<LeaseAnswer> {
    const put = new PutItemCommand({
      TableName: this.#table,
      Item: { ...keyOf(key), ...leaseAttributes(owner, until) },
      // No row; an answer that expired; a lease that ran out; a lease of our own.
      ConditionExpression: 'attribute_not_exists(k) OR (attribute_exists(s) AND x <= :now) OR l <= :now OR o = :me',
      ExpressionAttributeValues: { ':now': { N: String(now) }, ':me': { S: owner } },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    for (let attempt = 0; attempt < LEASE_TRIES; attempt += 1) {
      try {
        await this.#client.send(put);
        return { kind: 'ours' };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        // Emulators do not return the row that refused: read it.
        const refusal = refusalOf(error.Item ?? (await this.#read(key)), now);
        if (refusal !== null) return refusal;
      }
    }
    return { kind: 'taken', until: now + 1 };
  }

  async #read(key: CacheKey): Promise<Row | undefined> {
    return (await this.#client.send(new GetItemCommand({ TableName: this.#table, Key: keyOf(key), ConsistentRead: true }))).Item;
  }

  async #holds(command: PutItemCommand | DeleteItemCommand): Promise<boolean> {
    try {
      await this.#client.send(command as PutItemCommand);
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }
}

const ownedBy = (owner: string) => ({ ConditionExpression: 'o = :me', ExpressionAttributeValues: { ':me': { S: owner } } });

const text = (key: CacheKey): string => Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('latin1');
