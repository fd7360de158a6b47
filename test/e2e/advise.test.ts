// "unveil advise" from made transactions to the folder that it writes, and what it refuses.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../cli/main.ts';
import type { Advice, AdvicePoint, Change } from '../../shared/contracts/advice.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-advise-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (...path: readonly string[]): string => join(folder, ...path);

async function run(...argv: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const terminal = { out: { write: (text: string) => (said.out += text) }, err: { write: (text: string) => (said.err += text) } };
  return { code: await main(argv, terminal), ...said };
}

const linesOf = (file: string): unknown[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

beforeAll(async () => {
  const data = ['--transactions', '200', '--vocabulary', '60', '--density', '0.1', '--topics', '8', '--documents', '400'];
  await run('generate', '--out', at('t.jsonl'), '--corpus', at('docs.jsonl'), ...data);
  const coat = ['--method', 'coat', '--k', '28', '--privacy', 'random:0.6', '--out', at('coat')];
  expect((await run('anonymise', at('t.jsonl'), ...coat)).code).toBe(0);
}, 300_000);

test('writes a release that is no less anonymous, what it changed, and the audit of it', async () => {
  const options = [
    '--release',
    at('coat'),
    '--corpus',
    at('docs.jsonl'),
    '--rounds',
    '1',
    '--attacks',
    '1',
    '--out',
    at('new', 'safer'),
    '--json',
  ];
  const { code, out, err } = await run('advise', at('t.jsonl'), ...options);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const advice = JSON.parse(out) as Advice & { readonly out: string };
  expect(readdirSync(at('new')).sort()).toEqual(['safer']);
  const { out: _, ...written } = advice;
  expect(JSON.parse(readFileSync(at('new', 'safer', 'advice.json'), 'utf8'))).toEqual(written);
  expect(advice.points[0]).toMatchObject({ name: 'as given', move: 'as given', base: null });
  const chosen = advice.points.find(({ name }) => name === advice.chosen);
  const lossesOf = (point: AdvicePoint | undefined): number[] => (point?.losses ?? []).map(({ value }) => value ?? Number.NaN);
  for (const [at, loss] of lossesOf(chosen).entries()) expect(loss).toBeLessThanOrEqual(1.02 * lossesOf(advice.points[0])[at] + 1e-12);
  expect(advice.last.chosen.people.value).toBeLessThanOrEqual(advice.last.given.people.value ?? 0);
  const checked = await run('check', at('new', 'safer', 'release.jsonl'), '--k', '28', '--constraints', at('new', 'safer', 'privacy.txt'));
  expect({ code: checked.code, err: checked.err }).toEqual({ code: 0, err: '' });
  const idsOf = (file: string): unknown[] => linesOf(file).map((line) => (line as { id?: string }).id);
  expect(idsOf(at('new', 'safer', 'release.jsonl'))).toEqual(idsOf(at('coat', 'release.jsonl')));
  const changes = advice.chosen === 'as given' ? [] : (linesOf(at('new', 'safer', 'changes.jsonl')) as Change[]);
  for (const change of changes) expect(change.why).not.toBe('');
  expect(readFileSync(at('new', 'safer', 'advice.html'), 'utf8')).toMatch(/as given: People named at 90.% /);
  expect(existsSync(at('new', 'safer', 'audit', '_SUCCESS.json'))).toBe(true);
}, 600_000);

test('anonymise --against makes such a release from the start, to the same claim', async () => {
  const coat = [
    '--method',
    'coat',
    '--k',
    '28',
    '--privacy',
    'random:0.6',
    '--against',
    at('docs.jsonl'),
    '--out',
    at('against'),
    '--json',
  ];
  const { code, out, err } = await run('anonymise', at('t.jsonl'), ...coat);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const advice = JSON.parse(readFileSync(at('against', 'advice.json'), 'utf8')) as Advice;
  expect(JSON.parse(out).notes).toContain(advice.verdict);
  expect(advice.last.chosen.people.value).toBeLessThanOrEqual(advice.last.given.people.value ?? 0);
  const written = JSON.parse(readFileSync(at('against', 'audit.json'), 'utf8'));
  expect(written).toMatchObject({ sources: [at('docs.jsonl')], claim: { k: 28 } });
  const checked = await run('check', at('against', 'release.jsonl'), '--k', '28', '--constraints', at('against', 'privacy.txt'));
  expect({ code: checked.code, err: checked.err }).toEqual({ code: 0, err: '' });
  const kept = await run('anonymise', at('t.jsonl'), ...coat.slice(0, -3), '--order', 'keep', '--out', at('x'));
  expect({ code: kept.code, said: /shuffled order/.test(kept.err) }).toEqual({ code: 2, said: true });
}, 600_000);

test('from a release alone it only suggests, and says so', async () => {
  const { code, out } = await run('advise', '--release', at('coat', 'release.jsonl'), '--corpus', at('docs.jsonl'), '--json');
  expect(code).toBe(0);
  const { suggestions, note } = JSON.parse(out);
  expect(note).toMatch(/^From a release alone nothing can be tried/);
  for (const { members, named, transactions } of suggestions) {
    expect(members.length).toBeGreaterThan(1);
    expect(named).toBeLessThanOrEqual(transactions);
  }
}, 300_000);

test.each([
  [/name the release/, ['t.jsonl']],
  [/--target wants people=S@certainty=C/, ['t.jsonl', '--release', 'coat', '--target', 'people=0.05@certainty=0.7', '--out', 'x']],
  [/this exists already/, ['t.jsonl', '--release', 'coat', '--out', 'coat']],
  [/--max-loss is a number of at least 1/, ['t.jsonl', '--release', 'coat', '--max-loss', '0.5', '--out', 'x']],
  [/breaks what it has to keep/, ['t.jsonl', '--release', 'coat', '--k', '250', '--out', 'x']],
  [/there is no audit.json in this folder/, ['t.jsonl', '--release', '.', '--out', 'x']],
])('refuses, with nothing half-written: %s', async (message, words) => {
  const paths = words.map((word) => (['t.jsonl', 'coat', 'x', '.'].includes(word) ? at(word) : word));
  const before = readdirSync(folder).sort();
  const { code, err } = await run('advise', ...paths);
  expect({ code, said: message.test(err) ? '' : err }).toEqual({ code: 2, said: '' });
  expect(readdirSync(folder).sort()).toEqual(before);
});
