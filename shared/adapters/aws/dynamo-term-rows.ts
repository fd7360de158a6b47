import { type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { inParallel } from '../../core/pacing/in-parallel.ts';
import type { CacheKey } from '../../ports/score-cache.ts';
import type { HeldRow, RowChange, TermRows } from '../../ports/term-rows.ts';
import type { Row } from './cache-row.ts';
import { DynamoBatches, keyText } from './dynamo-batches.ts';
import { isWritten } from './dynamo-conditions.ts';
import type { Jitter } from './dynamo-retry.ts';

const CALLS = 32;
/** Counting anew is faster than waiting longer for a busy table. */
const ATTEMPTS = 3;
const NONE: ReadonlyMap<string, Row> = new Map();

/**
 * Counts by term in the table of the score cache: `k` key, `b` bytes, `v` version, `x` expiry in epoch seconds. Reads are eventually consistent, at half
 * the price: a missed row is counted again. After one failed call, whatever the failure, the table is not used any more, and everything is counted.
 */
export class DynamoTermRows implements TermRows {
  readonly #rows: DynamoBatches;
  readonly #client: DynamoDBClient;
  readonly #table: string;
  #failed = false;

  constructor(client: DynamoDBClient, table: string, jitter?: Jitter) {
    this.#rows = new DynamoBatches(client, table, {
      calls: CALLS,
      consistent: false,
      attempts: ATTEMPTS,
      ...(jitter === undefined ? {} : { jitter }),
    });
    this.#client = client;
    this.#table = table;
  }

  async get(keys: readonly CacheKey[], now: number): Promise<readonly (HeldRow | null)[]> {
    const found = this.#failed ? NONE : await this.#rows.get(keys).catch(() => this.#fail(NONE));
    return keys.map((key) => {
      const row = found.get(keyText(key));
      if (row?.['b']?.B === undefined || Number(row['x']?.N) <= now) return null;
      return { bytes: row['b'].B, version: Number(row['v']?.N) };
    });
  }

  put(changes: readonly RowChange[], now: number, expires: number): Promise<readonly boolean[]> {
    return inParallel(changes, CALLS, async ({ key, bytes, over }) => {
      if (this.#failed) return false;
      const seen = over === null ? 'attribute_not_exists(k) OR x <= :n' : 'v = :n';
      const Item = { k: { B: key }, b: { B: bytes }, v: { N: String((over?.version ?? 0) + 1) }, x: { N: String(expires) } };
      const put = new PutItemCommand({
        TableName: this.#table,
        Item,
        ConditionExpression: seen,
        ExpressionAttributeValues: { ':n': { N: String(over?.version ?? now) } },
      });
      return isWritten(this.#client.send(put)).catch(() => this.#fail(false));
    });
  }

  #fail<T>(instead: T): T {
    this.#failed = true;
    return instead;
  }
}
