// The branch that asks a live source, through the real definition and handler; the source is a server on loopback.

import { type Intercept, type LocalCloud, startCloud } from '../../cloud-local/cloud.ts';
import { stackTemplates } from '../../cloud-local/snapshot.ts';
import type { Json } from '../../cloud-local/workflow/definition.ts';
import type { ExecutionOutcome } from '../../cloud-local/workflow/run.ts';
import { bucketOf, comparedName, isCompared } from '../helpers/cloud.ts';
import { CountServer } from '../helpers/count-server.ts';

const server = new CountServer();
const network = globalThis.fetch;
let cloud: LocalCloud;

beforeAll(async () => {
  const base = await server.start();
  // The only way out of the handler: to another host it would be an error.
  globalThis.fetch = ((url: URL, init: RequestInit) => {
    if (url.host !== 'en.wikipedia.org') throw new Error(`asked ${url.host}`);
    return network(new URL(`${base}${url.pathname}${url.search}`), init);
  }) as typeof fetch;
  cloud = await startCloud(await stackTemplates({ egress: ['wikipedia'], contact: 'ops@example.org' }));
});
afterAll(async () => {
  globalThis.fetch = network;
  await cloud.stop();
  await server.stop();
});
beforeEach(() => {
  server.calls.length = 0;
});

interface Audited {
  readonly outcome: ExecutionOutcome | null;
  readonly files: ReadonlyMap<string, Buffer>;
  readonly success: boolean;
}

/** A generalised item of two in two transactions, each with one context item: 4 terms, 4 pairs and the number of documents. */
const CALLS = 4 + 4 + 1;
/** Words of its own for each audit, so that the cache knows none of them. */
const releaseOf = (word: string): string => `${word}a, (${word}m, ${word}n)\n${word}b, (${word}m, ${word}n)\n`;

async function audit(name: string, word: string, intercept?: Intercept): Promise<Audited> {
  cloud.set(intercept === undefined ? {} : { intercept });
  const inbox = bucketOf(cloud, 'INBOX');
  await inbox.write(`inbox/${name}/release.txt`, Buffer.from(releaseOf(word)));
  const request = { release: 'release.txt', attacks: ['rba'], sources: ['wikipedia'], egress: { allow: ['wikipedia'] } };
  await inbox.write(`inbox/${name}/audit.json`, Buffer.from(JSON.stringify(request)));
  await cloud.deliver(`inbox/${name}/audit.json`);
  const outcome = await cloud.settle();
  const id = [...cloud.executions.keys()].at(-1) ?? '';
  const results = bucketOf(cloud, 'RESULTS');
  const files = new Map<string, Buffer>();
  let success = false;
  for await (const { key } of results.list('results/')) {
    if (!key.includes(id)) continue;
    success ||= key.endsWith('_SUCCESS.json');
    if (isCompared(key) || key.endsWith('report.html'))
      files.set(comparedName(key), Buffer.concat(await Array.fromAsync(results.read(key))));
  }
  return { outcome, files, success };
}

const once = (when: 'before' | 'after'): Intercept => {
  let left = 1;
  return async (handler, _, call) => {
    if (handler !== 'fetch-counts' || left === 0) return call();
    left -= 1;
    if (when === 'after') await call();
    throw new TypeError('injected');
  };
};

test('each count is asked once; the same words again cost nothing', async () => {
  const { outcome, files } = await audit('first', 'ab');
  expect(outcome).toHaveProperty('output');
  const page = files.get('report.html')?.toString();
  // Not the number of calls: cache hits must not be observable.
  expect(page).toContain('4 terms and 4 pairs were counted by Wikimedia Foundation (en.wikipedia.org)');
  expect(page).not.toMatch(/counted by Wikimedia Foundation \(en\.wikipedia\.org\), in \d+ calls/);
  expect(server.calls).toHaveLength(CALLS);
  expect((await audit('again', 'ab')).success).toBe(true);
  expect(server.calls).toHaveLength(CALLS);
});

test.each([
  ['before', 'cd'],
  ['after', 'ef'],
] as const)('a turn that fails once %s its work: tried again, and nothing is asked twice', async (when, word) => {
  const { outcome, success } = await audit(when, word, once(when));
  expect(outcome).toHaveProperty('output');
  expect(success).toBe(true);
  expect(server.calls).toHaveLength(CALLS - 1);
  expect(new Set(server.calls.map(({ search }) => search)).size).toBe(CALLS - 1);
});

test('a turn that says when to come again: the machine waits until then, and asks the rest', async () => {
  let turns = 0;
  const { outcome } = await audit('wait', 'gh', async (handler, _, call) => {
    if (handler !== 'fetch-counts') return call();
    turns += 1;
    if (turns > 1) return call();
    return { done: false, resumeAt: new Date(Date.now() + 50).toISOString(), calls: 0, unavailable: 0 } as Json;
  });
  expect(outcome).toHaveProperty('output');
  expect(turns).toBe(2);
  expect(server.calls).toHaveLength(CALLS - 1);
});

test('a source that always fails: the audit ends, its counts are unavailable, and the results say so, never "no leak"', async () => {
  const intercept: Intercept = (handler, _, call) => (handler === 'fetch-counts' ? Promise.reject(new TypeError('injected')) : call());
  const { outcome, files, success } = await audit('never', 'ij', intercept);
  expect(outcome).toHaveProperty('output');
  expect(success).toBe(true);
  expect(server.calls).toEqual([]);
  // No decisions without counts.
  const attacked = files.get('attacked.jsonl')?.toString() ?? '';
  expect(attacked).toContain('["ijm","ijn"]');
  expect(files.get('report.html')?.toString()).toContain('the live source &quot;wikipedia&quot; failed for good');
});
