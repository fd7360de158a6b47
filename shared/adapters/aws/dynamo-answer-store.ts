import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { AnswerStore, StoredAnswer } from '../../ports/answer-store.ts';
import { DynamoBatches, keyText } from './dynamo-batches.ts';

const CALLS = 8;
const KEPT_FOR = 180 * 86_400;

/** Answers of language models in a table of their own: `k` key, `f` the fits as 8-byte floats, `x` expiry in epoch seconds. */
export class DynamoAnswerStore implements AnswerStore {
  readonly #rows: DynamoBatches;

  constructor(client: DynamoDBClient, table: string) {
    // The next turn must find what this one asked.
    this.#rows = new DynamoBatches(client, table, { calls: CALLS, consistent: true });
  }

  async get(keys: readonly Uint8Array[], now: number): Promise<readonly (Float64Array | null)[]> {
    const found = await this.#rows.get(keys);
    return keys.map((key) => {
      const row = found.get(keyText(key));
      const [fits, expires] = [row?.['f']?.B, Number(row?.['x']?.N)];
      return fits === undefined || !(expires > now) ? null : new Float64Array(Uint8Array.from(fits).buffer);
    });
  }

  put(answers: readonly StoredAnswer[], now: number): Promise<void> {
    return this.#rows.put(
      answers.map(({ key, fits }) => ({
        k: { B: key },
        f: { B: new Uint8Array(fits.buffer, fits.byteOffset, fits.byteLength) },
        x: { N: String(now + KEPT_FOR) },
      })),
    );
  }
}
