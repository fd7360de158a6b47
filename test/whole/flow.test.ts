import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../../shared/core/random/random.ts';
import { ownHome } from '../helpers/own-home.ts';
import { said } from '../helpers/said.ts';

ownHome();
const folder = mkdtempSync(join(tmpdir(), 'flow-'));
const before = process.cwd();
beforeAll(() => process.chdir(folder));
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

const TERMS = [
  'asthma',
  'gout',
  'flu',
  'arthritis',
  'migraine',
  'eczema',
  'anemia',
  'angina',
  'bronchitis',
  'dermatitis',
  'hepatitis',
  'malaria',
];

function visits(persons: number): string {
  const random = seeded('flow');
  const lines = ['Fallnr;Alter;Diagnose'];
  for (let person = 0; person < persons; person += 1)
    for (const term of new Set(Array.from({ length: 1 + random.below(3) }, () => TERMS[Math.min(random.below(12), random.below(12))])))
      lines.push(`${9000 + person};${20 + random.below(60)};${term}`);
  return `${lines.join('\n')}\n`;
}

function patients(persons: number): string {
  const random = seeded('patients');
  const rows = Array.from(
    { length: persons },
    (_, at) => `P${at} Q,${20 + random.below(60)},${'mf'[random.below(2)]},${TERMS[random.below(4)]}`,
  );
  return `Name,Age,Sex,Disease\n${rows.join('\n')}\n`;
}

test('a file becomes a decision: every step says what it did, case numbers are replaced, names are left out', async () => {
  writeFileSync('visits.csv', visits(200));
  const asked = await said('visits.csv');
  expect(asked).toMatchObject({ status: 0, out: expect.stringContaining('To go on with this reading: unveil visits.csv --yes') });
  expect(existsSync('unveil-work')).toBe(false);
  const { status, out } = await said('visits.csv', '--yes');
  expect([0, 4]).toContain(status);
  for (const step of ['1. Read', '2. Exposed as it is', '3. Anonymised', '4. Audited', 'Decision']) expect(out).toContain(step);
  expect(out).toMatch(/Whoever knows two items finds \d+ of 200 persons/);
  expect(readFileSync('unveil-work/visits/transactions.jsonl', 'utf8')).not.toMatch(/"9\d\d\d"/);
  expect(existsSync(/Report: (.*)/.exec(out)?.[1] ?? '')).toBe(true);
});

test('a step that was done is not done again; one whose input changed is', async () => {
  const file = 'unveil-work/visits/release/release.jsonl';
  const made = statSync(file).mtimeMs;
  utimesSync('visits.csv', 1, 1);
  const { out } = await said('visits.csv', '--yes');
  expect(out.match(/\(done before\)/g)?.length).toBeGreaterThanOrEqual(4);
  expect(statSync(file).mtimeMs).toBe(made);
  rmSync('unveil-work/visits/audit', { recursive: true });
  const resumed = await said('visits.csv', '--yes');
  expect(resumed.out).toContain('3. Anonymised: what is published together appears 5 times or more (done before)');
  expect(resumed.out).toContain('4. Audited\n');
  writeFileSync('visits.csv', visits(150));
  expect((await said('visits.csv', '--yes')).out).toContain('of 150 persons');
});

test('a table of people: quasi-identifiers and what is to stay hidden, without the names', async () => {
  writeFileSync('patients.csv', patients(120));
  const { status, out } = await said('patients.csv', '--yes');
  expect([0, 4]).toContain(status);
  // The last audit decides: what it cannot tell is not published.
  const gates = Object.values(
    JSON.parse(readFileSync('unveil-work/patients/steps.json', 'utf8')) as Record<string, { code: number; gate?: string }>,
  );
  const last = gates.filter(({ gate }) => gate !== undefined).at(-1);
  expect(status).toBe(last?.code);
  expect(out).toContain(
    status === 0
      ? 'It keeps the limit'
      : `Do not publish it as it is. Nothing proves that the limit of 5 % of the people is kept: ${last?.gate}`,
  );
  expect(out).toMatch(/Whoever knows Age, Sex finds \d+ of 120 persons/);
  expect(readFileSync('unveil-work/patients/people.csv', 'utf8')).not.toContain('P1 Q');
});

test('a release is attacked at once; two files of one name keep steps of their own', async () => {
  writeFileSync('release.txt', 'knee, (arthritis, asthma)\nhand, (arthritis, asthma)\n');
  const { out } = await said('release.txt');
  expect(out).toContain('It is a release already: audited');
  expect(out).not.toContain('Anonymised');
});

test('a file that cannot be read in any way is refused with the columns shown', async () => {
  writeFileSync('notes.csv', 'when,how long\n2024-01-01,3\n2024-01-02,4\n');
  const { status, err, out } = await said('notes.csv', '--yes');
  expect(status).toBe(2);
  expect(out).toContain('how long');
  expect(err).toContain('no reading of this table passed its checks');
  expect(existsSync('unveil-work/notes')).toBe(false);
});

const GROUPS = ['North', 'South', 'Total'].flatMap((region) => ['F', 'M', 'Total'].map((sex) => [region, sex] as const));
const countsIn = (title: string): string =>
  [title, ...GROUPS.map(([region, sex], at) => `${region},${sex},${[3, 4, 7, 5, 6, 11, 8, 10, 18][at]}`)].join('\n');

test.each(['region,sex,count', 'Region,Geschlecht,Anzahl'])(
  'published counts (%s) are no people: the command that is suggested counts each person once',
  async (title) => {
    writeFileSync('counts.csv', `${countsIn(title)}\n`);
    const { status, err } = await said('counts.csv', '--yes');
    expect(status).toBe(2);
    expect(err).toContain('these are published counts, not a table of people');
    const [, command = ''] = /unveil (audit .*)$/m.exec(err) ?? [];
    const audited = await said(...command.split(' '), '--out', `audited-${title.length}`);
    expect(audited).toMatchObject({ status: 0, out: expect.stringMatching(/^18 people/) });
  },
);

test('a column of numbers that repeats among the same people is no published count', async () => {
  const random = seeded('n');
  const rows = Array.from({ length: 60 }, () => `${20 + random.below(3)},${'mf'[random.below(2)]},${random.below(4)}`);
  writeFileSync('children.csv', `age,sex,n\n${rows.join('\n')}\n`);
  expect((await said('children.csv')).out).toContain('as a table of people');
});

test('a release of another kind is audited at once, and not read as transactions', async () => {
  writeFileSync('told.csv', `# counts sensitive=sex\n${countsIn('region,sex,count')}\n`);
  const { out, err } = await said('told.csv');
  expect(err).toBe('');
  expect(out).toContain('It is a release already: audited');
  expect(out).toMatch(/Report: unveil-work\/told\/audit\/report.html/);
});

test('a table in which nothing is to stay hidden gets a decision too: on who is singled out', async () => {
  const rows = Array.from({ length: 80 }, (_, at) => `${20 + (at % 40)},${'mf'[at % 2]},${10115 + (at % 4)}`);
  writeFileSync('register.csv', `age,sex,postcode\n${rows.join('\n')}\n`);
  const { status, out, err } = await said('register.csv', '--yes');
  expect(err).toBe('');
  expect(status).toBe(0);
  expect(out).toContain('It keeps the limit: at most 5 % of the people are singled out');
});

test('a decision against a release says what to do next, and no target is called reached without proof', async () => {
  const random = seeded('unknown');
  const rows = Array.from({ length: 60 }, (_, at) =>
    Array.from({ length: 3 }, () => `${100 + at},Wortgut${'abcdefgh'[Math.min(random.below(8), random.below(8))]}`),
  ).flat();
  writeFileSync('codes.csv', `Fallnr,Diagnose\n${rows.join('\n')}\n`);
  const { status, out } = await said('codes.csv', '--yes');
  expect(status).toBe(4);
  expect(out).toMatch(/Do not publish it as it is.*\n {3}Next: \S/);
  expect(out).not.toContain('is reached');
});
