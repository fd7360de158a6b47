// An attacker with all knowledge together, and inputs that could be misread silently.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../../../shared/core/random/random.ts';
import type { Finding } from '../../../shared/core/verdict/finding.ts';
import { writePeople } from '../../helpers/people-table.ts';
import { said } from '../../helpers/said.ts';

let folder = '';
const at = (name: string): string => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-adversary-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (files: Readonly<Record<string, string | object>>): void => {
  for (const [name, text] of Object.entries(files)) writeFileSync(at(name), typeof text === 'string' ? text : JSON.stringify(text));
};
async function audited(request: object): Promise<{ status: number; findings: readonly Finding[]; headline: string }> {
  write({ 'audit.json': { release: 'release.csv', kind: 'relational', roles: 'roles.json', ...request } });
  const { status, out } = await said('audit', at('audit.json'), '--out', at('out'), '--json');
  return { status, ...JSON.parse(out) };
}
const certain = ({ findings }: { findings: readonly Finding[] }, attack: string, way = 'learned') =>
  findings.find((each) => each.attack === attack && each.confidence === 1 && each.way === way);

test('a record that was suppressed is somebody’s: fewer than k of them break k, and a complete register finds who is left', async () => {
  write({
    'release.csv': 'zip,sex,disease\n1,m,flu\n1,m,gout\n*,*,HIV\n',
    'register.csv': 'name,zip,sex\nAdam,1,m\nBob,1,m\nEve,2,f\n',
    'roles.json': { columns: { zip: { role: 'quasi' }, sex: { role: 'quasi' }, disease: { role: 'sensitive' } }, claim: { k: 2 } },
  });
  const check = await said('check', at('release.csv'), '--roles', at('roles.json'));
  expect(check.status).toBe(3);
  expect(check.out).toContain('claimed: 2-anonymity: FALSE in 1 class with 1 record (33.3 %):\n  (suppressed): 1 record');
  const answer = await audited({ external: 'register.csv' });
  expect(answer.status).toBe(3);
  expect(certain(answer, 'linking', 'linked')).toMatchObject({ people: 1, of: 3, state: 'proved' });
  expect(certain(answer, 'linked-values')).toMatchObject({ people: 1, right: 1 });
});

test('a statement is judged on the person’s own values where a register has them: no heart disease if Japanese leaves Umeko one value', async () => {
  write({
    'release.csv':
      'zip,nationality,disease\n130**,*,Heart Disease\n130**,*,Viral Infection\n130**,*,Heart Disease\n130**,*,Viral Infection\n',
    'register.csv': 'name,zip,nationality\nUmeko,13068,Japanese\nBob,13053,American\n',
    'roles.json': { columns: { zip: { role: 'quasi' }, nationality: { role: 'quasi' }, disease: { role: 'sensitive' } } },
  });
  const statement = { column: 'disease', value: 'Heart Disease', weight: 0 };
  const known = await audited({ external: 'register.csv', statements: [{ ...statement, where: { nationality: 'Japanese' } }] });
  expect(certain(known, 'background-of-persons')).toMatchObject({ people: 1, of: 2, state: 'proved' });
  rmSync(at('out'), { recursive: true });
  const named = await audited({ external: 'register.csv', statements: [{ ...statement, where: { name: 'Umeko' } }] });
  expect(certain(named, 'background-of-persons')).toMatchObject({ people: 1, of: 2 });
  rmSync(at('out'), { recursive: true });
  // Without the register the nationality is unknown: the cell says nothing.
  const without = await audited({ statements: [{ ...statement, where: { nationality: 'Japanese' } }] });
  expect(certain(without, 'background')).toMatchObject({ people: 0 });
});

test('who joined is looked for in her own class: one in each of a hundred is certain', async () => {
  const rows = Array.from({ length: 500 }, (_, row) => `z${Math.floor(row / 5)},d${row % 5}${Math.floor(row / 5) % 7}`);
  write({
    'release.csv': `zip,disease\n${rows.join('\n')}\n`,
    'earlier.csv': `zip,disease\n${rows.filter((_, row) => row % 5 !== 3).join('\n')}\n`,
    'roles.json': { columns: { zip: { role: 'quasi' }, disease: { role: 'sensitive' } } },
  });
  const answer = await audited({ otherRelease: { file: 'earlier.csv', relation: 'earlier' } });
  expect(certain(answer, 'temporal', 'linked')).toMatchObject({ people: 100, of: 100, state: 'proved' });
  expect(certain(answer, 'temporal')).toMatchObject({ people: 100, of: 100, state: 'proved' });
});

/** Two releases whose areas are cut at other places; in each area of the later one, one person joined. `line`: the register's text of a person. */
function joiners(line: (joined: boolean) => string | null) {
  const earlier: string[] = [];
  const later: string[] = [];
  const register: string[] = [];
  for (let area = 0; area < 100; area += 1)
    for (let person = 0; person < 5; person += 1) {
      const zip = 1000 + 10 * area + person;
      const value = `d${person}${area % 7}`;
      later.push(`[${1000 + 10 * area}-${1004 + 10 * area}],*,${value}`);
      if (person !== 3) earlier.push(`[${995 + 10 * area}-${1008 + 10 * area}],*,${value}`);
      const own = line(person === 3);
      if (own !== null) register.push(`p${area}.${person},${zip},${own}`);
    }
  write({
    'release.csv': `zip,sex,disease\n${later.join('\n')}\n`,
    'earlier.csv': `zip,sex,disease\n${earlier.join('\n')}\n`,
    'register.csv': `name,zip,sex\n${register.join('\n')}\n`,
    'roles.json': {
      columns: { zip: { role: 'quasi', type: 'number' }, sex: { role: 'quasi' }, disease: { role: 'sensitive' } },
    },
  });
  return audited({ external: 'register.csv', otherRelease: { file: 'earlier.csv', relation: 'earlier' } });
}

test('with a register, who joined has only the new rows that fit her line there', async () => {
  const everybody = await joiners(() => 'f');
  expect(certain(everybody, 'temporal', 'linked')).toMatchObject({ people: 100, of: 100, state: 'proved' });
  expect(certain(everybody, 'temporal')).toMatchObject({ people: 100, of: 100, state: 'proved' });
  rmSync(at('out'), { recursive: true });
  const onlyThey = await joiners((joined) => (joined ? 'm' : null));
  expect(certain(onlyThey, 'temporal', 'linked')).toMatchObject({ people: 100, of: 100 });
  expect(certain(onlyThey, 'temporal', 'linked')?.knows).toContain('register');
});

/** Pairs of people with one cell; one of each is in the earlier release with the same disease. The even ones joined. */
function pairs(): void {
  const groups = Array.from({ length: 60 }, (_, group) => group);
  write({
    'release.csv': `zip,disease\n${groups.map((group) => `${group},flu\n${group},hiv`).join('\n')}\n`,
    'earlier.csv': `zip,disease\n${groups.map((group) => `${group},flu`).join('\n')}\n`,
    'register.csv': `name,zip\n${groups.map((group) => `a${group},${group}\nb${group},${group}`).join('\n')}\n`,
  });
}

test('a statement on who joined names both of a pair, as an option of the command', async () => {
  pairs();
  const argv = [
    '--quasi',
    'zip',
    '--sensitive',
    'disease',
    '--external',
    at('register.csv'),
    '--other-release',
    `${at('earlier.csv')}=earlier`,
  ];
  const { out } = await said('audit', at('release.csv'), ...argv, '--knows', 'joined if name=a7', '--out', at('out'), '--json');
  expect(certain(JSON.parse(out), 'all-together')).toMatchObject({ people: 2, of: 120, state: 'proved' });
});

test('the order of two releases joins their rows for everybody: without it nobody is certain', async () => {
  const groups = Array.from({ length: 40 }, (_, group) => group);
  const released = (halves: readonly string[]): string =>
    groups
      .flatMap((group) => halves.map((half, row) => `"{${group}${half[0]}, ${group}${half[1]}}",${row % 3 === 0 ? 'flu' : 'hiv'}`))
      .join('\n');
  write({
    'release.csv': `place,disease\n${released(['ab', 'ab', 'cd', 'cd'])}\n`,
    'other.csv': `place,disease\n${released(['ac', 'bd', 'ac', 'bd'])}\n`,
    'register.csv': `name,place\n${groups.flatMap((group) => [...'abcd'].map((place) => `${place} of ${group},${group}${place}`)).join('\n')}\n`,
    'roles.json': { columns: { place: { role: 'quasi' }, disease: { role: 'sensitive' } } },
  });
  const answer = await audited({ external: 'register.csv', otherRelease: { file: 'other.csv', relation: 'same-people' } });
  expect(certain(answer, 'all-together')).toMatchObject({ people: 160, of: 160, state: 'proved' });
});

test('a register without a column of the class leaves two new rows to each who joined', async () => {
  const text = Array.from({ length: 100 }, (_, row) => `${Math.floor(row / 10)},${Math.floor(row / 5) % 2},d${row % 5}${row % 7}`);
  write({
    'release.csv': `zip,sex,disease\n${text.join('\n')}\n`,
    'earlier.csv': `zip,sex,disease\n${text.filter((_, row) => row % 5 !== 3).join('\n')}\n`,
    'register.csv': `name,zip\n${Array.from({ length: 20 }, (_, person) => `p${person},${person >> 1}`).join('\n')}\n`,
    'roles.json': { columns: { zip: { role: 'quasi' }, sex: { role: 'quasi' }, disease: { role: 'sensitive' } } },
  });
  const byZip = await audited({ external: 'register.csv', otherRelease: { file: 'earlier.csv', relation: 'earlier' } });
  expect(certain(byZip, 'temporal', 'linked')).toMatchObject({ people: 0, of: 20 });
});

test('a value that harms and that nobody can have is refused: its figures would be missing', async () => {
  const roles = (harmful: object, claim: object = {}) => ({
    columns: { zip: { role: 'quasi' }, disease: { role: 'sensitive', ...harmful } },
    claim,
  });
  write({ 'release.csv': 'zip,disease\n1,HIV\n1,flu\n', 'roles.json': roles({ harmful: ['HVI'] }) });
  for (const argv of [
    ['check', at('release.csv')],
    ['audit', at('release.csv'), '--out', at('out')],
  ]) {
    const { status, err } = await said(...argv, '--roles', at('roles.json'));
    expect([status, err]).toEqual([2, expect.stringContaining('columns.disease.harmful: no record has "HVI"')]);
  }
  write({ 'roles.json': roles({}, { l: { form: 'negative-positive', l: 2, c: 3, share: 0.1, harmful: ['HVI'] } }) });
  const claimed = await said('check', at('release.csv'), '--roles', at('roles.json'));
  expect([claimed.status, claimed.err]).toEqual([2, expect.stringContaining('claim.l.harmful: no record has "HVI"')]);
  // A value of the hierarchy may be one that no record of this release has left.
  write({ 'd.csv': 'HIV;*\nflu;*\nHVI;*\n', 'roles.json': roles({ harmful: ['HVI'], hierarchy: 'd.csv' }) });
  expect((await said('check', at('release.csv'), '--roles', at('roles.json'))).status).toBe(0);
});

test('missing quasi-identifiers: the figure of sdcMicro, which takes them for any value, is next to ours', async () => {
  write({ 'release.csv': 'zip,sex,disease\n1,m,a\n1,m,b\n1,NA,c\n2,f,d\n2,f,e\nNA,f,f\n' });
  const { status, err, out } = await said('check', at('release.csv'), '--quasi', 'zip,sex', '--sensitive', 'disease', '--k', '3');
  expect(status).toBe(3);
  expect(out).toContain('claimed: 3-anonymity: FALSE');
  expect(err).toContain(
    'a missing one is a value of its own here, and any value to sdcMicro, which counts k = 3 and 0 of 6 records (0.0 %) below 3',
  );
});

test('anatomy gives no k: a k that is asked of it is refused before anything is made', async () => {
  writePeople(folder, { l: { form: 'distinct', l: 2 } });
  const made = await said(
    'anonymise',
    at('people.csv'),
    '--method',
    'anatomy',
    '--roles',
    at('roles.json'),
    '--k',
    '1000',
    '--out',
    at('made'),
  );
  expect(made).toMatchObject({ status: 2, err: expect.stringContaining('anatomy publishes quasi-identifiers as they were') });
  expect(existsSync(at('made'))).toBe(false);
});

test('buckets without the original: how often the attack is right is learned from the release itself', async () => {
  const random = seeded('buckets-without');
  const other = (from: number): number => (from + 1 + random.below(3)) % 4;
  const people = Array.from({ length: 2400 }, (_, at) => {
    const job = random.below(4);
    const town = random.unit() < 0.9 ? job : other(job);
    return { bucket: Math.floor(at / 4), job, town, value: random.unit() < 0.85 ? job : other(job) };
  });
  const counts = new Map<string, number>();
  for (const { bucket, value } of people) counts.set(`${bucket},v${value}`, (counts.get(`${bucket},v${value}`) ?? 0) + 1);
  write({
    'release.csv': `job,town,bucket\n${people.map(({ job, town, bucket }) => `j${job},t${town},${bucket}`).join('\n')}\n`,
    'values.csv': `bucket,disease,count\n${Array.from(counts, ([key, count]) => `${key},${count}`).join('\n')}\n`,
    'original.csv': `job,town,disease\n${people.map(({ job, town, value }) => `j${job},t${town},v${value}`).join('\n')}\n`,
    'roles.json': { columns: { job: { role: 'quasi' }, town: { role: 'quasi' }, disease: { role: 'sensitive' } } },
  });
  const guesses = ({ findings }: { findings: readonly Finding[] }) =>
    findings.find(({ attack, confidence }) => attack === 'naive-bayes' && confidence === 0) as Finding;
  const without = guesses(await audited({ buckets: 'values.csv' }));
  rmSync(at('out'), { recursive: true });
  const measured = guesses(await audited({ buckets: 'values.csv', original: 'original.csv' }));
  expect([without.state, measured.state]).toEqual(['expected', 'measured']);
  expect(Math.abs((without.expectedRight as number) - (measured.right as number)) / 2400).toBeLessThan(0.04);
  expect(measured.right as number).toBeGreaterThan(0.7 * 2400);
});

test('in buckets a register finds the row and not the value: only a bucket with one value gives it away', async () => {
  const rows = Array.from({ length: 40 }, (_, row) => ({ zip: `z${row}`, bucket: Math.floor(row / 2) }));
  const values = (bucket: number): string => (bucket === 7 ? '7,flu,2' : `${bucket},flu,1\n${bucket},gout,1`);
  write({
    'release.csv': `zip,bucket\n${rows.map(({ zip, bucket }) => `${zip},${bucket}`).join('\n')}\n`,
    'values.csv': `bucket,disease,count\n${Array.from({ length: 20 }, (_, bucket) => values(bucket)).join('\n')}\n`,
    'register.csv': `name,zip\n${rows.map(({ zip }) => `n${zip},${zip}`).join('\n')}\n`,
    'roles.json': { columns: { zip: { role: 'quasi' }, disease: { role: 'sensitive' } } },
  });
  const answer = await audited({ buckets: 'values.csv', external: 'register.csv', output: { json: true } });
  expect(certain(answer, 'linking', 'linked')).toMatchObject({ people: 40, of: 40 });
  expect(certain(answer, 'linked-values')).toMatchObject({ people: 2, of: 40 });
  const exposed = readFileSync(join(at('out'), 'exposures.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ attack }) => attack === 'all-together');
  expect(exposed.map(({ probability }) => probability)).toEqual(rows.map(({ bucket }) => (bucket === 7 ? 1 : 0.5)));
});
