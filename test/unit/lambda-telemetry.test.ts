// What a function tells to logs, metrics, traces and the state machine, in the environment that Lambda gives it: never its payload.
import { spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';

const CALLS = `
import * as z from 'zod';
import { handlerOf } from '${pathToFileURL('shared/lambda/handler.ts').href}';
import { BadInput } from '${pathToFileURL('shared/core/model/bad-input.ts').href}';
const handler = handlerOf(
  { name: 'try-out', input: z.strictObject({ item: z.string(), fail: z.string().optional() }), environment: z.object({ TABLE: z.string() }) },
  async ({ item, fail }, { log, count, environment }) => {
    if (fail === 'input') throw new BadInput('SECRET-MESSAGE', { file: 'SECRET-FILE' });
    if (fail !== undefined) throw Object.assign(new TypeError('SECRET-MESSAGE ' + item), { cause: item });
    log.info('half way', { units: 7 });
    count('Things', 3);
    count('Answers', 5, 'corpus:made');
    return { answer: 'SECRET-OUT', table: environment.TABLE };
  },
);
const context = { awsRequestId: '1', functionName: 'f', functionVersion: '1', memoryLimitInMB: '1', invokedFunctionArn: 'arn', getRemainingTimeInMillis: () => 60_000 };
const ended = [];
for (const event of [{ item: 'SECRET-IN' }, { item: 'SECRET-IN', fail: 'input' }, { item: 'SECRET-IN', fail: 'yes' }, { item: 5, more: 'SECRET-IN' }]) {
  try { ended.push(Object.keys(await handler(event, context))); }
  catch (error) { ended.push([error.name, error.message]); }
}
process.send(ended);
setTimeout(() => process.disconnect(), 300);
`;

let daemon: Socket;
const traced: string[] = [];
let said = '';
let ended: unknown[];

beforeAll(async () => {
  daemon = createSocket('udp4');
  daemon.on('message', (message) => traced.push(message.toString()));
  daemon.bind(0, '127.0.0.1');
  await once(daemon, 'listening');
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', CALLS], {
    env: {
      PATH: process.env['PATH'],
      TABLE: 'table',
      STAGE: 'main',
      // As Lambda sets them.
      AWS_REGION: 'us-east-1',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_NAME: 'try-out',
      LAMBDA_TASK_ROOT: process.cwd(),
      _X_AMZN_TRACE_ID: 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=557abcec3ee5a047;Sampled=1',
      AWS_XRAY_DAEMON_ADDRESS: `127.0.0.1:${(daemon.address() as AddressInfo).port}`,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.stdout?.on('data', (text) => {
    said += text;
  });
  child.stderr?.on('data', (text) => {
    said += text;
  });
  child.once('message', (message) => {
    ended = message as unknown[];
  });
  await once(child, 'exit');
});
afterAll(() => daemon.close());

test('the state machine is told the class of an error, and nothing that a message could quote', () => {
  const redacted = 'the log says where; messages stay out of it, since they may quote the data';
  expect(ended).toEqual([
    ['answer', 'table'],
    ['BadInput', redacted],
    ['TypeError', redacted],
    ['ContractError', redacted],
  ]);
});

test('logs and metrics hold events, figures and frames, and no payload', () => {
  expect(said).not.toContain('SECRET');
  const lines = said
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.find(({ message }) => message === 'half way')).toMatchObject({ service: 'try-out', figures: { units: 7 } });
  const failed = lines.filter(({ message }) => message === 'failed');
  expect(failed.map(({ errorName }) => errorName)).toEqual(['BadInput', 'TypeError', 'ContractError']);
  expect(failed[1]).toMatchObject({ frames: expect.arrayContaining([expect.stringMatching(/^at /)]) });
});

test('a metric stands under the namespace and dimensions that the dashboard asks for', () => {
  const metric = said
    .split('\n')
    .filter((line) => line.includes('"Things"'))
    .map((line) => JSON.parse(line) as Record<string, unknown> & { _aws: { CloudWatchMetrics: object[] } });
  expect(metric).toHaveLength(1);
  expect(metric[0]).toMatchObject({ Things: 3, service: 'try-out', function: 'try-out' });
  expect(metric[0]?._aws.CloudWatchMetrics[0]).toMatchObject({ Namespace: 'unveil', Metrics: [{ Name: 'Things', Unit: 'Count' }] });
  const [{ Dimensions } = { Dimensions: [] }] = (metric[0]?._aws.CloudWatchMetrics ?? []) as { Dimensions: string[][] }[];
  expect(Dimensions.map((each) => each.toSorted())).toEqual([['function', 'service', 'stage']]);
});

test('a metric of one source names it in a dimension of its own', () => {
  const [metric] = said
    .split('\n')
    .filter((line) => line.includes('"Answers"'))
    .map((line) => JSON.parse(line) as Record<string, unknown> & { _aws: { CloudWatchMetrics: { Dimensions: string[][] }[] } });
  expect(metric).toMatchObject({ Answers: 5, service: 'try-out', function: 'try-out', source: 'corpus:made' });
  expect(metric?._aws.CloudWatchMetrics[0]?.Dimensions.map((each) => each.toSorted())).toEqual([
    ['function', 'service', 'source', 'stage'],
  ]);
});

test('traces name the function and the class of what failed, and hold neither what it was given nor what it answered', () => {
  expect(traced.join('\n')).toContain('try-out');
  expect(traced.join('\n')).not.toContain('SECRET');
});
