import { BatchGetItemCommand, BatchWriteItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { inParallel } from '../../core/pacing/in-parallel.ts';
import type { CacheKey } from '../../ports/score-cache.ts';
import type { Row } from './cache-row.ts';
import { chunks, FULL_JITTER, type Jitter, untilDone } from './dynamo-retry.ts';

/** The service's own limits for one call. */
const KEYS_A_READ = 100;
const ROWS_A_WRITE = 25;

interface BatchOptions {
  readonly calls: number;
  /** Reads see every earlier write, at twice the price. */
  readonly consistent: boolean;
  readonly jitter?: Jitter;
  /** Attempts before a batch is given up. */
  readonly attempts?: number;
}

/** Rows of a table by their binary key `k`, in calls of the service's size, repeated until nothing is left unprocessed. */
export class DynamoBatches {
  readonly #client: DynamoDBClient;
  readonly #table: string;
  readonly #calls: number;
  readonly #consistent: boolean;
  readonly #jitter: Jitter;
  readonly #attempts: number | undefined;

  constructor(client: DynamoDBClient, table: string, { calls, consistent, jitter = FULL_JITTER, attempts }: BatchOptions) {
    this.#client = client;
    this.#table = table;
    this.#calls = calls;
    this.#consistent = consistent;
    this.#jitter = jitter;
    this.#attempts = attempts;
  }

  /** The rows that exist, by `keyText` of their keys. */
  async get(keys: readonly CacheKey[]): Promise<ReadonlyMap<string, Row>> {
    // The service rejects a call that names a key twice.
    const distinct = new Map(keys.map((key) => [keyText(key), { k: { B: key } }]));
    const found = new Map<string, Row>();
    const read = async (Keys: readonly Row[]): Promise<readonly Row[]> => {
      const RequestItems = { [this.#table]: { Keys: [...Keys], ConsistentRead: this.#consistent } };
      const { Responses, UnprocessedKeys } = await this.#client.send(new BatchGetItemCommand({ RequestItems }));
      for (const row of Responses?.[this.#table] ?? []) found.set(keyText(row['k']?.B as Uint8Array), row);
      return UnprocessedKeys?.[this.#table]?.Keys ?? [];
    };
    await inParallel(chunks([...distinct.values()], KEYS_A_READ), this.#calls, (part) =>
      untilDone<Row>(part, read, this.#jitter, this.#attempts),
    );
    return found;
  }

  /** Overwrites rows; the last of several with one key wins. */
  async put(rows: readonly Row[]): Promise<void> {
    const distinct = new Map(rows.map((row) => [keyText(row['k']?.B as Uint8Array), row]));
    const write = async (open: readonly Row[]): Promise<readonly Row[]> => {
      const requests = open.map((Item) => ({ PutRequest: { Item } }));
      const { UnprocessedItems } = await this.#client.send(new BatchWriteItemCommand({ RequestItems: { [this.#table]: requests } }));
      return (UnprocessedItems?.[this.#table] ?? []).map(({ PutRequest }) => PutRequest?.Item ?? {});
    };
    await inParallel(chunks([...distinct.values()], ROWS_A_WRITE), this.#calls, (part) =>
      untilDone(part, write, this.#jitter, this.#attempts),
    );
  }
}

export const keyText = (key: Uint8Array): string => Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('latin1');
