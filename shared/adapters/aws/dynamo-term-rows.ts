import { ConditionalCheckFailedException, type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { inParallel } from '../../core/pacing/in-parallel.ts';
import type { CacheKey } from '../../ports/score-cache.ts';
import type { HeldRow, RowChange, TermRows } from '../../ports/term-rows.ts';
import type { Row } from './cache-row.ts';
import { DynamoBatches, keyText } from './dynamo-batches.ts';
import type { Jitter } from './dynamo-retry.ts';

const CALLS = 32;
/** Counting is quicker than waiting for a table that is busy for longer. */
const ATTEMPTS = 3;
const NONE: ReadonlyMap<string, Row> = new Map();

/**
 * Counts by term in the table of the score cache: `k` key, `b` bytes, `v` version, `x` epoch second after which the row is nothing. Read
 * eventually consistent, at half the price: what is missed is counted again. So is everything once a call has failed, whatever it failed with:
 * a table that errs or throttles is not asked again, and costs the calls that were under way.
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
      try {
        await this.#client.send(
          new PutItemCommand({
            TableName: this.#table,
            Item,
            ConditionExpression: seen,
            ExpressionAttributeValues: { ':n': { N: String(over?.version ?? now) } },
          }),
        );
        return true;
      } catch (error) {
        return error instanceof ConditionalCheckFailedException ? false : this.#fail(false);
      }
    });
  }

  #fail<T>(instead: T): T {
    this.#failed = true;
    return instead;
  }
}
