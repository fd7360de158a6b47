// First mistakes of a new user: the answer says what to do.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Advice } from '../../shared/contracts/advice.ts';
import { finePercent } from '../../shared/core/verdict/figure-text.ts';
import { adviceVerdict, withAudited } from '../../shared/kit/advise/advice-text.ts';
import { said } from '../helpers/said.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-mistakes-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a folder that was made is audited by the request in it', async () => {
  const made = join(folder, 'made');
  mkdirSync(made);
  expect((await said('audit', made)).err).toMatch(/this is a directory; name a file in it$/m);
  writeFileSync(join(made, 'audit.json'), '{}');
  expect(await said('audit', made)).toMatchObject({ status: 2, err: expect.stringContaining(`such as ${join(made, 'audit.json')}`) });
});

test('a list of edges that is audited as transactions is told what it may be, and no table of nothing is printed', async () => {
  const edges = join(folder, 'edges.csv');
  writeFileSync(edges, 'source,target\nann,bob\nann,cat\nbob,dan\n');
  const { status, out } = await said('audit', edges, '--out', join(folder, 'out'));
  expect(status).toBe(0);
  expect(out).toContain('A list of edges is a graph where --kind graph says so');
  expect(out).toContain('mda, random, blind: not computable, the release has no generalised item');
  expect(out).not.toMatch(/n\/c|no original was given/);
});

test('a CSV of people is told by its columns, and the message says so', async () => {
  const people = join(folder, 'people.csv');
  writeFileSync(people, 'name,zip,age,disease\nAnn Lee,01067,30,flu\nBob Ray,01069,31,flu\nCat Fox,01097,33,gout\n');
  expect((await said('import', people, '--out', join(folder, 'x.jsonl'))).err).toContain(
    '--quasi zip,age --sensitive disease --out people-people.csv',
  );
});

test('what a disassociated release still gives away is said in words, and how to leave none', async () => {
  const original = 'examples/clinic/original.txt';
  const method = ['--method', 'disassociate', '--k', '2', '--m', '2'];
  const made = await said('anonymise', original, ...method, '--out', join(folder, 'made'));
  expect(made.out).toMatch(/^note: \d+ cover problems? (?:is|are) left .*--safe leaves none$/m);
  const safe = await said('anonymise', original, ...method, '--safe', '--out', join(folder, 'safe'));
  expect(safe.out).not.toContain('cover problem');
});

test.each([
  [['--methd', 'mondrian'], 'there is no option "--methd"; did you mean "--method"?'],
  [['--method', 'mondrain'], 'there is no method "mondrain"; did you mean "mondrian"?; --method is one of: coat'],
  [['--method', 'magic'], 'there is no method "magic"; --method is one of: coat'],
  [['--k', '3'], 'unveil: --method is one of: coat'],
])('anonymise %j', async (options, message) => {
  const { status, err } = await said('anonymise', 'people.csv', ...options);
  expect(status).toBe(2);
  expect(err).toContain(message);
});

test.each([
  [
    ['check', 'people.csv', '--quasi', 'zip', '--sensitive', 'disease'],
    'a table begins with a line that names its columns, which is missing here',
  ],
  [
    ['audit', 'people.csv', '--quasi', '01067', '--attack', 'skewness'],
    'a release of another kind is attacked in every way that it has, without --attack',
  ],
  [
    ['check', 'people.csv', '--kind', 'query-log'],
    '--kind query-log: it is not: wanted {"log":"strings"} on the first line; searches are published first: unveil anonymise --method query-log',
  ],
  [['check', 'people.csv', '--kind', 'nonsense'], '--kind is one of: set-generalised, disassociated, relational'],
  [
    ['anonymise', 'people.csv', '--method', 'cloak-fixed', '--k', '2', '--out', 'made'],
    'this is not JSON; the first line is {"square":[x,y,side],"levels":L}',
  ],
  [
    ['anonymise', 'people.csv', '--method', 'query-log', '--k', '2', '--out', 'made'],
    'the first line names columns: user (or AnonID), query',
  ],
] as const)('%j of a CSV without a header', async (argv, message) => {
  writeFileSync(join(folder, 'people.csv'), '01067,30,flu\n01067,31,flu\n01097,33,gout\n');
  const named = argv.map((word) => (word === 'people.csv' ? join(folder, word) : word));
  const { status, err } = await said(...named);
  expect(status).toBe(2);
  expect(err).toContain(message);
});

test('a loss of many times the whole is a number that people read', () => {
  expect([16.784, 1, 0.153_34, 0.000_012, null].map(finePercent)).toEqual(['1,678 %', '100 %', '15.3 %', '0.00120 %', 'n/c']);
});

test('where the release as given is safe enough, nothing that was tried is spoken of', () => {
  const none = { value: 0, low: null, high: null };
  const attacks = {
    people: none,
    runs: 1,
    attackers: [{ attacker: 'as asked', use: 'asked', people: none }],
  } as unknown as Advice['last']['given'];
  const point = { name: 'as given', base: null, people: none, losses: [], counts: [] } as unknown as Advice['points'][number];
  const advice = {
    certainty: 0.8,
    target: 0.01,
    reached: true,
    mostLoss: null,
    chosen: 'as given',
    last: { given: attacks, chosen: attacks },
  };
  const verdict = (points: number): string =>
    adviceVerdict({ ...advice, points: Array.from({ length: points }, () => point) } as unknown as Advice);
  expect(verdict(1)).toContain('in the release as given. Nothing was tried.');
  expect(verdict(2)).toContain('Nothing that was tried is safer.');
});

test('advice that names nobody with its confidence does not stand alone where the audit of the result finds a leak', () => {
  const advice = { verdict: 'The attack names nobody.', notices: ['one'] } as unknown as Advice;
  expect(withAudited(advice, 'leaks', 'It learns 480 of 480.').verdict).toMatch(
    /^The attack names nobody\. Do not publish it: .* It learns 480 of 480\.$/,
  );
  expect(withAudited(advice, 'cannot tell', 'It cannot tell.')).toEqual({
    verdict: 'The attack names nobody.',
    notices: ['audit of the result: It cannot tell.', 'one'],
  });
  expect(withAudited(advice, 'no leak found', 'Nothing.')).toEqual(advice);
});
