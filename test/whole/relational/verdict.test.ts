// Headline of a table: compared with an attacker who has not seen it, and never "nothing found" for readable values.
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

/** Audits classes of five records, with values by class and position. */
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

test('where each class has one value, everybody is learned, and that is proved', async () => {
  const out = await audited(40, (group) => VALUES[group % 4]);
  expect(out).toContain('The attack homogeneity (disease) learns a hidden value of 200 of 200 records. It is right in 100.0 %');
  expect(out).toContain('This follows from the release itself.');
  expect(out).toContain('Do not publish this release.');
  const page = readFileSync(join(folder, 'out/report.html'), 'utf8');
  expect(/from the other records of the class alone for 100\.0\s%/.test(page)).toBe(true);
});

test('where all have the same value, the class says no more than the whole table', async () => {
  expect(await audited(100, () => 'flu')).not.toContain('learns a hidden value');
});

test('of few classes with one value each it is proved all the same', async () => {
  const out = await audited(3, (group) => VALUES[group]);
  expect(out).toContain('learns a hidden value of 15 of 15 records. It is right in 100.0 %, the commonest value at large in 33.3 %.');
});

test('what is gained by statements is the difference to what stands beside it', async () => {
  const out = await audited(40, (group, place) => VALUES[(group + (place % 2)) % 4], '--knows', 'disease=flu x0', '--json');
  const { attacks } = JSON.parse(out) as {
    attacks: { attack: string; value: number; baseline: { value: number }; lift: { lift: number } }[];
  };
  const background = attacks.find(({ attack }) => attack === 'background');
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
  const { attacks } = JSON.parse((await said(...argv)).out) as { attacks: { attack: string; value: number; baseline: object }[] };
  expect(attacks.find(({ attack }) => attack === 'similarity')).toMatchObject({ value: 0.1, baseline: { name: 'marginal', value: 0 } });
});
