import { type AttributeValue, BatchGetItemCommand, BatchWriteItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { CountBlock, CountBlocks } from '../../ports/count-blocks.ts';
import type { CacheKey } from '../../ports/score-cache.ts';
import { chunks, FULL_JITTER, inParallel, type Jitter, untilDone } from './dynamo-retry.ts';

const KEYS_A_READ = 100;
const ROWS_A_WRITE = 25;
const CALLS = 8;
/** An item may have 400 KB and a batch of 25 writes 16 MB: a larger block is cut, its parts under the key with their number behind it. */
const PART = 350_000;

type Row = Record<string, AttributeValue>;

/** Blocks of counts in the table of the score cache: `k` key, `b` bytes, `p` number of parts where there is more than one. */
export class DynamoCountBlocks implements CountBlocks {
  readonly #client: DynamoDBClient;
  readonly #table: string;
  readonly #jitter: Jitter;

  constructor(client: DynamoDBClient, table: string, jitter: Jitter = FULL_JITTER) {
    this.#client = client;
    this.#table = table;
    this.#jitter = jitter;
  }

  async get(keys: readonly CacheKey[]): Promise<readonly (Uint8Array | null)[]> {
    const rows = await this.#read(keys);
    const more = keys.flatMap((key) => partKeys(key, rows.get(text(key))));
    const parts = more.length === 0 ? rows : await this.#read(more);
    return keys.map((key) => {
      const first = rows.get(text(key));
      if (first?.['b']?.B === undefined) return null;
      const rest = partKeys(key, first).map((part) => parts.get(text(part))?.['b']?.B);
      // A part that is not there yet: another is writing the block.
      if (rest.some((part) => part === undefined)) return null;
      return rest.length === 0 ? first['b'].B : Buffer.concat([first['b'].B, ...(rest as Uint8Array[])]);
    });
  }

  async put(blocks: readonly CountBlock[]): Promise<void> {
    const rows = new Map(blocks.flatMap(rowsOf).map((row) => [text(row['k']?.B as Uint8Array), row]));
    const write = async (open: readonly Row[]): Promise<readonly Row[]> => {
      const requests = open.map((Item) => ({ PutRequest: { Item } }));
      const { UnprocessedItems } = await this.#client.send(new BatchWriteItemCommand({ RequestItems: { [this.#table]: requests } }));
      return (UnprocessedItems?.[this.#table] ?? []).map(({ PutRequest }) => PutRequest?.Item ?? {});
    };
    await inParallel(chunks([...rows.values()], ROWS_A_WRITE), CALLS, (part) => untilDone(part, write, this.#jitter));
  }

  async #read(keys: readonly CacheKey[]): Promise<ReadonlyMap<string, Row>> {
    const distinct = new Map(keys.map((key) => [text(key), { k: { B: key } }]));
    const found = new Map<string, Row>();
    const read = async (Keys: readonly Row[]): Promise<readonly Row[]> => {
      // Strongly consistent: what the counting step wrote a moment ago must be seen.
      const RequestItems = { [this.#table]: { Keys: [...Keys], ConsistentRead: true } };
      const { Responses, UnprocessedKeys } = await this.#client.send(new BatchGetItemCommand({ RequestItems }));
      for (const row of Responses?.[this.#table] ?? []) found.set(text(row['k']?.B as Uint8Array), row);
      return UnprocessedKeys?.[this.#table]?.Keys ?? [];
    };
    await inParallel(chunks([...distinct.values()], KEYS_A_READ), CALLS, (part) => untilDone<Row>(part, read, this.#jitter));
    return found;
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

const text = (key: Uint8Array): string => Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('latin1');
