import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { CountBlock, CountBlocks } from '../../ports/count-blocks.ts';
import type { CacheKey } from '../../ports/score-cache.ts';
import { DynamoBatches, type Row, textOf } from './dynamo-batches.ts';
import type { Jitter } from './dynamo-retry.ts';

const CALLS = 8;
/** An item may have 400 KB and a batch of 25 writes 16 MB: a larger block is cut, its parts under the key with their number behind it. */
const PART = 350_000;

/** Blocks of counts in the table of the score cache: `k` key, `b` bytes, `p` number of parts where there is more than one. */
export class DynamoCountBlocks implements CountBlocks {
  readonly #rows: DynamoBatches;

  constructor(client: DynamoDBClient, table: string, jitter?: Jitter) {
    this.#rows = new DynamoBatches(client, table, { calls: CALLS, ...(jitter === undefined ? {} : { jitter }) });
  }

  async get(keys: readonly CacheKey[]): Promise<readonly (Uint8Array | null)[]> {
    const rows = await this.#rows.get(keys);
    const more = keys.flatMap((key) => partKeys(key, rows.get(textOf(key))));
    const parts = more.length === 0 ? rows : await this.#rows.get(more);
    return keys.map((key) => {
      const first = rows.get(textOf(key));
      if (first?.['b']?.B === undefined) return null;
      const rest = partKeys(key, first).map((part) => parts.get(textOf(part))?.['b']?.B);
      // A part that is not there yet: another is writing the block.
      if (rest.some((part) => part === undefined)) return null;
      return rest.length === 0 ? first['b'].B : Buffer.concat([first['b'].B, ...(rest as Uint8Array[])]);
    });
  }

  put(blocks: readonly CountBlock[]): Promise<void> {
    return this.#rows.put(blocks.flatMap(rowsOf));
  }
}

function rowsOf({ key, bytes }: CountBlock): Row[] {
  const parts = Math.max(1, Math.ceil(bytes.length / PART));
  return Array.from({ length: parts }, (_, at) => ({
    k: { B: at === 0 ? key : partKey(key, at) },
    b: { B: bytes.subarray(at * PART, (at + 1) * PART) },
    ...(at === 0 && parts > 1 ? { p: { N: String(parts) } } : {}),
  }));
}

const partKeys = (key: CacheKey, row: Row | undefined): Uint8Array[] =>
  Array.from({ length: Math.max(0, Number(row?.['p']?.N ?? 1) - 1) }, (_, at) => partKey(key, at + 1));

const partKey = (key: CacheKey, part: number): Uint8Array => Uint8Array.from([...key, part >> 8, part & 0xff]);
