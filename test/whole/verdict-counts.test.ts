// Conclusions of audits of published counts, and the counts that unveil makes.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { said } from '../helpers/said.ts';
import { verdictOfFiles } from '../helpers/verdict-of.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-counts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const GATE = ['--fail-above', 'people=0.1@certainty=0.9'];
const { differencing } = JSON.parse(readFileSync('test/golden/other-releases.json', 'utf8'));
type Row = readonly [age: number, sex: string, zip: number, disease: string];

/** The counts that the thesis asks for, from its own table. */
function women(ages: readonly number[], noise = (_: number) => 0, says = ''): string {
  const rows = (differencing.rows as readonly Row[]).filter(([, sex]) => sex === 'F');
  const line = (age: number, ill: string, at: number): string =>
    `F,>${age},${ill},${rows.filter(([own, , , has]) => own > age && (ill === '*' || has === ill)).length + noise(at)}`;
  const lines = ages.flatMap((age, at) => [line(age, '*', 2 * at), line(age, 'flu', 2 * at + 1)]);
  return `# counts sensitive=disease${says}\nsex,age,disease,count\n${lines.join('\n')}\n`;
}

test('the thesis: two harmless counts of women, and the one of 61 has the flu', async () => {
  const { of, verdict, status } = await verdictOfFiles({ 'women.csv': women([60, 61]) }, 'women.csv', ...GATE);
  expect([status, verdict.level, verdict.way]).toEqual([4, 'leaks', 'learned']);
  expect(of('published').find(({ way }) => way === 'learned')).toMatchObject({ people: 0 });
  for (const attack of ['differencing', 'bounds'])
    expect(of(attack).find(({ way }) => way === 'learned')).toMatchObject({ state: 'proved', people: 1, right: 1, of: 4 });
  expect(of('differencing').find(({ facts }) => facts === 2)).toMatchObject({ way: 'singled out', people: 1 });
});

test('the same counts with the noise of differential privacy: nothing is certain, and the budget is checked', async () => {
  const noise = ' noise=laplace:0.25 epsilon=1';
  const files = { 'women.csv': women([60, 61], (at) => [1.7, -0.4, 0.9, 2.2][at], noise) };
  const { of, claims, verdict } = await verdictOfFiles(files, 'women.csv', ...GATE);
  expect(claims).toEqual([expect.objectContaining({ text: 'epsilon = 1', state: 'held' })]);
  expect(of('bounds').every(({ state }) => state === 'not tried')).toBe(true);
  expect(of('noise').filter(({ confidence, people }) => confidence >= 0.8 && people > 0)).toEqual([]);
  expect(verdict.level).toBe('cannot tell');
  // Four counts of 0.25 for one woman: half as much was claimed.
  const broken = await verdictOfFiles({ 'women.csv': files['women.csv'].replace('epsilon=1', 'epsilon=0.5') }, 'women.csv');
  expect([broken.status, broken.verdict.level]).toEqual([3, 'guarantee broken']);
});

test('the thesis: rounding to twos hides the woman of 61', async () => {
  const rounded = women([60, 61]).replace('disease\n', 'disease rounded=2\n').replace(/,3$/m, ',4').replace(/,1$/m, ',2');
  const { of, claims } = await verdictOfFiles({ 'women.csv': rounded }, 'women.csv');
  expect(of('bounds').find(({ way }) => way === 'learned')).toMatchObject({ people: 0 });
  expect(claims.map(({ state }) => state)).toEqual(['held', 'held']);
});

/** Six towns, each with the same counts by illness. */
const towns = (rows: readonly string[]): string =>
  `# counts sensitive=ill\ntown,ill,count\n${Array.from({ length: 6 }, (_, at) => rows.map((row) => `t${at},${row}\n`).join('')).join('')}`;

test.each([
  ['only all counts together give away', ['*,17', 'flu,*', 'gout,7', 'asthma,9'], { published: 0, differencing: 0, bounds: 6 }],
  ['a difference gives away', ['*,8', 'gout,7', 'flu,*'], { published: 0, differencing: 6, bounds: 6 }],
  ['that is printed', ['*,8', 'gout,7', 'flu,1'], { published: 6, differencing: 6, bounds: 6 }],
  ['that nothing gives away', ['*,20', 'flu,8', 'gout,12'], { published: 0, differencing: 0, bounds: 0 }],
])('a person alone, %s', async (_, rows, wanted) => {
  const { of, way } = await verdictOfFiles({ 'counts.csv': towns(rows) }, 'counts.csv');
  for (const [attack, people] of Object.entries(wanted)) expect(of(attack).find(({ facts }) => facts === 2)).toMatchObject({ people });
  expect(way('singled out').level).toBe(wanted.bounds > 0 ? 'leaks' : 'no leak found');
});

const MAKE = ['anonymise', 'examples/patients/patients.csv', '--by', 'sex,marital,condition', '--learn', 'condition'];

test.each([
  ['counts-suppressed', ['--k', '5'], ['k = 5', 'counts below 5 are hidden', 'the counts are of one table']],
  [
    'counts-rounded',
    ['--base', '10'],
    ['rounded to multiples of 10', 'the counts are of one table', 'every count is as far from the true one as is said, at most'],
  ],
  ['counts-noise', ['--epsilon', '2'], ['epsilon = 2']],
])('%s: made, checked and audited', async (method, options, wanted) => {
  const out = join(folder, method);
  expect(await said(...MAKE, '--method', method, ...options, '--out', out)).toMatchObject({ status: 0 });
  expect(
    await said(
      'check',
      join(out, 'release.csv'),
      ...(method === 'counts-suppressed' ? options : []),
      '--original',
      join(out, 'original.csv'),
    ),
  ).toMatchObject({ status: 0 });
  const audited = await said('audit', join(out, 'audit.json'), '--json', '--out', join(out, 'results'));
  const { claims } = JSON.parse(audited.out);
  expect(claims.map(({ text }: { text: string }) => text)).toEqual(wanted);
  expect(claims.every(({ state }: { state: string }) => state === 'held')).toBe(true);
});

test.each([
  ['# counts rounded=x\nsex,count\nF,1\n', /counts\.csv:1: .*rounded is a whole number/],
  ['# counts sensitive=age\nsex,count\nF,1\n', /no column "age"/],
  ['# counts\nsex,size\nF,1\n', /the last column is the count/],
  ['# counts\nsex,count\nF,few\n', /counts\.csv:3: a count is a number/],
  ['# counts\nsex,count\nF,1\nF,2\n', /counts\.csv:4: these conditions are on line 3 too/],
])('a file that is no table of counts is refused with its place', async (text, message) => {
  const { status, err } = await said('check', await written('counts.csv', text), '--k', '3');
  expect([status, err]).toEqual([2, expect.stringMatching(message)]);
});

test('counts that no table of people has: nothing is computable, and a stated rounding is a broken guarantee', async () => {
  const text = 'sex,count\nF,9\nM,2\n*,5\n';
  const plain = await verdictOfFiles({ 'counts.csv': `# counts\n${text}` }, 'counts.csv');
  expect(plain.verdict.level).toBe('cannot tell');
  const rounded = await verdictOfFiles({ 'counts.csv': `# counts rounded=2\n${text}`.replace('9', '10').replace('5', '4') }, 'counts.csv');
  expect(rounded.status).toBe(3);
});

async function written(name: string, text: string): Promise<string> {
  const { writeFileSync } = await import('node:fs');
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}
