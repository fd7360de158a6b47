// Every call to storage fails once, every child of a map is killed in turn, every two consecutive steps fail: the same bytes, or a failure
// that says its name. A sample here; all of them: npm run bench -- faults-cloud, which names a file in FAULTS_FOUND.

import { writeFileSync } from 'node:fs';
import type { Intercept, LocalCloud } from '../../cloud-local/cloud.ts';
import type { Json } from '../../cloud-local/workflow/definition.ts';
import type { Outcome } from '../../cloud-local/workflow/run.ts';
import { publishedBy } from '../helpers/both-homes.ts';
import { bucketOf, cloudWithWordnet, smallDataset } from '../helpers/cloud.ts';

const FOUND = process.env['FAULTS_FOUND'];
const STEPS = ['read-release', 'plan-units', 'attack-units', 'learn-release', 'decide-units', 'measure-slice', 'publish-results'];
const IN_MAP = ['attack-units', 'decide-units', 'measure-slice'];
const { release, original } = smallDataset('positions', 6);
const REQUEST = { attacks: ['frequency-only'], release: 'release.txt', original: 'original.txt' };

interface Tried {
  readonly what: string;
  /** What came of it: the same bytes, or the name of a failure. Null: neither. */
  readonly end: string | null;
}

let cloud: LocalCloud;
let expected: ReadonlyMap<string, string>;
let drops = 0;
const tried: Tried[] = [];

beforeAll(async () => {
  cloud = await cloudWithWordnet();
  const { outcome, files } = await audit();
  expect(outcome).toHaveProperty('output');
  expected = files;
  expect(expected.size).toBeGreaterThan(5);
}, 300_000);
afterAll(async () => {
  await cloud.stop();
  if (FOUND !== undefined) writeFileSync(FOUND, JSON.stringify(tried));
});

interface Audited {
  readonly outcome: Outcome | null;
  readonly files: ReadonlyMap<string, string>;
  readonly hasSuccess: boolean;
}

/** From the drop to the end; `begins` is called when the files are dropped. What the queue has to deliver again it does. */
async function audit({ intercept, begins }: { readonly intercept?: Intercept; readonly begins?: () => void } = {}): Promise<Audited> {
  drops += 1;
  cloud.set({ map: { batchSize: 2 }, ...(intercept === undefined ? {} : { intercept }) });
  const inbox = bucketOf(cloud, 'INBOX');
  const folder = `inbox/position-${drops}`;
  for (const [name, text] of [
    ['release.txt', release],
    ['original.txt', original],
    ['audit.json', JSON.stringify(REQUEST)],
  ] as const)
    await inbox.write(`${folder}/${name}`, Buffer.from(text));
  const before = cloud.executions.size;
  begins?.();
  const deliver = async (): Promise<boolean> => {
    const failed = await cloud.deliver(`${folder}/audit.json`).catch(() => null);
    return ((failed as { batchItemFailures?: unknown[] } | null)?.batchItemFailures ?? [null]).length === 0;
  };
  if (!(await deliver())) await deliver();
  const outcome = await cloud.settle();
  cloud.server?.setFault(undefined);
  cloud.dynamo.setFault?.(undefined);
  if (cloud.executions.size === before) return { outcome: null, files: new Map(), hasSuccess: false };
  const id = [...cloud.executions.keys()].at(-1) as string;
  const published = await publishedBy(cloud, id);
  const keys = (await Array.fromAsync(bucketOf(cloud, 'RESULTS').list('results/'))).map(({ key }) => key);
  return {
    outcome,
    files: new Map([...published].map(([file, bytes]) => [file, bytes.toString('base64')])),
    hasSuccess: keys.some((key) => key.includes(id) && key.endsWith('_SUCCESS.json')),
  };
}

/** The same bytes under `_SUCCESS.json`, or nothing that claims success and a failure with a name. */
function endOf({ outcome, files, hasSuccess }: Audited): string | null {
  const isSame = files.size === expected.size && [...expected].every(([file, bytes]) => files.get(file) === bytes);
  if (hasSuccess) return isSame ? 'the same bytes' : null;
  const error = (outcome as { readonly error?: string } | null)?.error;
  return error === undefined || error === '' ? null : error;
}

async function tries(what: string, how: Parameters<typeof audit>[0]): Promise<void> {
  tried.push({ what, end: endOf(await audit(how)) });
}

/** Of the numbers below `count`: all in the recorded run, a few spread over them here. */
function sample(count: number, few: number): number[] {
  const all = Array.from({ length: count }, (_, at) => at);
  return FOUND !== undefined || count <= few
    ? all
    : all.filter((at) => Math.floor((at * few) / count) !== Math.floor(((at - 1) * few) / count));
}

const failing = (since: number): readonly Tried[] => tried.slice(since).filter(({ end }) => end === null);

/** Fails the first call of each of these handlers. */
function onceEach(handlers: readonly string[], when: 'before' | 'after'): Intercept {
  const left = new Set(handlers);
  return async (name, _payload, call) => {
    if (!left.delete(name)) return call();
    if (when === 'after') await call();
    throw new Error('injected');
  };
}

/** Fails one call of a handler, by its position; counts them. */
function nth(handler: string, position: number): Intercept & { calls: () => number } {
  let calls = 0;
  const intercept = async (name: string, _payload: Json, call: () => Promise<Json>): Promise<Json> => {
    if (name !== handler) return call();
    calls += 1;
    if (calls - 1 === position) throw new Error('injected');
    return call();
  };
  return Object.assign(intercept, { calls: () => calls });
}

test.each(['before', 'after'] as const)(
  'two consecutive steps fail once, %s their work: the same bytes',
  async (when) => {
    const since = tried.length;
    for (const at of sample(STEPS.length - 1, 3)) {
      const pair = STEPS.slice(at, at + 2);
      await tries(`${pair.join(' and ')}, ${when}`, { intercept: onceEach(pair, when) });
    }
    expect(tried.slice(since).filter(({ end }) => end !== 'the same bytes')).toEqual([]);
  },
  600_000,
);

test.each(IN_MAP)(
  '%s: each child is killed in turn: the same bytes',
  async (handler) => {
    const since = tried.length;
    const counting = nth(handler, -1);
    await audit({ intercept: counting });
    expect(counting.calls()).toBeGreaterThan(0);
    for (const child of sample(counting.calls(), 2)) await tries(`${handler}, child ${child}`, { intercept: nth(handler, child) });
    expect(tried.slice(since).filter(({ end }) => end !== 'the same bytes')).toEqual([]);
  },
  600_000,
);

/** Lets the n-th call of a service fail; n = -1 counts them. */
interface Service {
  readonly name: string;
  inject(position: number, heard: (what: string) => void): void;
}
const SERVICES: readonly Service[] = [
  {
    name: 'S3',
    inject(position, heard) {
      let calls = 0;
      cloud.server?.setFault(({ method, bucket }) => {
        heard(`${method} ${bucket.replace(/^.*?(inbox|work|results|assets).*$/, '$1')}`);
        calls += 1;
        // The SDK does not try this again: the step itself has to.
        return calls - 1 === position ? { status: 403, code: 'AccessDenied' } : undefined;
      });
    },
  },
  {
    name: 'DynamoDB',
    inject(position, heard) {
      let calls = 0;
      cloud.dynamo.setFault?.((operation) => {
        heard(operation);
        calls += 1;
        return calls - 1 === position ? 'refused' : undefined;
      });
    },
  },
];

test.each(SERVICES)(
  'each call to $name fails once, by its position: the same bytes, or a failure that says its name',
  async (service) => {
    const since = tried.length;
    const calls: string[] = [];
    await audit({ begins: () => service.inject(-1, (what) => calls.push(what)) });
    expect(calls.length).toBeGreaterThan(3);
    for (const position of sample(calls.length, 6)) {
      await tries(`${service.name}, call ${position}: ${calls[position]}`, { begins: () => service.inject(position, () => {}) });
    }
    expect(failing(since)).toEqual([]);
  },
  6_000_000,
);

test('a fault that is planted is found: a step that says it has published and has not', async () => {
  const intercept: Intercept = async (name, _payload, call) => {
    if (name !== 'publish-results') return call();
    const said = await call();
    const results = bucketOf(cloud, 'RESULTS');
    const id = [...cloud.executions.keys()].at(-1) as string;
    for await (const { key } of results.list('results/')) if (key.includes(id) && key.endsWith('attacked.jsonl')) await results.remove(key);
    return said;
  };
  expect(endOf(await audit({ intercept }))).toBeNull();
});
