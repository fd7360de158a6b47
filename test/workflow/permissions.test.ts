// Deployments cannot be tried here, so this holds what each function does, over a whole audit, against what its role allows: every call
// that reaches S3 or DynamoDB must be allowed by a statement, and every statement on their data must be used by some function.
import { readFileSync } from 'node:fs';
import type { LocalCloud } from '../../cloud-local/cloud.ts';
import type { PolicyStatement } from '../../cloud-local/template.ts';
import { dropInto } from '../helpers/both-homes.ts';
import { bucketOf, cloudWithWordnet } from '../helpers/cloud.ts';
import { disassociatedDataset } from '../helpers/disassociated-dataset.ts';
import { largeRelease } from '../helpers/large-release.ts';

interface Asked {
  readonly handler: string;
  readonly action: string;
  /** An ARN; of DynamoDB only the action is known here. */
  readonly resource: string | null;
  /** Of a list: its prefix. */
  readonly prefix: string | null;
}

let cloud: LocalCloud;
const asked: Asked[] = [];

beforeAll(async () => {
  cloud = await cloudWithWordnet();
  let handler = '';
  let failing = false;
  let before: Promise<unknown> = Promise.resolve();
  const arns = new Map([...cloud.deployed.buckets].map(([id, { name }]) => [name, `arn:local:${id}`]));
  cloud.server?.setFault(({ method, bucket, key, query }) => {
    // What the machine does by itself beside the functions: a campaign begins with a map, which reads its manifest, so does planning, and maps write
    // their ends.
    const byMachine =
      /^audits\/x[^/]+\/manifest\.jsonl$/.test(key) ||
      (method === 'GET' && /^audits\/[^/]+\/(parts|buckets)\.jsonl$/.test(key)) ||
      (method === 'PUT' && /^audits\/[^/]+\/runs\//.test(key));
    if (handler === '' || byMachine) return undefined;
    const arn = arns.get(bucket) ?? '';
    const ask = (action: string, resource: string, prefix: string | null = null): void => {
      asked.push({ handler, action, resource, prefix });
    };
    if (key === '') ask('s3:ListBucket', arn, query.get('prefix') ?? '');
    else if (method === 'PUT' || method === 'POST') ask('s3:PutObject', `${arn}/${key}`);
    else if (method === 'DELETE') ask(query.has('uploadId') ? 's3:AbortMultipartUpload' : 's3:DeleteObject', `${arn}/${key}`);
    else {
      ask(query.has('versionId') ? 's3:GetObjectVersion' : 's3:GetObject', `${arn}/${key}`);
      // A key that is not there: only who may list, without a prefix, is told so.
      if (cloud.server?.objects.bucket(bucket).current(key) === undefined) ask('s3:ListBucket', arn);
    }
    return undefined;
  });
  cloud.dynamo.setFault?.((operation) => {
    if (handler !== '') asked.push({ handler, action: `dynamodb:${operation}`, resource: null, prefix: null });
    return undefined;
  });
  cloud.set({
    // One function at a time, so that it is known who asks.
    map: { concurrency: 1 },
    intercept: (name, _, call) => {
      const run = before.then(async () => {
        handler = name;
        try {
          if (failing && name === 'measure-slice') throw new RangeError('injected');
          return await call();
        } finally {
          handler = '';
        }
      });
      before = run.catch(() => undefined);
      return run;
    },
  });
  const inbox = bucketOf(cloud, 'INBOX');
  const drop = async (name: string, release: string | Buffer, request: object): Promise<void> => {
    await inbox.write(`inbox/${name}/release.txt`, Buffer.from(release));
    await inbox.write(`inbox/${name}/original.txt`, readFileSync('examples/hospital/original.txt'));
    await inbox.write(`inbox/${name}/audit.json`, Buffer.from(JSON.stringify({ release: 'release.txt', ...request })));
    await cloud.deliver(`inbox/${name}/audit.json`);
    await cloud.settle();
  };
  await drop('good', readFileSync('examples/hospital/release.txt'), { original: 'original.txt' });
  await drop('bad', 'fever, (cough\n', {});
  await drop('large', largeRelease(), { attacks: ['rba'] });
  // Its children fail: the report says why, and says it again for the same drop.
  failing = true;
  for (const _ of ['first', 'again']) await drop('fails', readFileSync('examples/hospital/release.txt'), { attacks: ['rba'] });
  failing = false;
  await drop('none', 'fever, (cough, asthma)\n', { sources: ['corpus:none'] });
  const made = disassociatedDataset(['fever', 'cough', 'asthma', 'rash', 'stroke', 'cancer'], 30, { k: 3, m: 2, maxCluster: 9 });
  const clusters = { name: 'clusters', release: ['c.json', made.release], original: ['c.jsonl', made.original] } as const;
  await cloud.deliver(await dropInto(cloud, 'clusters', { ...clusters, request: { claim: { k: 3 } } }));
  await cloud.settle();
  const audits = [
    { name: 'a', release: 'c/a.txt', attacks: ['rba'] },
    { name: 'b', release: 'c/none.txt' },
    { name: 'd', release: 'c/bad.txt' },
  ];
  await inbox.write('inbox/campaigns/c/bad.txt', Buffer.from('fever, (cough\n'));
  await inbox.write('inbox/campaigns/c/a.txt', Buffer.from('fever, (cough, asthma)\nrash, (cough, asthma)\n'));
  await inbox.write('inbox/campaigns/c.json', Buffer.from(JSON.stringify({ audits })));
  await cloud.deliver('inbox/campaigns/c.json', new Date(Date.now() - 3_600_000));
  await cloud.settle();
  // Objects that start nothing, unusable ones, and files next to a drop.
  await inbox.write('inbox/x.parquet', Buffer.from('x'));
  for (const key of ['inbox/good/release.txt', 'inbox/x.parquet', 'inbox/bad/rejected.json']) await cloud.deliver(key);
  // Mended: its rejection goes.
  await drop('bad', readFileSync('examples/hospital/release.txt'), {});
  // Scheduled functions, twice: the second time there is an answer to look for.
  for (const _ of ['first', 'again']) await cloud.tick();
  // The same again: what the ledger answers.
  await drop('good', readFileSync('examples/hospital/release.txt'), { original: 'original.txt' });
}, 300_000);
afterAll(() => cloud.stop());

const listOf = (value: string | readonly string[]): readonly string[] => (typeof value === 'string' ? [value] : value);

function allows({ Effect, Action, Resource, Condition = {} }: PolicyStatement, { action, resource, prefix }: Asked): boolean {
  if (Effect !== 'Allow' || !listOf(Action).includes(action)) return false;
  if (resource !== null && !listOf(Resource).some((pattern) => like(pattern, resource))) return false;
  return Object.entries(Condition).every(([operator, { 's3:prefix': prefixes }]) => {
    if (prefix === null) return operator.endsWith('IfExists');
    return (prefixes as readonly string[]).some((pattern) => like(pattern, prefix));
  });
}

const like = (pattern: string, text: string): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  ).test(text);

test('every call of every function is allowed by its role', () => {
  expect(asked.length).toBeGreaterThan(200);
  const refused = asked.filter((call) => !cloud.deployed.statements.get(call.handler)?.some((statement) => allows(statement, call)));
  expect([...new Set(refused.map(({ handler, action, resource }) => `${handler} ${action} ${resource}`))]).toEqual([]);
});

test('who tells of a failed map may read why it failed', () => {
  const read = asked.filter(({ action, resource }) => action === 's3:GetObject' && /\/audits\/[^/]+\/runs\/measure\//.test(resource ?? ''));
  expect([...new Set(read.map((call) => call.handler))].toSorted()).toEqual(['record-status', 'start-audit']);
});

test('the functions of an audit were all called', () => {
  const called = new Set(asked.map(({ handler }) => handler));
  expect([...cloud.deployed.handlers.values()].filter((handler) => !called.has(handler))).toEqual(['fetch-counts']);
});

test('nothing may be done to objects that no function does, but to give up an upload', () => {
  const used = new Set(asked.map(({ action }) => action));
  const allowed = [...cloud.deployed.statements.values()].flat().flatMap(({ Action }) => listOf(Action));
  const unused = new Set(allowed.filter((action) => action.startsWith('s3:') && !used.has(action)));
  expect([...unused]).toEqual(['s3:AbortMultipartUpload']);
});
