import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteScoreCache } from '../../shared/adapters/local/sqlite-score-cache.ts';
import { countKeys } from '../../shared/core/keys/count-key.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { CachedCounter } from '../../shared/pipeline/fetch/cached-counter.ts';
import { sizeKey } from '../../shared/pipeline/fetch/misses.ts';
import type { WorkerTask } from '../fixtures/fetch-worker.ts';
import { CountServer, countOf } from '../helpers/count-server.ts';

const SECRET = new Uint8Array(32).fill(5);
const SOURCE = { id: 'wikipedia', version: 'enwiki-live-2026-11' };

const server = new CountServer();
let baseUrl: string;
let folder: string;
const compiled = mkdtempSync(join(tmpdir(), 'unveil-compiled-'));
afterAll(() => rmSync(compiled, { recursive: true, force: true }));
beforeAll(async () => {
  baseUrl = await server.start();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.calls.length = 0;
  folder = mkdtempSync(join(tmpdir(), 'unveil-fetch-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const termsOf = (count: number): string[] => Array.from({ length: count }, (_, at) => `term ${at}`);

function task(terms: number, pairs: readonly number[], rest: Partial<WorkerTask> = {}): WorkerTask {
  const files = { cache: join(folder, 'counts.db'), pace: join(folder, 'pace.db') };
  return { baseUrl, ...files, terms: termsOf(terms), pairs, perSecond: 500, concurrent: 8, ...rest };
}

function start(work: WorkerTask): { child: ChildProcess; done: Promise<{ status: number | null; out: string }> } {
  // Some 60 processes start here: they share what the first of them compiled.
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
  const child = spawn(process.execPath, ['test/fixtures/fetch-worker.ts', JSON.stringify(work)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  let out = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  return { child, done: new Promise((resolve) => child.on('close', (status) => resolve({ status, out }))) };
}

/** `count` different pairs of `terms` terms. */
function somePairs(terms: number, count: number, seed: string): number[] {
  const random = seeded(seed);
  const seen = new Set<number>();
  while (seen.size < count) {
    const [a, b] = [random.below(terms), random.below(terms)];
    if (a < b) seen.add(a * terms + b);
  }
  return [...seen].flatMap((code) => [Math.floor(code / terms), code % terms]);
}

const searches = (): string[] => server.calls.map(({ search }) => search ?? 'size');
const pairCalls = (): string[] => searches().filter((search) => search.includes('" "'));

/** The most calls that began within any one second. */
function busiestSecond(): number {
  const times = server.calls.map(({ at }) => at).toSorted((a, b) => a - b);
  let most = 0;
  for (let from = 0, to = 0; to < times.length; to += 1) {
    while (times[to] - times[from] >= 1_000) from += 1;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

test('10,000 needed pairs, 60 % in cache: 4,000 pair calls, each distinct term once, N once, at no more than 500 a second', async () => {
  const terms = 300;
  const pairs = somePairs(terms, 10_000, 'ten thousand');
  const cache = new SqliteScoreCache(join(folder, 'counts.db'));
  const keys = countKeys(SECRET, SOURCE);
  const now = Math.floor(Date.now() / 1000);
  await cache.put(
    Array.from({ length: 6_000 }, (_, at) => ({
      key: keys.pair(`term ${pairs[2 * at]}`, `term ${pairs[2 * at + 1]}`),
      value: { state: 'counted', count: at, flags: 0, observed: now, expires: null } as const,
    })),
  );
  const { status, out } = await start(task(terms, pairs)).done;
  expect(status).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ calls: 4_301, answered: 4_301, remaining: 0, unavailable: [] });
  expect(pairCalls()).toHaveLength(4_000);
  expect(new Set(searches()).size).toBe(4_301);
  expect(server.calls).toHaveLength(4_301);
  expect(busiestSecond()).toBeLessThanOrEqual(500);

  const counter = new CachedCounter(SOURCE, { secret: SECRET, cache, now });
  expect(await counter.size()).toBe(7_000_000);
  const counts = await counter.countAll({ terms: termsOf(terms), pairs: Uint32Array.from(pairs) });
  expect(counts.pairFlags.every((flag) => flag === 0)).toBe(true);
  expect(counts.pairs[5_999]).toBe(5_999);
  const quoted = [pairs[2 * 9_000], pairs[2 * 9_000 + 1]]
    .map((at) => `"term ${at}"`)
    .toSorted()
    .join(' ');
  expect(counts.pairs[9_000]).toBe(countOf(quoted));
  cache.close();
});

test('32 processes on one cache with the same 600 misses: each is asked once, at one pace, with at most 8 open', async () => {
  server.latency = 10;
  const work = task(40, somePairs(40, 559, 'shared'));
  const ended = await Promise.all(Array.from({ length: 32 }, () => start(work).done));
  server.latency = 0;
  expect(ended.map(({ status }) => status)).toEqual(new Array(32).fill(0));
  expect(new Set(searches()).size).toBe(600);
  expect(server.calls).toHaveLength(600);
  expect(busiestSecond()).toBeLessThanOrEqual(500);
});

const KILLS = 8;
test(`killed at random ${KILLS} times and resumed: nothing is lost, and at most as many × concurrency calls are repeated`, async () => {
  server.latency = 20;
  const random = seeded('kills');
  const work = task(60, somePairs(60, 1_139, 'killed'), { perSecond: 200 });
  let kills = 0;
  for (;;) {
    const { child, done } = start(work);
    if (kills < KILLS) {
      kills += 1;
      // Killed in the middle of its calls, not while it starts.
      const before = server.calls.length;
      while (server.calls.length === before) await pause(2);
      await pause(random.below(120));
      child.kill('SIGKILL');
      await done;
      continue;
    }
    expect((await done).status).toBe(0);
    break;
  }
  server.latency = 0;
  const distinct = new Set(searches()).size;
  expect(distinct).toBe(1_200);
  const repeats = server.calls.length - distinct;
  console.log(`${repeats} calls repeated after ${KILLS} kills at concurrency 8 (at most ${8 * KILLS})`);
  expect(repeats).toBeLessThanOrEqual(8 * KILLS);
  expect(busiestSecond()).toBeLessThanOrEqual(200);
  const cache = new SqliteScoreCache(work.cache);
  const counter = new CachedCounter(SOURCE, { secret: SECRET, cache, now: Math.floor(Date.now() / 1000) });
  const { pairs } = await counter.countAll({ terms: work.terms, pairs: Uint32Array.from(work.pairs) });
  expect(pairs.every(Number.isFinite)).toBe(true);
  expect((await cache.get([sizeKey(SECRET, SOURCE)], 0))[0]?.count).toBe(7_000_000);
  cache.close();
});

test('a 429 parks every worker of the host: nobody calls before the time is over', async () => {
  server.faults.push('429');
  const work = task(30, somePairs(30, 200, 'parked'), { concurrent: 4 });
  const ended = await Promise.all([start(work).done, start(work).done, start(work).done]);
  expect(ended.map(({ status }) => status)).toEqual([0, 0, 0]);
  const times = server.calls.map(({ at }) => at);
  const first = times[0];
  // At most the calls that were open or due in the same instant slip through; then a second of silence.
  const early = times.filter((at) => at - first > 100 && at - first < 950);
  expect(early).toEqual([]);
  expect(new Set(searches()).size).toBe(231);
});
