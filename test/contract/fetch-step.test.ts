import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { SqliteHostPacer } from '../../shared/adapters/local/sqlite-host-pacer.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import { LIVE_SOURCES } from '../../shared/contracts/sources.ts';
import { UNIT_POINTERS } from '../../shared/contracts/work.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { readAllJsonLines } from '../../shared/kit/blobs/json-lines.ts';
import { MANIFEST } from '../../shared/kit/plan/units.ts';
import { openFile } from '../../shared/kit/read/read-release.ts';
import { AuditFolder } from '../../shared/pipeline/cloud/audit-folder.ts';
import { fetchStep } from '../../shared/pipeline/cloud/fetch-step.ts';
import { NO_ASSETS } from '../../shared/pipeline/cloud/knowledge.ts';
import { mustBeOffered } from '../../shared/pipeline/cloud/offer.ts';
import { planStep, readStep, scoreStep } from '../../shared/pipeline/cloud/steps.ts';
import { fetchCounts } from '../../shared/pipeline/fetch/fetch-counts.ts';
import type { HitCounter } from '../../shared/ports/hit-counter.ts';
import type { LiveSource, Question, SourceAnswer } from '../../shared/ports/live-source.ts';
import { MemoryScoreCache } from '../helpers/memory-score-cache.ts';
import { MemoryTermRows } from '../helpers/memory-term-rows.ts';

const SET = ['blood pressure', 'icd', 'limbs'];
const RELEASE = [
  ['heart disease', SET, 'weakness'],
  ['anesthesia', SET, 'pain'],
  ['gangrene', SET],
];

/** A corpus that relates whatever is asked of `heart disease`, and knows no other context item. */
const corpus: HitCounter = {
  source: { id: 'corpus:heart', version: '1' },
  size: async () => 100,
  count: async () => Number.NaN,
  countAll: async ({ terms, pairs }) => {
    const known = terms.map((term) => (SET.includes(term) || term === 'heart disease' ? 5 : 0));
    const both = Float64Array.from({ length: pairs.length / 2 }, () => 2);
    return {
      terms: Float64Array.from(known),
      termFlags: new Uint8Array(terms.length),
      pairs: both,
      pairFlags: new Uint8Array(both.length),
    };
  },
};

class Service implements LiveSource {
  readonly source = { id: 'wikipedia', version: 'live-2026-11' };
  readonly host = 'counts.example.org';
  readonly timeout = 1_000;
  readonly limits;
  readonly asked: Question[] = [];
  constructor(perDay: number | null) {
    this.limits = { perSecond: 1_000, concurrent: 2, perDay };
  }
  accepts(): boolean {
    return true;
  }
  async ask(question: Question): Promise<SourceAnswer> {
    this.asked.push(question);
    return { kind: 'count', count: question.kind === 'size' ? 1_000 : question.kind === 'one' ? 40 : 4, flags: 0 };
  }
}

async function planned() {
  const folder = new AuditFolder(memoryBlobStore());
  const request = auditRequest.parse({
    release: 'r',
    sources: ['corpus:heart', 'wikipedia'],
    attacks: ['mda'],
    egress: { allow: ['wikipedia'] },
  });
  await folder.store.write('request.json', new TextEncoder().encode(JSON.stringify(request)));
  const text = RELEASE.map((items) => `${JSON.stringify({ items })}\n`).join('');
  async function* bytes() {
    yield new TextEncoder().encode(text);
  }
  const reading = { gunzip };
  const release = await openFile({ name: 'r.jsonl', bytes: bytes() }, reading);
  await readStep(folder, KINDS, { release, original: null, reading, beside: () => Promise.reject(new Error('none')) }, null, '');
  const index = { key: 'k', size: 1 };
  const plan = await planStep(
    folder,
    KINDS,
    {
      sources: [
        { spec: 'corpus:heart', source: corpus.source, size: 100, index },
        { spec: 'wikipedia', source: { id: 'wikipedia', version: 'live-2026-11' }, size: Number.NaN, index: null },
      ],
      embeddings: null,
    },
    { vectors: null, nouns: () => Promise.reject(new Error('no nouns')) },
    '',
  );
  const pointers = await readAllJsonLines(folder.store, MANIFEST, UNIT_POINTERS);
  return { folder, plan, pointers };
}

const rows = new MemoryTermRows();
const counting = (cache: MemoryScoreCache) => ({
  secret: async () => new Uint8Array(32),
  rows,
  cache,
  now: Math.floor(Date.now() / 1000),
  keepUsd: 0.01,
  open: async () => corpus,
});
const ports = (cache: MemoryScoreCache, owner: string) => ({
  counting: counting(cache),
  pacer: new SqliteHostPacer(':memory:'),
  owner,
  operator: 'a service',
  deadline: Date.now() + 10_000,
  now: Date.now,
});

test('the plan names the live source; a turn asks only what the corpus leaves open; scoring then finds every answer', async () => {
  const { folder, plan, pointers } = await planned();
  expect(plan.live).toEqual(['wikipedia']);
  const [service, cache] = [new Service(null), new MemoryScoreCache()];
  const turn = await fetchStep(folder, KINDS, 'wikipedia', service, ports(cache, 'a'));
  // Four context items the corpus does not know, three members, their twelve pairs, and the number of documents.
  expect(turn).toMatchObject({ done: true, calls: 4 + 3 + 12 + 1, unavailable: 0 });
  expect(JSON.stringify(service.asked)).not.toContain('heart disease');
  expect((await folder.sources()).map(({ size }) => size)).toEqual([100, 1_000]);
  await scoreStep(folder, KINDS, pointers, counting(cache), NO_ASSETS);
  // A turn that runs again asks nothing.
  expect(await fetchStep(folder, KINDS, 'wikipedia', service, ports(cache, 'b'))).toMatchObject({ done: true, calls: 0 });
});

test('a spent budget ends the turn with the time of its reset, and the next day’s turn asks only the rest', async () => {
  const { folder } = await planned();
  const [service, cache] = [new Service(12), new MemoryScoreCache()];
  const shared = { ...ports(cache, 'a') };
  const turn = await fetchStep(folder, KINDS, 'wikipedia', service, shared);
  expect(turn).toMatchObject({ done: false, calls: 12 });
  const reset = (Math.floor(Date.now() / 86_400_000) + 1) * 86_400_000;
  expect(turn.resumeAt).toBe(new Date(reset).toISOString());
  const tomorrow = { ...shared, now: () => reset + 1_000, deadline: reset + 60_000 };
  expect(await fetchStep(folder, KINDS, 'wikipedia', service, tomorrow)).toMatchObject({ done: true, calls: 8 });
  expect(new Set(service.asked.map((question) => JSON.stringify(question))).size).toBe(20);
});

/** A host that is always too busy. */
class Busy extends Service {
  readonly #parkFor: number;
  constructor(parkFor: number) {
    super(null);
    this.#parkFor = parkFor;
  }
  override async ask(question: Question): Promise<SourceAnswer> {
    this.asked.push(question);
    return { kind: 'unavailable', reason: 'HTTP 429', parkFor: this.#parkFor };
  }
}

test('a host that always answers 429 is left alone: what is left counts as unavailable', async () => {
  const { folder } = await planned();
  const service = new Busy(1);
  expect(await fetchStep(folder, KINDS, 'wikipedia', service, ports(new MemoryScoreCache(), 'a'))).toMatchObject({
    done: true,
    unavailable: 20,
  });
  expect(service.asked.length).toBeLessThan(20);
});

test('one that parks for an hour each time is given up after a number of turns', async () => {
  const { folder } = await planned();
  const [service, cache] = [new Busy(3_600_000), new MemoryScoreCache()];
  const shared = ports(cache, 'a');
  let turns = 0;
  for (let done = false; !done && turns < 40; turns += 1) {
    const now = Date.now() + turns * 4_000_000;
    ({ done } = await fetchStep(folder, KINDS, 'wikipedia', service, {
      ...shared,
      owner: `turn${turns}`,
      now: () => now,
      deadline: now + 10_000,
    }));
  }
  expect(turns).toBe(13);
});

test('at home, where its parkings are slept through, it is given up as well', async () => {
  const [service, pacer] = [new Busy(100_000), new SqliteHostPacer(':memory:')];
  const misses = Array.from({ length: 20 }, (_, at) => ({
    key: Uint8Array.of(at),
    question: { kind: 'one' as const, term: `t${at}` },
  }));
  let now = 0;
  const outcome = await fetchCounts(misses, service, {
    cache: new MemoryScoreCache(),
    pacer,
    owner: 'home',
    now: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds;
      if (now > 20 * 100_000) throw new Error('it is asked without end');
    },
    stop: new AbortController().signal,
    patience: 120_000,
    random: seeded('home'),
    progress: () => {},
  });
  pacer.close();
  expect(outcome).toMatchObject({ remaining: [], resumeAt: null, unavailable: new Map([['HTTP 429', 20]]) });
  expect(service.asked.length).toBeLessThan(20);
});

describe('what a stack offers', () => {
  const offered = (request: object, egress: readonly string[] | null, held: readonly string[] = []) =>
    mustBeOffered(auditRequest.parse({ release: 'r', ...request }), {
      egress,
      mustHold: async (spec) => {
        if (!held.includes(spec)) throw new BadInput(`no ${spec}`);
        return { id: spec, key: spec, size: 1, version: '1' };
      },
    });
  const live = { sources: ['wikipedia'], egress: { allow: ['wikipedia'] } };

  test('terms leave only where the request and the stack both allow it', async () => {
    await expect(offered({ sources: ['wikipedia'] }, ['wikipedia'])).rejects.toThrow(/egress/);
    await expect(offered(live, [''])).rejects.toThrow(/cdk\.json/);
    await expect(offered(live, ['pubmed', 'wikipedia'])).resolves.toEqual({});
    // The machine that submits does not know what the stack allows.
    await expect(offered(live, null)).resolves.toEqual({});
  });

  test('corpora and word vectors must have been pushed; paths of a machine are refused', async () => {
    await expect(offered({ sources: ['wordnet', 'corpus:a'] }, [], ['wordnet'])).rejects.toThrow('no corpus:a');
    await expect(offered({ sources: ['/tmp/a'] }, [])).rejects.toThrow('is not offered here');
    await expect(offered({ embeddings: 'glove' }, [], ['wordnet'])).rejects.toThrow('no embeddings');
    await expect(offered({ embeddings: 'v.txt' }, [], ['wordnet', 'embeddings:v.txt'])).resolves.toHaveProperty(['embeddings:v.txt']);
    await expect(offered({ embeddings: '../v.txt' }, [], ['wordnet'])).rejects.toThrow('unveil cloud push embeddings:FILE');
  });

  test('the live sources that settings and requests may name are those that there are', () => {
    expect([...PROVIDERS.keys()].toSorted()).toEqual([...LIVE_SOURCES].toSorted());
  });
});
