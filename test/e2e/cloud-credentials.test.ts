// `unveil cloud` on a machine that AWS does not know: one message that says what to do, exit code 2.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explained } from '../../cli/cloud/aws-errors.ts';
import { startS3 } from '../../cloud-local/s3/server.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { run, UNVEIL } from '../helpers/run.ts';

const ID = 'a'.repeat(40);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-credentials-'));
  const names = { Inbox: 'inbox', Results: 'results', Work: 'work', Assets: 'assets', Ledger: 'ledger' };
  writeFileSync(join(folder, 'cloud.json'), JSON.stringify({ stack: { ...names, Machine: 'arn:aws:states:us-east-1:1:stateMachine:x' } }));
});
afterAll(() => rmSync(folder, { recursive: true }));

const NOBODY = {
  HOME: '/nonexistent',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_ACCESS_KEY_ID: undefined,
  AWS_SECRET_ACCESS_KEY: undefined,
  AWS_PROFILE: undefined,
  AWS_REGION: undefined,
};
const unveil = (action: string, env: NodeJS.ProcessEnv) => run(process.execPath, [UNVEIL, 'cloud', action, ID], { cwd: folder, env });

test('no region', () => {
  expect(unveil('results', NOBODY)).toEqual({
    status: 2,
    out: '',
    err: 'unveil: no AWS region is set: set AWS_REGION to that of the stack, such as AWS_REGION=eu-west-1\n',
  });
});

test.each(['status', 'results'])('no credentials: %s', (action) => {
  const { status, out, err } = unveil(action, { ...NOBODY, AWS_REGION: 'eu-west-1' });
  expect([status, out]).toEqual([2, '']);
  expect(err).toMatch(/^unveil: no AWS credentials were found: sign in .* AWS_SECRET_ACCESS_KEY\n$/);
});

test('a bucket that is not there', async () => {
  const server = await startS3();
  const env = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'y', AWS_ENDPOINT_URL_S3: server.endpoint };
  // In this process: the server is in it as well.
  Object.assign(process.env, env);
  try {
    const { main } = await import('../../cli/main.ts');
    const said = { err: '' };
    const terminal = { out: { write: () => {} }, err: { write: (text: string) => (said.err += text) } };
    expect(await main(['cloud', 'push', 'wordnet', '--stack', join(folder, 'cloud.json')], terminal)).toBe(2);
    expect(said.err).toBe('unveil: there is no such bucket: is the outputs file of a stack that was deleted, or of another account?\n');
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
    await server.close();
  }
});

test('what is not of the user’s set-up stays as it is', () => {
  const error = new TypeError('x');
  expect(explained(error)).toBe(error);
  expect(explained('text')).toBe('text');
  expect(explained(Object.assign(new Error('secret'), { name: 'ExpiredToken' }))).toBeInstanceOf(BadInput);
});
