// A language model in the cloud: Amazon Bedrock is a server on loopback, asked by the real handler, in turns, through the deployed definition.
import { ScanCommand } from '@aws-sdk/client-dynamodb';
import type { Intercept } from '../../cloud-local/cloud.ts';
import { encoderOf } from '../../shared/core/format/encoder.ts';
import type { Entry } from '../../shared/core/model/transaction.ts';
import { BedrockServer, refused, said } from '../helpers/bedrock-server.ts';
import { type AskedOfBoth, atHome, bothHomes, dropInto, type Ended, expectPublished, inTheCloud } from '../helpers/both-homes.ts';
import { calibratedOver } from '../helpers/calibrated-release.ts';
import { bucketOf } from '../helpers/cloud.ts';
import { largeRelease } from '../helpers/large-release.ts';

const MODEL = 'amazon.nova-lite-v1:0';
/** Few calls: who may ask, and how often, are held here; what is learned is held at home. */
const small = { transactions: 24, words: 9, groups: 4 };
const { release, original } = calibratedOver('language model', small);
const server = new BedrockServer('strong', original);
const DAY = 86_400_000;
const A_DAY = 300;

/** All limits are out of the way at home; in the cloud a day has fewer calls than an audit needs. */
const homes = bothHomes(
  async () => {
    process.env['UNVEIL_MODEL_PER_SECOND'] = '10000';
    await server.start();
  },
  { languageModel: { model: MODEL, callsPerSecond: 1_000, callsPerDay: A_DAY }, teams: ['cardio', 'onco'] },
);
afterAll(async () => {
  delete process.env['UNVEIL_MODEL_PER_SECOND'];
  await server.stop();
});

const lines = (transactions: readonly (readonly Entry[])[]): string =>
  transactions.map((items, at) => encoderOf('jsonl').line({ id: String(at + 1), items: [...items] as string[] })).join('');
const asking = { languageModel: { name: MODEL, endpoint: 'bedrock', repeats: 1 }, egress: { allow: ['language-model'] } };
const asked: AskedOfBoth = {
  name: 'asked',
  release: ['release.jsonl', lines(release)],
  original: ['original.jsonl', lines(original)],
  request: { attacks: ['calibrated', 'calibrated-precise'], ...asking },
};

let days = 0;
let turns = 0;
/** Each turn after one that ended early is the next day's. */
const dayAfterDay: Intercept = async (handler, _, call) => {
  if (handler !== 'learn-release') return call();
  const now = Date.now;
  const today = days * DAY;
  Date.now = () => now() + today;
  try {
    turns += 1;
    const answer = await call();
    if ((answer as { learned: boolean }).learned === false) days += 1;
    return answer;
  } finally {
    Date.now = now;
  }
};

const audit = (folder: string, other: Partial<AskedOfBoth> = {}): Promise<Ended> => {
  homes.cloud.set({ intercept: dayAfterDay });
  return inTheCloud(homes.cloud, folder, { ...asked, ...other });
};
const rejection = async (folder: string): Promise<string> => {
  const bytes = Buffer.concat(await Array.fromAsync(bucketOf(homes.cloud, 'INBOX').read(`inbox/${folder}/rejected.json`)));
  return (JSON.parse(bytes.toString()) as { message: string }).message;
};
const report = async (id: string): Promise<string> => {
  const results = bucketOf(homes.cloud, 'RESULTS');
  const keys = (await Array.fromAsync(results.list('results/'))).map(({ key }) => key);
  const key = keys.find((each) => each.includes(id) && each.endsWith('report.html')) as string;
  return Buffer.concat(await Array.fromAsync(results.read(key))).toString();
};
const saidOf = async (id: string): Promise<string> => /the language model [^<]*? was asked[^<]*/.exec(await report(id))?.[0] ?? '';

let callsAtHome = 0;

test('asked in turns, as many calls a day as the stack allows, the cloud gives the bytes of home', async () => {
  const home = await atHome(homes.folder, asked);
  callsAtHome = server.calls;
  expect(callsAtHome).toBeGreaterThan(A_DAY);
  const first = await audit('cardio/asked');
  await expectPublished(homes.cloud, first, home);
  expect(server.calls).toBe(2 * callsAtHome);
  expect(turns).toBe(Math.ceil(callsAtHome / A_DAY));
  expect([...server.paths]).toEqual([`POST /model/${encodeURIComponent(MODEL)}/converse`]);
  expect(await saidOf(first.id)).toContain(`in ${callsAtHome} calls of this run`);
}, 300_000);

test('what was answered is kept, and names no item: the same team asks nothing again', async () => {
  const before = server.calls;
  const again = await audit('cardio/again', { name: 'again' });
  expect(server.calls).toBe(before);
  expect(await saidOf(again.id)).toContain(`in 0 calls of this run (0 tokens in and 0 out); ${callsAtHome} answers were kept`);
  const [answers] = [...homes.cloud.deployed.tables].filter(([id]) => id.startsWith('Answers'));
  const { Items = [] } = await homes.cloud.dynamo.client.send(new ScanCommand({ TableName: answers?.[1].name }));
  expect(Items.length).toBeGreaterThan(100);
  expect(JSON.stringify(Items)).not.toMatch(/topic|secret/);
}, 300_000);

test('another team asks everything; a model that refuses, is malformed or hostile is missing evidence, and the results say so', async () => {
  const before = server.calls;
  const faulty = [refused(400, 'ValidationException'), said('I cannot help with that.'), said(null)];
  server.faults.push(...faulty, (response) => response.stream.close(8), refused(500, 'InternalServerException'));
  const { id, outcome } = await audit('onco/faulty', { name: 'faulty' });
  expect(outcome).toHaveProperty('output');
  expect(server.calls).toBeGreaterThanOrEqual(before + callsAtHome);
  const text = await saidOf(id);
  expect(text).toContain('1 answers were no list of options');
  expect(text).toContain('1 times no answer could be had: the call failed (ValidationException)');
  expect(text).not.toMatch(/quotes|secret/);
}, 300_000);

test('a model that answers nothing is given up: the audit goes on without it', async () => {
  const other = calibratedOver('silence', small);
  const before = server.calls;
  server.faults.push(...Array.from({ length: 200 }, () => refused(403, 'AccessDeniedException')));
  const { id, outcome } = await audit('cardio/silent', {
    name: 'silent',
    release: ['release.jsonl', lines(other.release)],
    original: ['original.jsonl', lines(other.original)],
  });
  server.faults.length = 0;
  expect(outcome).toHaveProperty('output');
  expect(server.calls - before).toBeLessThan(20);
  expect(await saidOf(id)).toContain('given up');
}, 300_000);

test.each<[string, object, RegExp]>([
  ['unasked', { ...asking, egress: undefined }, /"egress": \{"allow": \["language-model"\]\}/],
  [
    'another',
    { ...asking, languageModel: { ...asking.languageModel, name: 'other.model-v1:0' } },
    /does not ask the language model "other\.model-v1:0"/,
  ],
  ['elsewhere', { ...asking, languageModel: { ...asking.languageModel, endpoint: 'https://models.example.org/v1' } }, /Amazon Bedrock/],
  ['passages', { ...asking, passages: 'release.jsonl' }, /passages/],
])('what neither request nor stack allows is rejected, and nothing is sent: %s', async (name, request, reason) => {
  const before = [server.calls, homes.cloud.executions.size];
  await homes.cloud.deliver(await dropInto(homes.cloud, `cardio/${name}`, { ...asked, name, request }));
  await homes.cloud.settle();
  expect(await rejection(`cardio/${name}`)).toMatch(reason);
  expect([server.calls, homes.cloud.executions.size]).toEqual(before);
});

test('a release that is learned from in part is rejected once it is planned: the model would be asked in every child', async () => {
  const before = server.calls;
  const large = { name: 'large', release: ['release.txt', largeRelease()] as const, request: { attacks: ['calibrated'], ...asking } };
  const { outcome } = await inTheCloud(homes.cloud, 'cardio/large', large);
  expect(outcome).toMatchObject({ output: { recorded: { status: 'rejected' } } });
  expect(await rejection('cardio/large')).toContain('run unveil audit');
  expect(server.calls).toBe(before);
}, 300_000);
