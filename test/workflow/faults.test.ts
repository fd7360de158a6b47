// One fault at a time, through the real definition and handlers: nothing lost, nothing doubled, the failure named.

import { gzipSync } from 'node:zlib';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { Intercept, LocalCloud } from '../../cloud-local/cloud.ts';
import type { Json } from '../../cloud-local/workflow/definition.ts';
import type { Outcome } from '../../cloud-local/workflow/run.ts';
import { DynamoLedger } from '../../shared/adapters/aws/dynamo-ledger.ts';
import { bucketOf, cloudWithWordnet, smallDataset } from '../helpers/cloud.ts';

const { release, original } = smallDataset('faults');
const REQUEST = { attacks: ['rba'], release: 'release.txt', original: 'original.txt' };
const STEPS = ['read-release', 'plan-units', 'count-units', 'attack-units', 'measure-slice', 'publish-results'] as const;
const MAP = { batchSize: 4 };

let cloud: LocalCloud;
/** attacked.jsonl of a run without faults. */
let expected: string;
let drops = 0;

beforeAll(async () => {
  cloud = await cloudWithWordnet();
  expected = (await audit({})).attacked ?? '';
  expect(expected.split('\n')).toHaveLength(91);
}, 300_000);
afterAll(() => cloud.stop());
afterEach(() => cloud.server?.setFault(undefined));

interface Audited {
  readonly id: string;
  readonly outcome: Outcome | null;
  readonly attacked: string | null;
  readonly files: readonly string[];
}

async function drop(): Promise<string> {
  drops += 1;
  const inbox = bucketOf(cloud, 'INBOX');
  const folder = `inbox/drop-${drops}`;
  await inbox.write(`${folder}/release.txt`, Buffer.from(release));
  await inbox.write(`${folder}/original.txt`, Buffer.from(original));
  await inbox.write(`${folder}/audit.json`, Buffer.from(JSON.stringify(REQUEST)));
  return `${folder}/audit.json`;
}

async function audit(options: { readonly intercept?: Intercept }): Promise<Audited> {
  cloud.set({ map: MAP, ...options });
  await cloud.deliver(await drop());
  const outcome = await cloud.settle();
  return { ...(await resultsOf([...cloud.executions.keys()].at(-1) ?? '')), outcome };
}

async function resultsOf(id: string): Promise<Omit<Audited, 'outcome'>> {
  const results = bucketOf(cloud, 'RESULTS');
  const files = (await Array.fromAsync(results.list('results/'))).map(({ key }) => key).filter((key) => key.includes(id));
  const attacked = files.find((key) => key.endsWith('attacked.jsonl'));
  return { id, files, attacked: attacked === undefined ? null : Buffer.concat(await Array.fromAsync(results.read(attacked))).toString() };
}

const statusOf = (id: string) => new DynamoLedger(cloud.dynamo.client, cloud.environment['LEDGER_TABLE'] ?? '').entry(id);

/** Fails the first call of a handler, before or after its work. */
function once(handler: string, when: 'before' | 'after', error = 'Error'): Intercept {
  let left = 1;
  return async (name, _payload, call) => {
    if (name !== handler || left === 0) return call();
    left -= 1;
    if (when === 'after') await call();
    throw Object.assign(new Error('injected'), { name: error });
  };
}

describe('a handler that fails once', () => {
  test.each(STEPS)('%s, before its work: tried again, same bytes', async (handler) => {
    const { outcome, attacked } = await audit({ intercept: once(handler, 'before') });
    expect(outcome).toHaveProperty('output');
    expect(attacked).toBe(expected);
  });

  test.each(STEPS)('%s, after its write and before its answer: runs twice, same bytes', async (handler) => {
    const { outcome, attacked, files } = await audit({ intercept: once(handler, 'after') });
    expect(outcome).toHaveProperty('output');
    expect(attacked).toBe(expected);
    expect(files.filter((key) => key.endsWith('_SUCCESS.json'))).toHaveLength(1);
  });

  test('a throttled cache is tried again under its own name', async () => {
    const { attacked } = await audit({ intercept: once('attack-units', 'before', 'CacheThrottled') });
    expect(attacked).toBe(expected);
  });
});

describe('a handler that always fails', () => {
  test.each(STEPS)('%s: the audit fails, the ledger names why, nothing claims success', async (handler) => {
    const intercept: Intercept = (name, _payload, call) => (name === handler ? Promise.reject(new TypeError('injected')) : call());
    const { id, outcome, files } = await audit({ intercept });
    const inMap = ['count-units', 'attack-units', 'measure-slice'].includes(handler);
    expect(outcome).toMatchObject({ error: inMap ? 'States.ExceedToleratedFailureThreshold' : 'TypeError' });
    expect(await statusOf(id)).toMatchObject({ status: 'failed', error: inMap ? 'States.ExceedToleratedFailureThreshold' : 'TypeError' });
    expect(files.filter((key) => key.endsWith('_SUCCESS.json'))).toEqual([]);
  });

  test('a lost unit within what is tolerated is errored and named, never "no leak"', async () => {
    const intercept: Intercept = (name, payload, call) => {
      const { pointers = [] } = payload as { pointers?: { unit: number }[] };
      return name === 'attack-units' && pointers[0]?.unit === 0 ? Promise.reject(new TypeError('injected')) : call();
    };
    // 1 of 24 units is 4.2 %.
    const wide = smallDataset('wide', 24);
    cloud.set({ map: { batchSize: 1 }, intercept });
    const inbox = bucketOf(cloud, 'INBOX');
    await inbox.write('inbox/wide/release.txt', Buffer.from(wide.release));
    await inbox.write('inbox/wide/audit.json', Buffer.from(JSON.stringify({ attacks: ['rba'], release: 'release.txt' })));
    await cloud.deliver('inbox/wide/audit.json');
    expect(await cloud.settle()).toMatchObject({ output: { published: { lostUnits: 1 } } });
    const { id } = await resultsOf([...cloud.executions.keys()].at(-1) ?? '');
    const report = Buffer.concat(await Array.fromAsync(bucketOf(cloud, 'RESULTS').read(`results/audit_id=${id}/report.html`))).toString();
    expect(report).toContain('1 generalised items were lost to failures');
    expect(report).toContain('TypeError 1');
  });
});

describe('drops', () => {
  test('the same event twice, at once and later: one execution, one set of results', async () => {
    cloud.set({ map: MAP });
    const before = cloud.executions.size;
    const key = await drop();
    await Promise.all([cloud.deliver(key), cloud.deliver(key)]);
    await cloud.settle();
    await cloud.deliver(key);
    expect(cloud.executions.size).toBe(before + 1);
  });

  test('the same content dropped again, as a new version: runs once', async () => {
    cloud.set({ map: MAP });
    const key = await drop();
    await cloud.deliver(key);
    await cloud.settle();
    const before = cloud.executions.size;
    await bucketOf(cloud, 'INBOX').write(key.replace('audit.json', 'release.txt'), Buffer.from(release));
    await cloud.deliver(key);
    expect(cloud.executions.size).toBe(before);
  });

  test('events out of order: a part before its audit.json starts nothing, nor does rejected.json', async () => {
    const before = cloud.executions.size;
    const key = await drop();
    await cloud.deliver(key.replace('audit.json', 'release.txt'));
    await cloud.deliver(key.replace('audit.json', 'rejected.json'));
    expect(cloud.executions.size).toBe(before);
  });

  const rejected = async (key: string): Promise<{ message: string; line: number | null }> =>
    JSON.parse(Buffer.concat(await Array.fromAsync(bucketOf(cloud, 'INBOX').read(key))).toString());

  test('a bad release: rejected.json beside it, with file, line and column; the ledger says rejected', async () => {
    await bucketOf(cloud, 'INBOX').write('inbox/bad.txt', Buffer.from('fever, (cough, asthma), stroke\nfever, (cough, asthma\n'));
    await cloud.deliver('inbox/bad.txt');
    expect(await cloud.settle()).toMatchObject({ error: 'BadInput' });
    expect(await rejected('inbox/bad.txt.rejected.json')).toMatchObject({ message: expect.stringMatching(/^bad\.txt:2:\d+: /), line: 2 });
    expect(await statusOf([...cloud.executions.keys()].at(-1) ?? '')).toMatchObject({ status: 'rejected', error: 'BadInput' });
  });

  test('an upload cut short: rejected, and nothing of it published', async () => {
    const whole = gzipSync(release);
    await bucketOf(cloud, 'INBOX').write('inbox/cut.txt.gz', whole.subarray(0, whole.length / 2));
    await cloud.deliver('inbox/cut.txt.gz');
    expect(await cloud.settle()).toMatchObject({ error: 'BadInput' });
    expect((await rejected('inbox/cut.txt.gz.rejected.json')).message).toContain('cut.txt.gz');
    expect((await resultsOf([...cloud.executions.keys()].at(-1) ?? '')).files).toEqual([]);
  });

  test.each([
    ['a mistyped key', { relase: 'release.txt', release: 'release.txt' }, 'relase: there is no such key'],
    ['a file that is not there', { release: 'nowhere.txt' }, 'nowhere.txt: there is no such file'],
    ['a path out of the folder', { release: '../other/release.txt' }, 'stays in it'],
    ['a source that was never pushed', { release: 'release.txt', sources: ['corpus:clinical'] }, 'unveil cloud push corpus:clinical'],
    ['a source of a machine', { release: 'release.txt', sources: ['/tmp/texts'] }, 'is not offered here'],
  ])('%s in audit.json is rejected with a message that helps', async (_title, request, message) => {
    cloud.set({ map: MAP });
    const key = await drop();
    await bucketOf(cloud, 'INBOX').write(key, Buffer.from(JSON.stringify(request)));
    await cloud.deliver(key);
    await cloud.settle();
    expect((await rejected(key.replace('audit.json', 'rejected.json'))).message).toContain(message);
  });
});

describe('storage', () => {
  test('S3 answers 409 to the first write of each result, and loses the answer of the next', async () => {
    const seen = new Map<string, number>();
    cloud.server?.setFault(({ method, bucket, key }) => {
      if (method !== 'PUT' || !bucket.includes('results')) return undefined;
      const times = (seen.get(key) ?? 0) + 1;
      seen.set(key, times);
      return times === 1 ? { status: 409, code: 'ConditionalRequestConflict' } : times === 2 ? 'after' : undefined;
    });
    const { attacked } = await audit({});
    expect(attacked).toBe(expected);
  });

  test('an upload that breaks off is made again', async () => {
    const cut = new Set<string>();
    cloud.server?.setFault(({ method, bucket, key }) => {
      if (method !== 'PUT' || !bucket.includes('work') || cut.has(key)) return undefined;
      cut.add(key);
      return 'hang up';
    });
    const { attacked } = await audit({});
    expect(cut.size).toBeGreaterThan(10);
    expect(attacked).toBe(expected);
  });

  test('a second execution of the same audit racing the first leaves one set of the same results', async () => {
    cloud.set({ map: MAP });
    await cloud.deliver(await drop());
    const id = [...cloud.executions.keys()].at(-1) ?? '';
    const rival = await cloud.start(`rival-${id}`, { audit: { auditId: id, day: new Date().toISOString().slice(0, 10) } } as Json);
    await cloud.settle();
    expect(rival).toHaveProperty('output');
    const { attacked, files } = await resultsOf(id);
    expect(attacked).toBe(expected);
    const success = files.filter((key) => key.endsWith('_SUCCESS.json'));
    expect(success).toHaveLength(1);
  });

  test('what is there stays: a result that somebody else wrote first is not written over', async () => {
    const key = await drop();
    const [id] = [await idOf(key)];
    const Bucket = cloud.environment['RESULTS_BUCKET'];
    await cloud.s3.send(new PutObjectCommand({ Bucket, Key: `results/audit_id=${id}/report.html`, Body: 'first' }));
    expect(await cloud.settle()).toHaveProperty('output');
    const stored = await Array.fromAsync(bucketOf(cloud, 'RESULTS').read(`results/audit_id=${id}/report.html`));
    expect(Buffer.concat(stored).toString()).toBe('first');
  });

  async function idOf(key: string): Promise<string> {
    cloud.set({ map: MAP });
    await cloud.deliver(key);
    return [...cloud.executions.keys()].at(-1) ?? '';
  }
});
