import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { inParallel } from '../../core/pacing/in-parallel.ts';
import type { CachedCount, CacheEntry, CacheKey, LeaseAnswer, ScoreCache } from '../../ports/score-cache.ts';
import { answerAttributes, answerOf, leaseAttributes, leaseRefusal, type Row, rowKey } from './cache-row.ts';
import { DynamoBatches, keyText } from './dynamo-batches.ts';
import { isWritten } from './dynamo-conditions.ts';
import type { Jitter } from './dynamo-retry.ts';

/** Concurrent calls of one store: at 5 ms a call they read about 600,000 keys a second, more than one process can use. */
const CALLS = 32;
/** Attempts for a lease that is lost and free again, before it counts as taken. */
const LEASE_TRIES = 3;

/** Counts in one DynamoDB table, shared by all audits of a stack. */
export class DynamoScoreCache implements ScoreCache {
  readonly #rows: DynamoBatches;
  readonly #client: DynamoDBClient;
  readonly #table: string;

  constructor(client: DynamoDBClient, table: string, jitter?: Jitter) {
    // Scoring must see what fetching wrote a moment ago, or an audit would not always give the same bytes.
    this.#rows = new DynamoBatches(client, table, { calls: CALLS, consistent: true, ...(jitter === undefined ? {} : { jitter }) });
    this.#client = client;
    this.#table = table;
  }

  async get(keys: readonly CacheKey[], now: number): Promise<readonly (CachedCount | null)[]> {
    const found = await this.#rows.get(keys);
    return keys.map((key) => answerOf(found.get(keyText(key)), now));
  }

  put(entries: readonly CacheEntry[]): Promise<void> {
    return this.#rows.put(entries.map(({ key, value }) => ({ ...rowKey(key), ...answerAttributes(value) })));
  }

  lease(keys: readonly CacheKey[], owner: string, now: number, until: number): Promise<readonly LeaseAnswer[]> {
    return inParallel(keys, CALLS, (key) => this.#leaseOne(key, owner, now, until));
  }

  settle(entries: readonly CacheEntry[], owner: string): Promise<readonly boolean[]> {
    return inParallel(entries, CALLS, async ({ key, value }) => {
      const Item = { ...rowKey(key), ...answerAttributes(value) };
      return isWritten(this.#client.send(new PutItemCommand({ TableName: this.#table, Item, ...ownedBy(owner) })));
    });
  }

  async release(keys: readonly CacheKey[], owner: string): Promise<void> {
    await inParallel(keys, CALLS, (key) =>
      isWritten(this.#client.send(new DeleteItemCommand({ TableName: this.#table, Key: rowKey(key), ...ownedBy(owner) }))),
    );
  }

  async #leaseOne(key: CacheKey, owner: string, now: number, until: number): Promise<LeaseAnswer> {
    const put = new PutItemCommand({
      TableName: this.#table,
      Item: { ...rowKey(key), ...leaseAttributes(owner, until) },
      // No row; an expired answer; a lease that ran out; our own lease.
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
        // Emulators do not return the row that refused.
        const refusal = leaseRefusal(error.Item ?? (await this.#read(key)), now);
        if (refusal !== null) return refusal;
      }
    }
    return { kind: 'taken', until: now + 1 };
  }

  async #read(key: CacheKey): Promise<Row | undefined> {
    return (await this.#client.send(new GetItemCommand({ TableName: this.#table, Key: rowKey(key), ConsistentRead: true }))).Item;
  }
}

const ownedBy = (owner: string) => ({ ConditionExpression: 'o = :me', ExpressionAttributeValues: { ':me': { S: owner } } });
