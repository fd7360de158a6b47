// An audit that asks a language model, in the place of which a server on loopback answers whose skill is set.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditRequest, portableRequest } from '../../shared/contracts/audit-request.ts';
import { encoderOf } from '../../shared/core/format/encoder.ts';
import { calibratedOver } from '../helpers/calibrated-release.ts';
import { ownHome } from '../helpers/own-home.ts';
import { said } from '../helpers/said.ts';
import { ChatModelServer, type Skill } from '../oracle/twins/chat-model-server.ts';

const home = ownHome();
const { release, original } = calibratedOver('language model');
const servers: ChatModelServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.stop();
});

const RELEASE = join(home, 'release.jsonl');
const ORIGINAL = join(home, 'original.jsonl');
const write = (file: string, transactions: readonly (readonly unknown[])[]): void =>
  writeFileSync(file, transactions.map((items, at) => encoderOf('jsonl').line({ id: String(at + 1), items: items as string[] })).join(''));

beforeAll(() => {
  write(RELEASE, release);
  write(ORIGINAL, original);
});

async function modelOf(skill: Skill, logprobs = false): Promise<{ server: ChatModelServer; at: string }> {
  const server = new ChatModelServer({ skill, originals: original, logprobs });
  servers.push(server);
  return { server, at: `${skill}@${await server.start()}` };
}

let audits = 0;
async function audited(model: readonly string[], ...more: string[]) {
  audits += 1;
  const out = join(home, `out-${audits}`);
  const given = ['audit', RELEASE, '--original', ORIGINAL, '--attack', 'calibrated,calibrated-precise', '--seed', 'x'];
  const { status, out: text, err } = await said(...given, ...model, ...more, '--json', '--out', out);
  expect({ status, err: status === 0 ? '' : err }).toEqual({ status: 0, err: '' });
  const summary = JSON.parse(text) as { attacks: { attack: string; f1: number | null }[] };
  return { calibrated: summary.attacks.find(({ attack }) => attack === 'calibrated') };
}

const f1Of = ({ calibrated }: Awaited<ReturnType<typeof audited>>): number => calibrated?.f1 ?? Number.NaN;

const found: Record<string, Awaited<ReturnType<typeof audited>>> = {};
let strong: Awaited<ReturnType<typeof modelOf>>;
const asking = (at: string): readonly string[] => ['--language-model', at, '--model-repeats', '1'];

test('strength rises with the skill of the model, and one that answers at random or with malice does no harm', async () => {
  const without = f1Of(await audited([]));
  strong = await modelOf('strong', true);
  for (const skill of ['none', 'weak', 'adversarial'] as const) found[skill] = await audited(asking((await modelOf(skill)).at));
  found['strong'] = await audited(asking(strong.at));
  const by = (skill: Skill): number => f1Of(found[skill] as Awaited<ReturnType<typeof audited>>);
  expect(by('strong')).toBeGreaterThan(by('weak') + 0.05);
  expect(by('weak')).toBeGreaterThan(by('none') + 0.02);
  for (const skill of ['none', 'adversarial'] as const) expect(by(skill)).toBeGreaterThan(without - 0.06);
});

test('the second run asks nothing and says the same; what is kept holds no item text', async () => {
  const { calls } = strong.server;
  expect(calls).toBeGreaterThan(100);
  const second = await audited(asking(strong.at));
  expect(strong.server.calls).toBe(calls);
  expect(second.calibrated).toEqual(found['strong']?.calibrated);
  const kept = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((file) => file.includes('answers.db'));
  expect(kept.length).toBeGreaterThan(0);
  for (const file of kept) expect(readFileSync(join(home, file)).includes('secret')).toBe(false);
});

test('passages of documents of one’s own go into the prompt, if asked', async () => {
  const documents = join(home, 'documents.jsonl');
  writeFileSync(documents, original.map((items) => `${JSON.stringify({ text: `Seen together: ${items.join(', ')}.` })}\n`).join(''));
  expect(strong.server.bodies.some(({ user }) => user.includes('Passages'))).toBe(false);
  const read = await audited(asking((await modelOf('none')).at), '--passages', documents);
  expect(f1Of(read)).toBeGreaterThan(f1Of(found['none'] as Awaited<ReturnType<typeof audited>>) + 0.05);
});

test('a dry run says how many calls there would be and what they cost, and makes none', async () => {
  const { server, at } = await modelOf('weak');
  process.env['UNVEIL_MODEL_PRICE'] = '0.15/0.60';
  const { status, out } = await said('audit', RELEASE, '--language-model', at, '--dry-run', '--out', join(home, 'dry'));
  delete process.env['UNVEIL_MODEL_PRICE'];
  expect(status).toBe(0);
  expect(out).toMatch(/about \d{3,} calls with \d+ tokens in and \d+ out, \d+\.\d\d USD/);
  expect(server.calls).toBe(0);
  expect(existsSync(join(home, 'dry', '_SUCCESS.json'))).toBe(false);
});

test.each([
  [{ languageModel: { name: 'm', endpoint: 'https://models.example.org/v1' } }, /egress.*language-model/s],
  [{ languageModel: { name: 'm', endpoint: 'http://models.example.org/v1' }, egress: { allow: ['language-model'] } }, /https/],
  [{ languageModel: { name: 'm', endpoint: 'http://key@127.0.0.1/v1' } }, /UNVEIL_KEY_MODEL/],
  [{ languageModel: { name: 'm', endpoint: 'file:///etc/passwd' } }, /endpoint/],
  [{ languageModel: { name: 'm.n-v1:0', endpoint: 'bedrock' } }, /egress.*language-model/s],
  [{ passages: 'texts.jsonl' }, /language model/],
])('what a request may not ask is refused: %j', async (asked, reason) => {
  const file = join(home, 'asked.json');
  writeFileSync(file, JSON.stringify({ release: 'release.jsonl', ...asked }));
  const { status, err } = await said('audit', file, '--out', join(home, 'refused'));
  expect({ status, err }).toEqual({ status: 2, err: expect.stringMatching(reason) });
});

test('the report names the model and not its address', () => {
  const request = auditRequest.parse({ release: 'r.txt', languageModel: { name: 'm', endpoint: 'https://models.example.org/v1' } });
  expect(portableRequest(request)).toMatchObject({ languageModel: { name: 'm', repeats: 2 } });
  expect(JSON.stringify(portableRequest(request))).not.toContain('example.org');
});
