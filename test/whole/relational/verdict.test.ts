// What is said first of a table of people: held against who has not seen it, and never "nothing found" over values that everybody can read off.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { said } from '../../helpers/said.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-verdict-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const VALUES = ['flu', 'cancer', 'asthma', 'gout'];

/** The audit of so many classes of five records, with the value of each record by its class and place. */
async function audited(classes: number, value: (group: number, place: number) => string, ...argv: readonly string[]) {
  const rows = Array.from({ length: classes }, (_, group) =>
    Array.from({ length: 5 }, (_, place) => `${10 + group}***,${value(group, place)}`),
  );
  writeFileSync(join(folder, 'people.csv'), `zip,disease\n${rows.flat().join('\n')}\n`);
  const { out } = await said(
    'audit',
    join(folder, 'people.csv'),
    '--quasi',
    'zip',
    '--sensitive',
    'disease',
    '--out',
    join(folder, 'out'),
    ...argv,
  );
  return out.replace(/\s+/g, ' ');
}

test('where each class has one value, nobody is told that the release gives nothing away', async () => {
  const out = await audited(40, (group) => VALUES[group % 4] as string);
  expect(out).toContain('Much of what is hidden of the records can be told.');
  expect(out).toContain('where marginal reaches 25.0 %; 75.0 points more');
  expect(out).toContain('(200 of 200) a hidden value is named');
  const page = readFileSync(join(folder, 'out/report.html'), 'utf8');
  expect(/from the other records of the class alone for 100\.0\s%/.test(page)).toBe(true);
  expect(page.includes('Each of these is right.')).toBe(true);
});

test('where all have the same value, the class says no more than the whole table', async () => {
  // Everybody guesses it: what is likely of whom is said first, not that nothing was gained.
  expect(await audited(40, () => 'flu')).toMatch(
    /^200 records, \S+: 40 Of 100\.0 % of the records \(200 of 200\) a hidden value is named with at least 80 % certainty, though by the attack \S+ who knows the release guesses no better than who does not\./,
  );
});

test('of too few classes it is said what stands in them, by chance or not', async () => {
  const out = await audited(3, (group) => VALUES[group] as string);
  expect(out).toMatch(
    /cannot judge the release: there is too little .* What was found, by chance or not: Value guessed right, .*: 100\.0 %, where marginal reaches 33\.3 %/,
  );
});

test('what is gained by statements is the difference to what stands beside it', async () => {
  const out = await audited(40, (group, place) => VALUES[(group + (place % 2)) % 4] as string, '--knows', 'disease=flu x0', '--json');
  const { findings } = JSON.parse(out) as {
    findings: { attack: string; value: number; baseline: { value: number }; lift: { lift: number } }[];
  };
  const background = findings.find(({ attack }) => attack === 'background');
  expect(background?.lift.lift).toBeCloseTo((background?.value as number) - (background?.baseline.value as number), 12);
});

test('a group of like values is held against who names groups without the class, and not against its own share', async () => {
  const columns = { zip: { role: 'quasi' }, disease: { role: 'sensitive', hierarchy: 'disease.csv' } };
  const of = ['flu;cold-like;*', 'cough;cold-like;*', 'gout;joint;*', 'asthma;lung;*'];
  writeFileSync(join(folder, 'disease.csv'), of.join('\n'));
  writeFileSync(join(folder, 'roles.json'), JSON.stringify({ columns }));
  // A tenth of the classes hold colds alone, and half of all records are colds.
  const values = ['flu', 'cough', 'gout', 'asthma', 'gout'];
  const rows = Array.from({ length: 40 }, (_, group) =>
    Array.from({ length: 5 }, (__, place) => `${10 + group}***,${group < 4 ? values[place % 2] : values[place]}`),
  );
  writeFileSync(join(folder, 'groups.csv'), `zip,disease\n${rows.flat().join('\n')}\n`);
  const argv = ['audit', join(folder, 'groups.csv'), '--roles', join(folder, 'roles.json'), '--out', join(folder, 'out'), '--json'];
  const { findings } = JSON.parse((await said(...argv)).out) as { findings: { attack: string; value: number; baseline: object }[] };
  expect(findings.find(({ attack }) => attack === 'similarity')).toMatchObject({ value: 0.1, baseline: { name: 'marginal', value: 0 } });
});
