// `unveil cloud doctor` against a stack on loopback and an account that answers as Lambda does.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../cli/main.ts';
import type { LocalCloud } from '../../cloud-local/cloud.ts';
import { STEP_MEMORY } from '../../infra/step-memory.ts';
import { cloudWithWordnet, stackOf } from '../helpers/cloud.ts';
import { jsonOf } from '../helpers/json-output.ts';

let cloud: LocalCloud;
let server: Server;
let folder: string;
/** The account's limits, changeable by tests. */
const account = { concurrency: 10, functions: new Map<string, number>() };

beforeAll(async () => {
  cloud = await cloudWithWordnet();
  folder = mkdtempSync(join(tmpdir(), 'unveil-doctor-'));
  server = createServer(({ url = '' }, response) => {
    const name = /functions\/([^/]+)\/configuration/.exec(url)?.[1] ?? '';
    const memory = account.functions.get(name.replace('unveil-main-', ''));
    const body = url.includes('account-settings')
      ? { AccountLimit: { ConcurrentExecutions: account.concurrency, UnreservedConcurrentExecutions: account.concurrency } }
      : { FunctionName: name, MemorySize: memory, State: 'Active' };
    const found = url.includes('account-settings') || memory !== undefined;
    if (!found) response.setHeader('x-amzn-errortype', 'ResourceNotFoundException');
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(found ? body : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env['AWS_ENDPOINT_URL_LAMBDA'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  delete process.env['AWS_ENDPOINT_URL_LAMBDA'];
  rmSync(folder, { recursive: true });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await cloud.stop();
});
beforeEach(() => {
  account.concurrency = 10;
  account.functions = new Map(Object.entries(STEP_MEMORY).map(([name, { mb }]) => [name, mb]));
});

async function doctor(
  change: Readonly<Record<string, unknown>> = {},
  ...options: readonly string[]
): Promise<{ code: number; out: string; err: string }> {
  const stack = stackOf(cloud);
  const settings = { ...(JSON.parse(stack.Settings ?? '{}') as object), ...change };
  const file = join(folder, 'cloud.json');
  writeFileSync(file, JSON.stringify({ 'unveil-main': { ...stack, Settings: JSON.stringify(settings) } }));
  const said = { out: '', err: '' };
  const write = (to: 'out' | 'err') => ({ write: (text: string) => (said[to] += text) });
  const code = await main(['cloud', 'doctor', '--stack', file, ...options], { out: write('out'), err: write('err') });
  return { code, ...said };
}

test('a new account with the stack as cdk.json has it: nothing to mend', async () => {
  const { code, out, err } = await doctor();
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('ok    the account runs 10 functions at once');
  expect(out).toContain(`ok    ${Object.keys(STEP_MEMORY).length} functions are there, with up to 3008 MB each`);
  expect(out).toContain('ok    the source wordnet is ');
  expect(out).toContain('could nobody hears of alarms: set alarmEmail');
  expect(out).not.toContain('MEND');
  expect(jsonOf('cloud-doctor', (await doctor({}, '--json')).out)).toHaveLength(out.trimEnd().split('\n').length);
});

test.each([
  [
    'more functions at once than the account runs',
    { accountConcurrency: 200 },
    'MEND  the account runs 10 functions at once, and accountConcurrency is 200: set it to 10, or null',
  ],
  ['a stack of another version', { version: '0.0.1' }, 'MEND  the stack runs version 0.0.1, this command is'],
  [
    'a default source that nobody pushed',
    { sources: ['corpus:clinic'] },
    'MEND  the stack does not have the source "corpus:clinic"; push it with: unveil cloud push corpus:clinic',
  ],
])('%s is to be mended, and it exits with 1', async (_what, change, said) => {
  expect(await doctor(change)).toMatchObject({ code: 1, out: expect.stringContaining(said) });
});

test('a function that is gone, and one that somebody changed, are named', async () => {
  account.functions.delete('plan-units');
  account.functions.set('learn-release', 512);
  const { code, out } = await doctor();
  expect(code).toBe(1);
  expect(out).toContain('MEND  unveil-main-plan-units is not there: deploy again');
  expect(out).toContain('MEND  unveil-main-learn-release has 512 MB, not 3008');
});

test('an account that has grown could run more at once', async () => {
  account.concurrency = 1_000;
  expect(await doctor()).toMatchObject({ code: 0, out: expect.stringContaining('childConcurrency could be 275') });
});

test('a stack that does not say its settings is to be deployed again', async () => {
  const { Settings: _settings, ...older } = stackOf(cloud);
  const file = join(folder, 'older.json');
  writeFileSync(file, JSON.stringify({ 'unveil-main': older }));
  const err = { text: '', write: (text: string) => (err.text += text) };
  expect(await main(['cloud', 'doctor', '--stack', file], { out: err, err })).toBe(2);
  expect(err.text).toContain('deploy it again');
});
