// One fault at a time, through the real definition and handlers: nothing lost, nothing doubled, the failure named.

import { gzipSync } from 'node:zlib';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { type Intercept, type LocalCloud, startCloud } from '../../cloud-local/cloud.ts';
import type { DynamoFault } from '../../cloud-local/dynamodb/server.ts';
import { stackTemplates } from '../../cloud-local/snapshot.ts';
import type { Json } from '../../cloud-local/workflow/definition.ts';
import type { ExecutionOutcome } from '../../cloud-local/workflow/run.ts';
import { DynamoLedger } from '../../shared/adapters/aws/dynamo-ledger.ts';
import { bucketOf, comparedName, isCompared, pushWordnet, smallDataset } from '../helpers/cloud.ts';

const { release, original } = smallDataset('faults');
const REQUEST = { attacks: ['rba'], release: 'release.txt', original: 'original.txt' };
/** Attacks that learn from the whole release go through one step more. */
const LEARNED = { ...REQUEST, attacks: ['frequency-only'] };
const STEPS = ['read-release', 'plan-units', 'score-units', 'measure-slice', 'publish-results'] as const;
const LEARNING = ['learn-release', 'attack-units'] as const;
const ALL_STEPS = [...STEPS, ...LEARNING];
const IN_MAP: readonly string[] = ['score-units', 'attack-units', 'measure-slice'];
const MAP = { batchSize: 4 };
const AN_HOUR_AGO = new Date(Date.now() - 3_600_000);

let cloud: LocalCloud;
/** Published files of fault-free runs by request, with hashes. */
let expected: Published;
let learned: Published;
let drops = 0;

type Published = Readonly<Record<string, string>> | null;
const requestFor = (handler: string): object => ((LEARNING as readonly string[]).includes(handler) ? LEARNED : REQUEST);
const expectedFor = (handler: string): Published => (requestFor(handler) === LEARNED ? learned : expected);

beforeAll(async () => {
  // WordNet's counts are kept where an operator pays for it.
  cloud = await startCloud(await stackTemplates({ keepCountsUsd: 1 }));
  await pushWordnet(cloud);
  expected = (await audit({})).published;
  learned = (await audit({ request: LEARNED })).published;
  for (const published of [expected, learned]) {
    const files = Object.keys(published ?? {});
    expect(files).toEqual(expect.arrayContaining(['attacked.jsonl', 'attacks/part-000000.parquet', 'decisions/part-000000.parquet']));
  }
  expect(learned).not.toEqual(expected);
}, 300_000);
afterAll(() => cloud.stop());
afterEach(() => {
  cloud.server?.setFault(undefined);
  cloud.dynamo.setFault?.(undefined);
});

interface Audited {
  readonly id: string;
  readonly outcome: ExecutionOutcome | null;
  /** Null where nothing claims success. */
  readonly published: Published;
  readonly files: readonly string[];
}

async function drop(request: object = REQUEST): Promise<string> {
  drops += 1;
  const inbox = bucketOf(cloud, 'INBOX');
  const folder = `inbox/drop-${drops}`;
  await inbox.write(`${folder}/release.txt`, Buffer.from(release));
  await inbox.write(`${folder}/original.txt`, Buffer.from(original));
  await inbox.write(`${folder}/audit.json`, Buffer.from(JSON.stringify(request)));
  return `${folder}/audit.json`;
}

async function audit({ request, ...options }: { readonly intercept?: Intercept; readonly request?: object }): Promise<Audited> {
  cloud.set({ map: MAP, ...options });
  await cloud.deliver(await drop(request));
  const outcome = await cloud.settle();
  return { ...(await resultsOf([...cloud.executions.keys()].at(-1) ?? '')), outcome };
}

async function resultsOf(id: string): Promise<Omit<Audited, 'outcome'>> {
  const results = bucketOf(cloud, 'RESULTS');
  const files = (await Array.fromAsync(results.list('results/'))).map(({ key }) => key).filter((key) => key.includes(id));
  const success = files.find((key) => key.endsWith('_SUCCESS.json'));
  if (success === undefined) return { id, files, published: null };
  const listed = JSON.parse(Buffer.concat(await Array.fromAsync(results.read(success))).toString()) as {
    readonly files: readonly { readonly key: string; readonly sha256: string }[];
  };
  const compared = listed.files.filter(({ key }) => isCompared(key)).map(({ key, sha256 }) => [comparedName(key), sha256] as const);
  // Exactly the listed files exist.
  expect(
    files
      .filter((key) => isCompared(key))
      .map(comparedName)
      .toSorted(),
  ).toEqual(compared.map(([name]) => name).toSorted());
  return { id, files, published: Object.fromEntries(compared) };
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

/** Fails every call of a handler. */
const always =
  (handler: string): Intercept =>
  (name, _payload, call) =>
    name === handler ? Promise.reject(new TypeError('injected')) : call();

describe('a handler that fails once', () => {
  test.each(ALL_STEPS)('%s, before its work: tried again, same bytes', async (handler) => {
    const { outcome, published } = await audit({ intercept: once(handler, 'before'), request: requestFor(handler) });
    expect(outcome).toHaveProperty('output');
    expect(published).toEqual(expectedFor(handler));
  });

  test.each(ALL_STEPS)('%s, after its write and before its answer: runs twice, same bytes', async (handler) => {
    const { outcome, published, files } = await audit({ intercept: once(handler, 'after'), request: requestFor(handler) });
    expect(outcome).toHaveProperty('output');
    expect(published).toEqual(expectedFor(handler));
    expect(files.filter((key) => key.endsWith('_SUCCESS.json'))).toHaveLength(1);
  });

  test('a throttled cache is tried again under its own name', async () => {
    const { published } = await audit({ intercept: once('score-units', 'before', 'CacheThrottled') });
    expect(published).toEqual(expected);
  });
});

describe('a handler that always fails', () => {
  test.each(ALL_STEPS)('%s: the audit fails, the ledger names why, nothing claims success', async (handler) => {
    const { id, outcome, files } = await audit({ intercept: always(handler), request: requestFor(handler) });
    const inMap = IN_MAP.includes(handler);
    expect(outcome).toMatchObject({ error: inMap ? 'States.ExceedToleratedFailureThreshold' : 'TypeError' });
    expect(await statusOf(id)).toMatchObject({ status: 'failed', error: inMap ? 'States.ExceedToleratedFailureThreshold' : 'TypeError' });
    expect(files.filter((key) => key.endsWith('_SUCCESS.json'))).toEqual([]);
    const said = JSON.parse(
      Buffer.concat(await Array.fromAsync(bucketOf(cloud, 'INBOX').read(`answers/inbox/drop-${drops}/audit.json.failed.json`))).toString(),
    );
    expect(said.cause).toMatch(
      /^(?:[a-z ]+: )?a fault in unveil \(TypeError\), and not in what it was given; the log of the function says where$/,
    );
    expect(said.cause.startsWith('a fault')).toBe(!inMap);
  });

  test.each(['score-units', 'attack-units'])(
    'a unit that %s lost within what is tolerated is errored and named, never "no leak"',
    async (handler) => {
      const intercept: Intercept = (name, payload, call) => {
        const { pointers = [] } = payload as { pointers?: { unit: number }[] };
        return name === handler && pointers[0]?.unit === 0 ? Promise.reject(new TypeError('injected')) : call();
      };
      // 1 of 24 units is 4.2 %.
      const wide = smallDataset(`wide ${handler}`, 24);
      cloud.set({ map: { batchSize: 1 }, intercept });
      const inbox = bucketOf(cloud, 'INBOX');
      await inbox.write(`inbox/wide-${handler}/release.txt`, Buffer.from(wide.release));
      await inbox.write(`inbox/wide-${handler}/audit.json`, Buffer.from(JSON.stringify({ attacks: ['rba'], release: 'release.txt' })));
      await cloud.deliver(`inbox/wide-${handler}/audit.json`);
      expect(await cloud.settle()).toMatchObject({ output: { published: { lostUnits: 1 } } });
      const { id } = await resultsOf([...cloud.executions.keys()].at(-1) ?? '');
      const report = Buffer.concat(await Array.fromAsync(bucketOf(cloud, 'RESULTS').read(`results/audit_id=${id}/report.html`))).toString();
      expect(report).toContain('1 generalised items were lost to failures');
      expect(report).toContain('TypeError 1');
    },
  );
});

describe('the record of how executions stand', () => {
  const failing =
    (record: Intercept): Intercept =>
    (name, payload, call) =>
      name === 'publish-results' ? Promise.reject(new RangeError('injected')) : record(name, payload, call);

  test.each(['before', 'after'] as const)(
    'that fails once, %s it is written: the bus delivers again, and the ledger says why',
    async (when) => {
      const { id, outcome } = await audit({ intercept: failing(once('record-status', when)) });
      expect(outcome).toMatchObject({ error: 'RangeError' });
      expect(await statusOf(id)).toMatchObject({ status: 'failed', error: 'RangeError' });
    },
  );

  test('that always fails: the execution has still failed, under the name of what failed', async () => {
    const { id, outcome, published } = await audit({ intercept: failing(always('record-status')) });
    expect(outcome).toMatchObject({ error: 'RangeError' });
    expect(published).toBeNull();
    expect(await statusOf(id)).toMatchObject({ status: 'started', error: null });
  });

  test.each([
    ['TIMED_OUT', 'TimedOut'],
    ['ABORTED', 'Aborted'],
  ] as const)(
    'an execution that is %s, which none of its states sees: the ledger does not say "started" for ever',
    async (status, error) => {
      const hanging = Promise.withResolvers<Json>();
      cloud.set({ map: MAP, intercept: (name, _payload, call) => (name === 'publish-results' ? hanging.promise : call()) });
      await cloud.deliver(await drop());
      const id = [...cloud.executions.keys()].at(-1) ?? '';
      expect(await statusOf(id)).toMatchObject({ status: 'started' });
      cloud.states.end(id, status);
      hanging.resolve(null);
      await cloud.settle();
      expect(await statusOf(id)).toMatchObject({ status: 'failed', error });
    },
  );

  test('one that succeeds: the ledger says so; a second telling of what was before changes nothing', async () => {
    const { id } = await audit({});
    expect(await statusOf(id)).toMatchObject({ status: 'succeeded', execution: id });
    const ledger = new DynamoLedger(cloud.dynamo.client, cloud.environment['LEDGER_TABLE'] ?? '');
    await ledger.started(id, id);
    await ledger.stands(id, id, 0, 'started');
    await ledger.stands(id, `${id}-other`, 3, { failed: 'Error' });
    expect(await statusOf(id)).toMatchObject({ status: 'succeeded', execution: id });
    // A redriven one runs again, whatever an older run is still said to have ended with.
    await ledger.stands(id, id, 1, 'started');
    await ledger.stands(id, id, 0, { failed: 'Error' });
    expect(await statusOf(id)).toMatchObject({ status: 'started' });
    await ledger.stands('purged', 'purged', 0, 'succeeded');
    expect(await statusOf('purged')).toBeNull();
  });
});

describe('a redrive', () => {
  /** The handler fails while `down` says so; what was called, in order. */
  function breaking(handler: string): { down: boolean; readonly called: string[]; readonly intercept: Intercept } {
    const state = { down: true, called: [] as string[] };
    const intercept: Intercept = (name, payload, call) => {
      state.called.push(name);
      return state.down && name === handler && isHit(payload) ? Promise.reject(new RangeError('injected')) : call();
    };
    return Object.assign(state, { intercept });
  }
  /** Of a map one child fails, the others succeed. */
  const isHit = (payload: Json): boolean => {
    const { pointers } = payload as { pointers?: { unit?: number; slice?: number }[] };
    return pointers === undefined || pointers.some(({ unit = 0, slice = 0 }) => unit + slice === 0);
  };

  test.each(ALL_STEPS)('after %s failed goes on there, and gives the same bytes', async (handler) => {
    const broken = breaking(handler);
    cloud.set({ map: MAP, intercept: broken.intercept });
    await cloud.deliver(await drop(requestFor(handler)));
    await cloud.settle();
    const id = [...cloud.executions.keys()].at(-1) ?? '';
    expect(await statusOf(id)).toMatchObject({ status: 'failed' });
    const before = broken.called.length;
    broken.down = false;
    cloud.states.redrive(id);
    expect(await cloud.settle()).toHaveProperty('output');
    expect(await statusOf(id)).toMatchObject({ status: 'succeeded', execution: id, error: null });
    expect((await resultsOf(id)).published).toEqual(expectedFor(handler));
    // Successful steps are not repeated; of a map only the failed child.
    const again = broken.called.slice(before).filter((name) => name !== 'record-status');
    expect(again[0]).toBe(handler);
    expect(again.filter((name) => name === handler)).toHaveLength(1);
    expect(broken.called.filter((name) => name === 'read-release')).toHaveLength(handler === 'read-release' ? 4 : 1);
  });

  test('is refused while it runs and after it succeeded', async () => {
    const { id } = await audit({});
    expect(() => cloud.states.redrive(id)).toThrow('SUCCEEDED and cannot be redriven');
  });
});

describe('the starter', () => {
  test.each(['before', 'after'] as const)('that dies once, %s its work: the message comes again, one execution runs', async (when) => {
    cloud.set({ map: MAP, intercept: once('start-audit', when) });
    const before = cloud.executions.size;
    const key = await drop();
    await expect(cloud.deliver(key)).rejects.toThrow('injected');
    // Messages that Lambda did not delete are delivered again.
    expect(await cloud.deliver(key)).toEqual({ batchItemFailures: [] });
    expect(await cloud.settle()).toHaveProperty('output');
    expect(cloud.executions.size).toBe(before + 1);
    expect((await resultsOf([...cloud.executions.keys()].at(-1) ?? '')).published).toEqual(expected);
  });

  test('that always fails: the message stays on the queue, which sets it aside, and nothing has begun', async () => {
    cloud.set({ map: MAP });
    const before = cloud.executions.size;
    const key = await drop();
    cloud.server?.setFault(({ bucket }) => (bucket.includes('inbox') ? { status: 500, code: 'InternalError' } : undefined));
    for (let delivery = 0; delivery < 2; delivery += 1) {
      expect(await cloud.deliver(key)).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
    }
    expect(cloud.executions.size).toBe(before);
  });

  test.each([
    [
      'the work bucket',
      () =>
        cloud.server?.setFault(({ method, bucket }) =>
          method === 'PUT' && bucket.includes('work') ? { status: 500, code: 'InternalError' } : undefined,
        ),
    ],
    ['the ledger', () => cloud.dynamo.setFault?.((operation) => (operation === 'UpdateItem' ? 'failed' : undefined))],
  ])('that stops half-way for %s: the next delivery goes on from the admission that stands', async (_what, fail) => {
    cloud.set({ map: MAP });
    const before = cloud.executions.size;
    const key = await drop();
    fail();
    expect(await cloud.deliver(key)).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
    cloud.server?.setFault(undefined);
    cloud.dynamo.setFault?.(undefined);
    expect(await cloud.deliver(key)).toEqual({ batchItemFailures: [] });
    expect(await cloud.settle()).toHaveProperty('output');
    expect(cloud.executions.size).toBe(before + 1);
    const id = [...cloud.executions.keys()].at(-1) ?? '';
    expect(await statusOf(id)).toMatchObject({ status: 'succeeded', execution: id });
    expect((await resultsOf(id)).published).toEqual(expected);
  });
});

describe('DynamoDB', () => {
  /** Each of these operations has the fault the first `times` times. */
  function faulty(operations: readonly string[], fault: DynamoFault, times: number): () => number {
    let injected = 0;
    cloud.dynamo.setFault?.((operation) => {
      if (!operations.includes(operation) || injected === times) return undefined;
      injected += 1;
      return fault;
    });
    return () => injected;
  }
  /** A dataset of its own: its counts are not in the cache yet. */
  let fresh = 0;
  async function freshAudit(): Promise<Audited> {
    fresh += 1;
    cloud.set({ map: MAP });
    const inbox = bucketOf(cloud, 'INBOX');
    const own = smallDataset(`fresh-${fresh}`);
    await inbox.write(`inbox/fresh-${fresh}/release.txt`, Buffer.from(own.release));
    await inbox.write(`inbox/fresh-${fresh}/audit.json`, Buffer.from(JSON.stringify({ attacks: ['rba'], release: 'release.txt' })));
    await cloud.deliver(`inbox/fresh-${fresh}/audit.json`);
    const outcome = await cloud.settle();
    return { ...(await resultsOf([...cloud.executions.keys()].at(-1) ?? '')), outcome };
  }

  test.each([
    ['throttles a read', ['BatchGetItem'], 'throttled', 2],
    ['leaves every key of a batch unprocessed', ['BatchGetItem'], 'unprocessed', 2],
    ['fails', ['BatchGetItem'], 'failed', 1],
  ] as const)('%s for a moment: all counts arrive', async (_what, operations, fault, times) => {
    const injected = faulty(operations, fault, times);
    const { outcome, files } = await freshAudit();
    expect(injected()).toBe(times);
    expect(outcome).toMatchObject({ output: { published: { lostUnits: 0 } } });
    expect(files.filter((key) => key.endsWith('_SUCCESS.json'))).toHaveLength(1);
  });

  test.each(['throttled', 'failed', 'refused', 'unprocessed'] as const)(
    'is %s for good: all is counted, and it is not asked on',
    async (fault) => {
      let calls = 0;
      cloud.dynamo.setFault?.((operation) => {
        // The ledger is another table, and asked one row at a time.
        if (operation !== 'BatchGetItem') return undefined;
        calls += 1;
        return fault;
      });
      const { outcome } = await freshAudit();
      expect(outcome).toMatchObject({ output: { published: { lostUnits: 0 } } });
      expect(calls).toBeGreaterThan(0);
      // Of each child one call, tried three times at most.
      expect(calls).toBeLessThanOrEqual(3 * Math.ceil(16 / MAP.batchSize));
    },
  );
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

  test('versions out of order: events of two versions of a release start one audit, of what stands there', async () => {
    cloud.set({ map: MAP });
    const before = cloud.executions.size;
    const inbox = bucketOf(cloud, 'INBOX');
    await inbox.write('inbox/versions.txt', Buffer.from('fever, (cough, asthma)\n'));
    await inbox.write('inbox/versions.txt', Buffer.from('stroke, (cough, asthma)\nfever, (cough, asthma)\n'));
    await Promise.all([cloud.deliver('inbox/versions.txt'), cloud.deliver('inbox/versions.txt')]);
    expect(await cloud.settle()).toMatchObject({ output: { release: { transactions: 2 } } });
    expect(cloud.executions.size).toBe(before + 1);
  });

  test('audit.json before its release, which does not come: rejected, and runs when it is dropped again with the release there', async () => {
    cloud.set({ map: MAP });
    const before = cloud.executions.size;
    const inbox = bucketOf(cloud, 'INBOX');
    const put = () => inbox.write('inbox/early/audit.json', Buffer.from(JSON.stringify(REQUEST)));
    await put();
    await cloud.deliver('inbox/early/audit.json', AN_HOUR_AGO);
    expect((await rejected('inbox/early/rejected.json')).message).toBe(
      'release.txt: there is no such file, and there was none within 30 minutes',
    );
    expect(cloud.executions.size).toBe(before);
    await inbox.write('inbox/early/release.txt', Buffer.from(release));
    await inbox.write('inbox/early/original.txt', Buffer.from(original));
    await put();
    await cloud.deliver('inbox/early/audit.json');
    expect(await cloud.settle()).toHaveProperty('output');
    expect((await resultsOf([...cloud.executions.keys()].at(-1) ?? '')).published).toEqual(expected);
  });

  const rejected = async (key: string): Promise<{ message: string; line: number | null }> =>
    JSON.parse(Buffer.concat(await Array.fromAsync(bucketOf(cloud, 'INBOX').read(key))).toString());

  test('a bad release: rejected.json beside it, with file, line and column; the ledger says rejected', async () => {
    await bucketOf(cloud, 'INBOX').write('inbox/bad.txt', Buffer.from('fever, (cough, asthma), stroke\nfever, (cough, asthma\n'));
    await cloud.deliver('inbox/bad.txt');
    expect(await cloud.settle()).toMatchObject({ output: { recorded: { status: 'rejected' } } });
    expect(await rejected('inbox/bad.txt.rejected.json')).toMatchObject({ message: expect.stringMatching(/^bad\.txt:2:\d+: /), line: 2 });
    expect(await statusOf([...cloud.executions.keys()].at(-1) ?? '')).toMatchObject({ status: 'rejected', error: 'BadInput' });
  });

  test('an upload cut short: rejected, and nothing of it published', async () => {
    const whole = gzipSync(release);
    await bucketOf(cloud, 'INBOX').write('inbox/cut.txt.gz', whole.subarray(0, whole.length / 2));
    await cloud.deliver('inbox/cut.txt.gz');
    expect(await cloud.settle()).toMatchObject({ output: { recorded: { status: 'rejected' } } });
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
    await cloud.deliver(key, AN_HOUR_AGO);
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
    const { published } = await audit({});
    expect(published).toEqual(expected);
  });

  test('an upload that breaks off is made again', async () => {
    const cut = new Set<string>();
    cloud.server?.setFault(({ method, bucket, key }) => {
      if (method !== 'PUT' || !bucket.includes('work') || cut.has(key)) return undefined;
      cut.add(key);
      return 'hang up';
    });
    const { published } = await audit({});
    expect(cut.size).toBeGreaterThan(10);
    expect(published).toEqual(expected);
  });

  test('a second execution of the same audit racing the first leaves one set of the same results', async () => {
    cloud.set({ map: MAP });
    await cloud.deliver(await drop());
    const id = [...cloud.executions.keys()].at(-1) ?? '';
    const rival = await cloud.start(`rival-${id}`, {
      audit: { auditId: id, day: new Date().toISOString().slice(0, 10) },
      children: 2,
    } as Json);
    await cloud.settle();
    expect(rival).toHaveProperty('output');
    const { published, files } = await resultsOf(id);
    expect(published).toEqual(expected);
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
