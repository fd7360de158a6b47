// A language model that is late, malformed or hostile is missing evidence; its answers are kept; its pace and quota are respected.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteAnswerStore } from '../../shared/adapters/local/sqlite-answer-store.ts';
import { SqliteHostPacer } from '../../shared/adapters/local/sqlite-host-pacer.ts';
import { chatCompletions } from '../../shared/adapters/providers/chat-completions.ts';
import type { FitQuestion } from '../../shared/core/language/fit-prompt.ts';
import { LanguageModel } from '../../shared/pipeline/fetch/language-model.ts';
import { ChatModelServer } from '../oracle/twins/chat-model-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-model-'));
const ORIGINALS = Array.from({ length: 30 }, (_, at) => [`sign ${at}`, `finding ${at}`, `secret ${at}`]);
const server = new ChatModelServer({ skill: 'strong', originals: ORIGINALS });
let endpoint = '';
let stores = 0;

beforeAll(async () => {
  endpoint = await server.start();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  server.calls = 0;
  server.faults.length = 0;
});

const questions = (from: number, to: number): FitQuestion[] =>
  Array.from({ length: to - from }, (_, at) => ({
    options: [`secret ${from + at}`, `secret ${(from + at + 7) % 30}`, `secret ${(from + at + 11) % 30}`],
    context: [`sign ${from + at}`, `finding ${from + at}`],
  }));

const fileOf = (name: string): string => join(folder, `${name}.db`);

function opened(named?: string, more: { repeats?: number; perDay?: number; timeout?: number; dryRun?: boolean } = {}) {
  const { repeats = 1, perDay = null, timeout = 2_000, dryRun = false } = more;
  stores += 1;
  const name = named ?? `own-${stores}`;
  const store = new SqliteAnswerStore(fileOf(name), ['home', 'tested', 'fit/1']);
  const pacer = new SqliteHostPacer(join(folder, `pace-${name}.db`));
  const plan = { team: 'home', repeats, limits: { perSecond: 10_000, concurrent: 4, perDay }, passages: null, dryRun };
  return new LanguageModel(plan, {
    chat: chatCompletions({ endpoint, name: 'tested', key: 'hidden-key', timeout }),
    store,
    pacer,
    secret: new Uint8Array(32).fill(7),
    owner: `${process.pid}.test`,
    now: Date.now,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, 20))),
    stop: new AbortController().signal,
    patience: 60_000,
    stopped: (left, resumeAt) => new Error(`stopped with ${left} left${resumeAt === null ? '' : ', to resume'}`),
    progress: () => {},
  });
}

const sends =
  (status: number, body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers);
    response.end(body);
  };
const says = (content: unknown) => sends(200, JSON.stringify({ choices: [{ message: { content } }] }));

test('each answer is kept: asked again, in any order, nothing is called, and the file holds no item', async () => {
  const first = opened('kept', { repeats: 2 });
  const answers = await first.fits(questions(0, 10));
  expect(answers.every((each) => each?.length === 3)).toBe(true);
  expect([first.tally.calls, server.calls]).toEqual([20, 20]);
  const again = opened('kept', { repeats: 2 });
  const turned = questions(0, 10).map(({ options, context }) => ({ options: options.toReversed(), context: context.toReversed() }));
  const same = await again.fits(turned);
  expect(same.map((each) => [...(each as Float64Array)].toReversed())).toEqual(answers.map((each) => [...(each as Float64Array)]));
  expect([again.tally.calls, again.tally.kept, server.calls]).toEqual([0, 20, 20]);
  expect(readFileSync(fileOf('kept')).includes('secret')).toBe(false);
});

test.each<[string, (response: ServerResponse) => void]>([
  ['no JSON', sends(200, '<html>')],
  ['another type', sends(200, '{}', { 'content-type': 'text/html' })],
  ['no choices', sends(200, '{"choices":"A"}')],
  ['no text', says({ letters: ['A'] })],
  ['a refusal', says('I cannot help with that.')],
  ['letters that are no options', says('X, Y')],
  ['a novel', says('A '.repeat(20_000))],
  ['megabytes', says('A'.repeat(3_000_000))],
  ['a redirect', sends(302, '', { location: 'http://127.0.0.1:1/' })],
  ['an error', sends(500, '{}')],
  ['forbidden', sends(403, '{}')],
  ['a dropped call', (response) => response.destroy()],
  ['no answer in time', () => undefined],
])('an endpoint that sends %s spoils the rows that it was asked about, and nothing else', async (_, fault) => {
  const model = opened(undefined, { timeout: 150 });
  server.faults.push(fault, fault);
  const answers = await model.fits(questions(0, 12));
  const missing = answers.filter((each) => each === null).length;
  expect(missing).toBeLessThanOrEqual(2);
  expect(answers.filter((each) => each !== null).length).toBeGreaterThanOrEqual(10);
  const { unusable, unavailable } = model.tally;
  expect(unusable + [...unavailable.values()].reduce((a, b) => a + b, 0)).toBe(missing);
  expect(model.notice(null).message).not.toMatch(/secret|finding|hidden-key/);
});

test('an endpoint that never answers is given up after a few calls', async () => {
  const model = opened();
  for (let at = 0; at < 200; at += 1) server.faults.push((response) => response.destroy());
  const answers = await model.fits(questions(0, 30));
  expect(answers.every((each) => each === null)).toBe(true);
  expect(server.calls).toBeLessThan(20);
  expect(model.tally.unavailable.get('given up')).toBeGreaterThan(10);
  expect(await model.fits(questions(5, 20))).toEqual(Array.from({ length: 15 }, () => null));
  expect(server.calls).toBeLessThan(20);
});

test('an endpoint without log-probabilities is asked without them from then on', async () => {
  const model = opened();
  for (let at = 0; at < 2; at += 1) server.faults.push(sends(400, '{"error":{"message":"logprobs is not supported"}}'));
  expect((await model.fits(questions(0, 1)))[0]?.length).toBe(3);
  expect(server.calls).toBe(3);
  await model.fits(questions(1, 5));
  expect(server.calls).toBe(7);
});

test('429 stops all calls for as long as it says, and loses none', async () => {
  const model = opened();
  server.faults.push(sends(429, '', { 'retry-after': '1' }));
  const answers = await model.fits(questions(0, 8));
  expect(answers.every((each) => each !== null)).toBe(true);
});

test('a spent budget of the day ends the run; what was answered is kept', async () => {
  await expect(opened('budget', { perDay: 6 }).fits(questions(0, 10))).rejects.toThrow('stopped with 4 left, to resume');
  expect(server.calls).toBe(6);
  const next = opened('budget');
  expect((await next.fits(questions(0, 10))).every((each) => each !== null)).toBe(true);
  expect(next.tally).toMatchObject({ kept: 6, calls: 4 });
});

test('a dry run counts each call once, and makes none', async () => {
  const model = opened(undefined, { repeats: 2, dryRun: true });
  await model.fits(questions(0, 10));
  await model.fits(questions(5, 15));
  expect([model.tally.calls, server.calls]).toEqual([30, 0]);
  expect(model.tally.tokens.read).toBeGreaterThan(30 * 100);
});

test('rows without a choice, without context or with too many options are not asked about', async () => {
  const model = opened();
  const many = Array.from({ length: 27 }, (_, at) => `option ${at}`);
  const answers = await model.fits([
    { options: ['one'], context: ['x'] },
    { options: ['one', 'two'], context: [] },
    { options: many, context: ['x'] },
  ]);
  expect(answers).toEqual([null, null, null]);
  expect([model.tally.unasked, server.calls]).toEqual([3, 0]);
});
