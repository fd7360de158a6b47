// Every call to storage fails once, every child of a map is killed in turn, every two consecutive steps fail: the bytes of home, or a failure
// that says its name. A sample here; all of them: npm run bench -- faults-cloud, which names a file in FAULTS_FOUND, and a share of them in
// FAULTS_PART (2/8: the second eighth).

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Intercept, LocalCloud } from '../../cloud-local/cloud.ts';
import type { ExecutionOutcome } from '../../cloud-local/workflow/run.ts';
import { type AskedOfBoth, atHome, dropInto, publishedBy } from '../helpers/both-homes.ts';
import { bucketOf, cloudWithWordnet, smallDataset } from '../helpers/cloud.ts';
import { disassociatedDataset } from '../helpers/disassociated-dataset.ts';
import { ownHome } from '../helpers/own-home.ts';

const FOUND = process.env['FAULTS_FOUND'];
const [PART = 1, PARTS = 1] = (process.env['FAULTS_PART'] ?? '1/1').split('/').map(Number);
const text = (file: string): string => readFileSync(file, 'utf8');
const small = smallDataset('positions', 6);
const learned = smallDataset('positions learned', 8);
const clusters = disassociatedDataset(small.items.slice(0, 12), 40, { k: 3, m: 2, maxCluster: 10, refine: true });
const TABLE = 'examples/patients/release';

interface Case extends Omit<AskedOfBoth, 'name'> {
  readonly few: Readonly<Record<'pairs' | 'children' | 'calls', number>>;
}

/** One audit of each way through the state machine, and how many faults of each sort are tried here. */
const CASES: Readonly<Record<string, Case>> = {
  'set-generalised': {
    release: ['release.txt', small.release],
    original: ['original.txt', small.original],
    request: { attacks: ['frequency-only'] },
    few: { pairs: 3, children: 2, calls: 6 },
  },
  // The same kind with a step that learns, and without an original.
  'set-generalised, learned': {
    release: ['release.txt', learned.release],
    request: { attacks: ['calibrated'] },
    few: { pairs: 1, children: 1, calls: 2 },
  },
  // A kind that is attacked by its structure, with files beside its release.
  relational: {
    release: ['release.csv', text(join(TABLE, 'release.csv'))],
    original: ['original.csv', text(join(TABLE, 'original.csv'))],
    beside: {
      ...Object.fromEntries(
        readdirSync(TABLE)
          .filter((file) => /^(?:roles|hierarchy)/.test(file))
          .map((file) => [file, text(join(TABLE, file))]),
      ),
      'voters.csv': text('examples/patients/voters.csv'),
    },
    request: { kind: 'relational', roles: 'roles.json', external: 'voters.csv' },
    few: { pairs: 2, children: 1, calls: 3 },
  },
  // Clusters: units without tables, and learned placements.
  disassociated: {
    release: ['release.json', clusters.release],
    original: ['original.jsonl', clusters.original],
    request: { claim: { k: 3, m: 2 } },
    few: { pairs: 1, children: 1, calls: 2 },
  },
};
const NAME = 'positions';

interface Tried {
  readonly kind: string;
  readonly what: string;
  /** Result: the same bytes, or the name of a failure. Null: neither. */
  readonly end: string | null;
}

const home = ownHome();
let cloud: LocalCloud;
let drops = 0;
const tried: Tried[] = [];

beforeAll(async () => {
  cloud = await cloudWithWordnet();
}, 300_000);
afterAll(async () => {
  await cloud.stop();
  if (FOUND !== undefined) writeFileSync(FOUND, JSON.stringify(tried));
});

interface Audited {
  readonly outcome: ExecutionOutcome | null;
  readonly files: ReadonlyMap<string, string>;
  readonly hasSuccess: boolean;
}

interface How {
  readonly intercept?: Intercept;
  readonly begins?: () => void;
}

/** From the drop to the end, with redeliveries; `begins` is called when the files are dropped. */
async function auditOf(asked: Case, { intercept, begins }: How = {}): Promise<Audited> {
  drops += 1;
  cloud.set({ map: { batchSize: 2 }, ...(intercept === undefined ? {} : { intercept }) });
  const key = await dropInto(cloud, `position-${drops}`, { ...asked, name: NAME });
  const before = cloud.executions.size;
  begins?.();
  const deliver = async (): Promise<boolean> => {
    const failed = await cloud.deliver(key).catch(() => null);
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

/** Of the numbers below `count`: all of the part in the recorded run, a few spread over them here. */
function sample(count: number, few: number): number[] {
  const all = Array.from({ length: count }, (_, at) => at);
  if (FOUND !== undefined) return all.filter((at) => at % PARTS === PART - 1);
  return count <= few ? all : all.filter((at) => Math.floor((at * few) / count) !== Math.floor(((at - 1) * few) / count));
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

/** Fails one call of a handler, by its position. */
function nth(handler: string, position: number): Intercept {
  let calls = 0;
  return async (name, _payload, call) => {
    if (name !== handler) return call();
    calls += 1;
    if (calls - 1 === position) throw new Error('injected');
    return call();
  };
}

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
      cloud.server?.setFault(({ method, bucket, key }) => {
        const place = bucket.replace(/^.*?(inbox|work|results|assets).*$/, '$1');
        heard(`${method} ${place} ${key.replace(/^audits\/[^/]+\//, '').replace(/[0-9a-f-]{8,}|\d+/g, '*')}`);
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

describe.each(Object.entries(CASES))('%s', (kind, asked) => {
  const { few } = asked;
  let expected: ReadonlyMap<string, string>;
  /** Functions in the order in which they are first called, with how often. */
  const called = new Map<string, number>();
  const audit = (how?: How): Promise<Audited> => auditOf(asked, how);

  beforeAll(async () => {
    const { outcome, files } = await audit({
      intercept: (name, _payload, call) => {
        called.set(name, (called.get(name) ?? 0) + 1);
        return call();
      },
    });
    expect(outcome).toHaveProperty('output');
    expected = files;
    expect(expected.size).toBeGreaterThan(2);
    const folder = join(home, kind);
    mkdirSync(folder);
    const there = await atHome(folder, { ...asked, name: NAME });
    expect([...there.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
    for (const [file, bytes] of there) expect([file, bytes.toString('base64') === expected.get(file)]).toEqual([file, true]);
    expect(called.size).toBeGreaterThan(5);
  }, 300_000);

  /** The same bytes under `_SUCCESS.json`, or nothing that claims success and a failure with a name. */
  function endOf({ outcome, files, hasSuccess }: Audited): string | null {
    const isSame = files.size === expected.size && [...expected].every(([file, bytes]) => files.get(file) === bytes);
    if (hasSuccess) return isSame ? 'the same bytes' : null;
    const error = (outcome as { readonly error?: string } | null)?.error;
    return error === undefined || error === '' ? null : error;
  }

  async function tries(what: string, how: How): Promise<void> {
    tried.push({ kind, what, end: endOf(await audit(how)) });
  }

  test.each(['before', 'after'] as const)(
    'two consecutive steps fail once, %s their work: the same bytes',
    async (when) => {
      const since = tried.length;
      const steps = [...called.keys()];
      for (const at of sample(steps.length - 1, few.pairs)) {
        const pair = steps.slice(at, at + 2);
        await tries(`${pair.join(' and ')}, ${when}`, { intercept: onceEach(pair, when) });
      }
      expect(tried.slice(since).filter(({ end }) => end !== 'the same bytes')).toEqual([]);
    },
    600_000,
  );

  test('each child of each map is killed in turn: the same bytes', async () => {
    const since = tried.length;
    const children = [...called].filter(([, times]) => times > 1);
    expect(children.length).toBeGreaterThan(0);
    for (const [handler, times] of children)
      for (const child of sample(times, few.children)) await tries(`${handler}, child ${child}`, { intercept: nth(handler, child) });
    expect(tried.slice(since).filter(({ end }) => end !== 'the same bytes')).toEqual([]);
  }, 6_000_000);

  test.each(SERVICES)(
    'each call to $name fails once, by its position: the same bytes, or a failure that says its name',
    async (service) => {
      const since = tried.length;
      const calls: string[] = [];
      await audit({ begins: () => service.inject(-1, (what) => calls.push(what)) });
      expect(calls.length).toBeGreaterThan(3);
      for (const position of sample(calls.length, few.calls)) {
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
      for await (const { key } of results.list('results/')) if (key.includes(id) && key.includes('people')) await results.remove(key);
      return said;
    };
    expect(endOf(await audit({ intercept }))).toBeNull();
  });
});
