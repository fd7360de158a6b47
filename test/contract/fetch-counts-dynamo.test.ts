import { createTable, type DynamoServer, startDynamo } from '../../cloud-local/dynamodb/server.ts';
import { DynamoHostPacer } from '../../shared/adapters/aws/dynamo-host-pacer.ts';
import { DynamoScoreCache } from '../../shared/adapters/aws/dynamo-score-cache.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { CachedCounter } from '../../shared/pipeline/fetch/cached-counter.ts';
import { fetchCounts } from '../../shared/pipeline/fetch/fetch-counts.ts';
import { planFetch } from '../../shared/pipeline/fetch/misses.ts';
import type { LiveSource, Question, SourceAnswer } from '../../shared/ports/live-source.ts';
import { startDynamoDbLocal } from '../helpers/dynamodb-local.ts';
import { describeWith } from '../helpers/needs.ts';

const SECRET = new Uint8Array(32).fill(5);
const terms = Array.from({ length: 12 }, (_, at) => `term ${at}`);
const pairs = Uint32Array.from(terms.flatMap((_, x) => terms.flatMap((__, y) => (x < y ? [x, y] : []))));

/** A source in this process that writes down what it was asked and how many calls were open at once. */
class CountingSource implements LiveSource {
  readonly source = { id: 'test', version: '2026-11' };
  readonly host = 'counts.example.org';
  readonly timeout = 5_000;
  readonly limits;
  readonly asked: string[] = [];
  most = 0;
  #open = 0;
  constructor(perDay: number | null = null) {
    this.limits = { perSecond: 2_000, concurrent: 6, perDay };
  }
  accepts(): boolean {
    return true;
  }
  async ask(question: Question): Promise<SourceAnswer> {
    this.asked.push(JSON.stringify(question));
    this.#open += 1;
    this.most = Math.max(this.most, this.#open);
    await new Promise((resolve) => setTimeout(resolve, 3));
    this.#open -= 1;
    return { kind: 'count', count: question.kind === 'size' ? 1_000 : question.kind === 'one' ? question.term.length : 2, flags: 0 };
  }
}

async function fetchWith(server: DynamoServer, source: LiveSource, owner: string) {
  const cache = new DynamoScoreCache(server.client, 'scores');
  const now = Math.floor(Date.now() / 1000);
  const { misses } = await planFetch([{ terms, pairs }], { source: source.source, secret: SECRET, cache, now });
  return fetchCounts(misses, source, {
    cache,
    pacer: new DynamoHostPacer(server.client, 'ledger'),
    owner,
    now: Date.now,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    stop: new AbortController().signal,
    patience: 0,
    random: seeded(owner),
    progress: () => undefined,
  });
}

function suite(name: string, start: () => Promise<DynamoServer>): void {
  describe(`fetch on ${name}`, () => {
    let server: DynamoServer;
    beforeAll(async () => {
      server = await start();
      await createTable(server.client, 'scores', 'k', 'B');
      await createTable(server.client, 'ledger', 'pk', 'S');
    });
    afterAll(() => server.close());

    test('four workers with the same 79 misses ask each once, six at a time at most', async () => {
      const source = new CountingSource();
      const outcomes = await Promise.all(Array.from({ length: 4 }, (_, at) => fetchWith(server, source, `worker ${at}`)));
      expect(source.asked).toHaveLength(79);
      expect(new Set(source.asked).size).toBe(79);
      expect(source.most).toBeLessThanOrEqual(6);
      for (const { remaining } of outcomes) expect(remaining).toEqual([]);
      const cache = new DynamoScoreCache(server.client, 'scores');
      const counter = new CachedCounter(source.source, { secret: SECRET, cache, now: Math.floor(Date.now() / 1000) });
      expect(await counter.size()).toBe(1_000);
      expect([...(await counter.countAll({ terms, pairs })).pairs]).toEqual(new Array(66).fill(2));
    });

    test('a spent budget ends the turn and says when to come again; the next day goes on from there', async () => {
      const source = Object.assign(new CountingSource(40), { source: { id: 'budget', version: '2026-11' }, host: 'budget.example.org' });
      const { remaining, resumeAt, calls } = await fetchWith(server, source, 'today');
      expect(calls).toBe(40);
      expect(remaining).toHaveLength(39);
      expect(resumeAt).toBe((Math.floor(Date.now() / 86_400_000) + 1) * 86_400_000);
      // Another worker on the same day is told the same, and asks nothing.
      expect((await fetchWith(server, source, 'another')).calls).toBe(0);
      expect(source.asked).toHaveLength(40);
    });
  });
}

suite('dynalite', startDynamo);
describeWith('java', "Amazon's DynamoDB Local", () => suite('DynamoDB Local', startDynamoDbLocal));
