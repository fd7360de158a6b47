// Answers of language models, at home and in the cloud: the same suite.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTable, type DynamoServer, startDynamo } from '../../cloud-local/dynamodb/server.ts';
import { DynamoAnswerStore } from '../../shared/adapters/aws/dynamo-answer-store.ts';
import { SqliteAnswerStore } from '../../shared/adapters/local/sqlite-answer-store.ts';
import type { AnswerStore } from '../../shared/ports/answer-store.ts';

const DAY = 86_400;
const folder = mkdtempSync(join(tmpdir(), 'unveil-answers-'));
let dynamo: DynamoServer;
let sqlite: SqliteAnswerStore;

beforeAll(async () => {
  dynamo = await startDynamo();
  await createTable(dynamo.client, 'answers', 'k', 'B');
  sqlite = new SqliteAnswerStore(join(folder, 'answers.db'));
});
afterAll(async () => {
  sqlite.close();
  await dynamo.close();
  rmSync(folder, { recursive: true });
});

const STORES: readonly (readonly [string, () => AnswerStore])[] = [
  ['sqlite', () => sqlite],
  ['dynamodb', () => new DynamoAnswerStore(dynamo.client, 'answers')],
];
const key = (n: number): Uint8Array => Uint8Array.from({ length: 16 }, (_, at) => (n * 31 + at * 7) % 256);

test.each(STORES)('%s: what was answered is found, in the order of the keys, for half a year', async (_, open) => {
  const store = open();
  const fits = Array.from({ length: 130 }, (_, n) => Float64Array.from([n / 3, 1 - n / 7]));
  await store.put(
    [...fits.slice(0, 129).map((each, n) => ({ key: key(n), fits: each })), { key: key(129), fits: new Float64Array() }],
    1_000,
  );
  const again = open();
  const asked = [129, 5, 200, 5, 0].map(key);
  expect(await again.get(asked, 1_000 + 100 * DAY)).toEqual([new Float64Array(), fits[5], null, fits[5], fits[0]]);
  expect(await again.get([key(5)], 1_000 + 181 * DAY)).toEqual([null]);
  await store.put([{ key: key(5), fits: Float64Array.from([0.25]) }], 2_000);
  expect(await again.get([key(5)], 2_001)).toEqual([Float64Array.from([0.25])]);
});
