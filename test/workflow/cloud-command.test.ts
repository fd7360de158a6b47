// `unveil cloud` against the deployed system on loopback: what it prints, and with which code it exits.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { main } from '../../cli/main.ts';
import type { LocalCloud } from '../../cloud-local/cloud.ts';
import { bucketOf, cloudWithWordnet, smallDataset, stackOf } from '../helpers/cloud.ts';
import { disassociatedDataset } from '../helpers/disassociated-dataset.ts';
import { jsonOf } from '../helpers/json-output.ts';

let cloud: LocalCloud;
let folder: string;
let stackFile: string;
const { release, original, items } = smallDataset('command');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-command-'));
  cloud = await cloudWithWordnet();
  stackFile = join(folder, 'cloud.json');
  writeFileSync(stackFile, JSON.stringify({ 'unveil-main-data': { Other: 'x' }, 'unveil-main': stackOf(cloud) }));
  writeFileSync(join(folder, 'release.txt'), release);
  writeFileSync(join(folder, 'original.txt'), original);
}, 300_000);
afterAll(async () => {
  await cloud.stop();
  rmSync(folder, { recursive: true });
});

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function unveil(...argv: readonly string[]): Promise<Said> {
  const said = { out: '', err: '' };
  const write = (to: 'out' | 'err') => ({ write: (text: string) => (said[to] += text) });
  const code = await main(['cloud', ...argv], { out: write('out'), err: write('err') });
  return { code, ...said };
}

const at = (name: string): string => join(folder, name);

/** Submits, and lets S3 tell the stack of it. */
async function submitted(name: string, ...options: readonly string[]): Promise<string> {
  const { code, out, err } = await unveil('submit', at('release.txt'), '--name', name, '--stack', stackFile, '--attack', 'rba', ...options);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  await cloud.deliver(`inbox/${name}/audit.json`);
  return out.trim();
}

test('submit prints the id of the execution; status and results follow it to the end', async () => {
  const { out } = await unveil(
    'submit',
    at('release.txt'),
    '--original',
    at('original.txt'),
    '--name',
    'way',
    '--stack',
    stackFile,
    '--json',
  );
  const [{ id }] = jsonOf('cloud-submit', out) as [{ id: string }];
  expect(id).toMatch(/^[0-9a-f]{40}$/);
  expect(await unveil('status', id, '--stack', stackFile)).toEqual({ code: 0, out: 'not started\n', err: '' });
  expect(await unveil('results', id, '--stack', stackFile)).toMatchObject({ code: 2, err: expect.stringContaining('has no results') });
  await cloud.deliver('inbox/way/audit.json');
  expect([...cloud.executions.keys()]).toContain(id);
  expect(await unveil('status', id, '--stack', stackFile)).toMatchObject({ code: 0, out: 'running\n' });
  expect(await cloud.settle()).toHaveProperty('output');
  expect(await unveil('status', id, '--stack', stackFile)).toEqual({
    code: 0,
    out: expect.stringMatching(/^succeeded: [A-Z].+\.\n$/),
    err: '',
  });
  expect(jsonOf('cloud-status', (await unveil('status', id, '--stack', stackFile, '--json')).out)).toEqual([
    { id, status: 'succeeded', reason: null, verdict: expect.any(String), headline: expect.stringMatching(/^[A-Z].+\.$/), gate: null },
  ]);
  const copied = await unveil('results', id, '--stack', stackFile, '--out', at('copied'), '--json');
  expect(jsonOf('cloud-results', copied.out)).toMatchObject([{ id, out: at('copied') }]);
  const got = await unveil('results', id, '--stack', stackFile, '--out', at('got'));
  expect(got.out).toMatch(/^[A-Z].+\.\n\d+ files: .*got\n$/);
  const success = JSON.parse(readFileSync(at('got/_SUCCESS.json'), 'utf8')) as { files: { key: string }[] };
  expect(success.files.length).toBeGreaterThan(5);
  for (const { key } of success.files) expect([key, existsSync(join(at('got'), key))]).toEqual([key, true]);
});

describe('a policy gate', () => {
  test('that says no: gate.json, exit code 4 from status and results, and one event that names the audit and no item', async () => {
    const before = cloud.events.length;
    const options = ['--original', at('original.txt'), '--fail-above', 'recall=0.01@precision=0.5'];
    const id = await submitted('closed', ...options);
    expect(await cloud.settle()).toMatchObject({ output: { published: { gate: 'closed' } } });
    const status = await unveil('status', id, '--stack', stackFile);
    expect(status).toMatchObject({ code: 4, out: expect.stringMatching(/^succeeded: /), err: expect.stringMatching(/^gate closed: /) });
    expect(await unveil('results', id, '--stack', stackFile, '--out', at('closed'))).toMatchObject({ code: 4, err: status.err });
    expect(JSON.parse(readFileSync(at('closed/gate.json'), 'utf8'))).toMatchObject({ open: false });
    const told = cloud.events.slice(before) as { Detail: { auditId: string }; DetailType: string; Source: string }[];
    expect(told.map(({ Source, DetailType, Detail }) => [Source, DetailType, Detail.auditId])).toEqual([
      ['unveil', 'unveil gate closed', id],
      ['unveil', 'unveil audit completed', id],
    ]);
    expect(told[0]?.Detail).toMatchObject({ message: 'gate says no' });
    expect(items.filter((item) => JSON.stringify(told).includes(item))).toEqual([]);
  });

  test('that says yes, and none at all: exit code 0, no event', async () => {
    const before = cloud.events.length;
    const id = await submitted('open', '--original', at('original.txt'), '--fail-above', 'recall=1@precision=0');
    expect(await cloud.settle()).toMatchObject({ output: { published: { gate: 'open' } } });
    expect(await unveil('status', id, '--stack', stackFile)).toMatchObject({ code: 0, err: expect.stringMatching(/^gate open/) });
    await submitted('ungated');
    expect(await cloud.settle()).toMatchObject({ output: { published: { gate: 'none' } } });
    expect(JSON.stringify(cloud.events.slice(before))).not.toContain('unveil gate closed');
  });
});

test('push says where a source went', async () => {
  const { code, out } = await unveil('push', 'wordnet', '--stack', stackFile, '--json');
  expect(code).toBe(0);
  expect(jsonOf('cloud-push', out)).toMatchObject([{ source: 'wordnet' }]);
});

test('a drop that cannot be used: status says why, in the words of the laptop, and exits with 2', async () => {
  writeFileSync(at('bad.txt'), 'fever, (cough, asthma), stroke\nfever, (cough, asthma\n');
  const { out } = await unveil('submit', at('bad.txt'), '--name', 'bad', '--stack', stackFile);
  await cloud.deliver('inbox/bad/audit.json');
  await cloud.settle();
  const status = await unveil('status', out.trim(), '--stack', stackFile);
  expect(status).toMatchObject({ code: 2, out: expect.stringMatching(/^rejected: bad\.txt:2:\d+: /) });
});

test('an audit that fails: status names the error and exits with 1; redrive lets it go on to the same end', async () => {
  let down = true;
  const intercept = (name: string, _: unknown, call: () => Promise<never>) =>
    down && name === 'publish-results' ? Promise.reject(new TypeError('x')) : call();
  cloud.set({ intercept } as never);
  const id = await submitted('fails');
  await cloud.settle();
  expect(await unveil('status', id, '--stack', stackFile)).toEqual({ code: 1, out: 'failed: TypeError\n', err: '' });
  down = false;
  expect(jsonOf('cloud-redrive', (await unveil('redrive', id, '--stack', stackFile, '--json')).out)).toEqual([{ id, reason: null }]);
  expect(await cloud.settle()).toHaveProperty('output');
  expect(await unveil('status', id, '--stack', stackFile)).toEqual({
    code: 0,
    out: expect.stringMatching(/^succeeded: [A-Z].+\.\n$/),
    err: '',
  });
  cloud.set({});
  const refused = await unveil('redrive', id, '--stack', stackFile);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('it succeeded; there is nothing to go on with') });
});

const CONJUNCTIVE = 'context "conjunctive" asks for many terms at once, which live sources do not answer; use a corpus, or another context';

test('what the stack would reject is refused before anything is sent', async () => {
  const sent = async () => (await Array.fromAsync(bucketOf(cloud, 'INBOX').list('inbox/'))).length;
  const before = await sent();
  const refused = (...options: readonly string[]) => unveil('submit', at('release.txt'), '--stack', stackFile, ...options);
  expect(await refused('--source', 'corpus:clinical')).toMatchObject({
    code: 2,
    err: expect.stringContaining('unveil cloud push corpus:clinical'),
  });
  // As "unveil audit" says it of the same request.
  const conjunctive = ['--source', 'wikipedia', '--context', 'conjunctive'];
  expect(await refused(...conjunctive)).toMatchObject({ code: 2, err: expect.stringContaining(CONJUNCTIVE) });
  const home = { err: '', write: (text: string) => (home.err += text) };
  expect(await main(['audit', at('release.txt'), ...conjunctive], { out: home, err: home })).toBe(2);
  expect(home.err).toContain(CONJUNCTIVE);
  expect(await refused('--embeddings', 'glove')).toMatchObject({ code: 2, err: expect.stringContaining('unveil cloud push embeddings') });
  expect(await refused('--corpus', '/tmp')).toMatchObject({ code: 2, err: expect.stringContaining('"/tmp" is not offered here') });
  expect(await refused('--original', at('release.txt'))).toMatchObject({ code: 2, err: expect.stringContaining('different file names') });
  expect(await sent()).toBe(before);
});

test('--profile and --region are for the one command: a profile that there is not is said, and the environment is as it was', async () => {
  const { AWS_REGION: region } = process.env;
  const said = await unveil('status', 'a'.repeat(40), '--stack', stackFile, '--profile', 'nobody-has-this', '--region', 'eu-west-3');
  expect(said).toMatchObject({ code: 2, err: expect.stringContaining('no AWS credentials were found') });
  expect([process.env['AWS_PROFILE'], process.env['AWS_REGION']]).toEqual([undefined, region]);
});

describe('usage', () => {
  const ID = 'a'.repeat(40);
  test.each([
    [[], 2, 'say what to do: submit, status, redrive, results, push, doctor, estimate, purge'],
    [['frobnicate'], 2, 'say what to do'],
    [['status'], 2, 'name an audit by the id'],
    [['status', '../x'], 2, 'name an audit by the id'],
    [['status', ID, ID], 2, 'takes one argument'],
    [['status', ID, '--yes'], 2, '"--yes" does not go with what else is given'],
    [['redrive', ID], 2, `this stack has no audit "${ID}"`],
    [['submit'], 2, 'name a release or an audit.json'],
    [['push'], 2, 'name a source: wordnet, corpus:NAME, embeddings or embeddings:FILE'],
    [['push', 'pubmed'], 2, '"pubmed" cannot be pushed'],
    [['push', 'corpus:'], 2, '"corpus:" cannot be pushed'],
    [['push', 'embeddings:'], 2, '"embeddings:" cannot be pushed'],
    [['push', 'embeddings:/nowhere/v.txt'], 2, 'there is no such file of word vectors'],
    [['doctor', 'x'], 2, 'takes no argument'],
    [['estimate'], 2, 'name a release'],
    [['estimate', 'x', '--cached', '2'], 2, '--cached takes a share from 0 to 1'],
    [['purge', ID], 2, 'say --yes if it is meant'],
    [['purge', ID, '--yes'], 2, `this stack has no audit "${ID}"`],
  ])('unveil cloud %j exits with %d', async (argv, code, message) => {
    const stack = argv[0] === undefined || argv[0] === 'frobnicate' || argv[0] === 'estimate' ? [] : ['--stack', stackFile];
    expect(await unveil(...argv, ...stack)).toMatchObject({ code, out: '', err: expect.stringContaining(message) });
  });

  test.each([
    ['no file', null, 'this is not the outputs file of a deployed stack'],
    ['another file', '{"a":{"Inbox":"i"}}', 'no stack of unveil is in this outputs file'],
    ['not JSON', 'x', 'this is not the outputs file of a deployed stack'],
  ])('--stack with %s exits with 2 and says what it should be', async (_, content, message) => {
    const file = at('outputs.json');
    if (content === null) rmSync(file, { force: true });
    else writeFileSync(file, content);
    expect(await unveil('status', ID, '--stack', file)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });
});

test('estimate prices a release by its generalised items; cached counts change nothing where counting is cheaper', async () => {
  const dollars = ({ out }: Said): number => Number(/together\s+\$\s*([\d.]+)/.exec(out)?.[1]);
  writeFileSync(at('large.txt'), release.repeat(50));
  writeFileSync(at('larger.txt'), release.repeat(500));
  const cold = await unveil('estimate', at('large.txt'));
  expect(cold).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^16 generalised items, \d+ cells, at most \d+ pairs; 0 % of the counts cached\n/),
  });
  // With an original, intervals use all rows.
  const exactly = async (...given: readonly string[]): Promise<number> =>
    (JSON.parse((await unveil('estimate', at('large.txt'), '--json', ...given)).out) as { readonly dollars: number }).dollars;
  expect(await exactly('--original')).toBeGreaterThan(await exactly());
  expect(dollars(cold)).toBeGreaterThan(0);
  const anew = await unveil('estimate', at('larger.txt'));
  expect(dollars(anew)).toBeGreaterThan(dollars(cold));
  expect(anew.out).toContain('counted anew: rows would cost more');
  expect(await unveil('estimate', at('larger.txt'), '--cached', '1')).toEqual({
    ...anew,
    out: anew.out.replace('; 0 % of', '; 100 % of'),
  });
});

test('estimate prices a disassociated release by its clusters', async () => {
  const dollars = ({ out }: Said): number => (JSON.parse(out) as { readonly dollars: number }).dollars;
  const priced = (name: string, records: number, ...given: readonly string[]): Promise<Said> => {
    writeFileSync(at(name), disassociatedDataset(items.slice(0, 20), records, { k: 3, m: 2, maxCluster: 12 }).release);
    return unveil('estimate', at(name), ...given);
  };
  const small = await priced('small.json', 60);
  const { clusters } = disassociatedDataset(items.slice(0, 20), 60, { k: 3, m: 2, maxCluster: 12 });
  const counted = /^(\d+) clusters, (\d+) cells, at most (\d+) pairs; 0 % of the counts cached\n/.exec(small.out);
  expect(small).toMatchObject({ code: 0, err: '' });
  expect(Number(counted?.[1])).toBe(clusters);
  // A cell of a cluster is one pair: its context is the sub-record that it may belong to.
  expect(Number(counted?.[2])).toBeGreaterThan(clusters);
  expect(counted?.[3]).toBe(counted?.[2]);
  expect(dollars(await priced('large.json', 6000, '--json'))).toBeGreaterThan(dollars(await priced('small.json', 60, '--json')));
});

describe('purge', () => {
  const versionsWith = async (text: string): Promise<string[]> => {
    const found: string[] = [];
    for (const Bucket of [...cloud.deployed.buckets.values()].map(({ name }) => name)) {
      const { Versions = [], DeleteMarkers = [] } = await cloud.s3.send(new ListObjectVersionsCommand({ Bucket }));
      found.push(...[...Versions, ...DeleteMarkers].map(({ Key = '' }) => `${Bucket}/${Key}`).filter((key) => key.includes(text)));
    }
    return found;
  };
  const rows = async (text: string): Promise<number> => {
    const { Items = [] } = await cloud.dynamo.client.send(new ScanCommand({ TableName: stackOf(cloud).Ledger }));
    return Items.filter((row) => JSON.stringify(row).includes(text)).length;
  };

  test('every version of every object and the row of one audit are gone, others stay, and a new drop runs again', async () => {
    const id = await submitted('gone', '--original', at('original.txt'), '--seed', 'gone');
    expect(await cloud.settle()).toHaveProperty('output');
    // A second version of the release, a part of it deleted, a result written over: versions beneath what is listed.
    const inbox = bucketOf(cloud, 'INBOX');
    await inbox.write('inbox/gone/release.txt', Buffer.from(release));
    await inbox.remove('inbox/gone/original.txt');
    await bucketOf(cloud, 'RESULTS').write(`results/audit_id=${id}/report.html`, Buffer.from('another'));
    const before = [...(await versionsWith(id)), ...(await versionsWith('inbox/gone/'))];
    expect(before.length).toBeGreaterThan(30);
    expect(await rows(id)).toBe(1);
    const others = (await versionsWith('inbox/way/')).length;
    expect(others).toBeGreaterThan(0);

    expect(await unveil('purge', id, '--yes', '--stack', stackFile)).toEqual({
      code: 0,
      out: `${before.length} versions deleted\n`,
      err: '',
    });
    expect([...(await versionsWith(id)), ...(await versionsWith('inbox/gone/'))]).toEqual([]);
    expect(await rows(id)).toBe(0);
    expect((await versionsWith('inbox/way/')).length).toBe(others);
    expect(await unveil('status', id, '--stack', stackFile)).toMatchObject({ out: 'not started\n' });

    // Step Functions keeps the name of the execution for 90 days: the audit runs anew under the next one.
    expect(await submitted('gone', '--original', at('original.txt'), '--seed', 'gone')).toBe(id);
    expect(cloud.executions.has(`${id}-2`)).toBe(true);
    expect(await cloud.settle()).toHaveProperty('output');
    expect(await unveil('status', id, '--stack', stackFile)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^succeeded: [A-Z].+\.\n$/),
    });
  });

  test('of a table of people its roles, their hierarchies and the register go too', async () => {
    const example = (file: string): string => join('examples/patients', file);
    const options = ['--kind', 'relational', '--roles', example('release/roles.json'), '--external', example('voters.csv')];
    const { code, out } = await unveil('submit', example('release/release.csv'), '--name', 'people', '--stack', stackFile, ...options);
    expect(code).toBe(0);
    await cloud.deliver('inbox/people/audit.json');
    expect(await cloud.settle()).toHaveProperty('output');
    expect((await versionsWith('inbox/people/')).filter((key) => /roles|hierarchy|voters/.test(key)).length).toBeGreaterThan(3);
    expect(await unveil('purge', out.trim(), '--yes', '--stack', stackFile)).toMatchObject({ code: 0, err: '' });
    expect([...(await versionsWith(out.trim())), ...(await versionsWith('inbox/people/'))]).toEqual([]);
  });

  test('one that is cut off leaves the row that says what belongs to the audit, and can be run again', async () => {
    const id = await submitted('cut', '--seed', 'cut');
    await cloud.settle();
    cloud.server?.setFault(({ method, bucket, key }) =>
      method === 'POST' && bucket.includes('inbox') && key === '' ? { status: 403, code: 'AccessDenied' } : undefined,
    );
    expect(await unveil('purge', id, '--yes', '--stack', stackFile)).toMatchObject({
      code: 2,
      err: expect.stringContaining('does not let these credentials'),
    });
    cloud.server?.setFault(undefined);
    expect(await rows(id)).toBe(1);
    const purged = await unveil('purge', id, '--yes', '--stack', stackFile, '--json');
    expect(jsonOf('cloud-purge', purged.out)).toMatchObject([{ kept: [] }]);
    expect([...(await versionsWith(id)), ...(await versionsWith('inbox/cut/'))]).toEqual([]);
    expect(await rows(id)).toBe(0);
  });
});
