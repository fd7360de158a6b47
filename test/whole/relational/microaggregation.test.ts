// Tables whose numbers are the means of groups: made, checked, and attacked by whoever has a register of the true numbers.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../../../shared/core/random/random.ts';
import type { Finding } from '../../../shared/core/verdict/finding.ts';
import { said } from '../../helpers/said.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-centres-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (...names: string[]): string => join(folder, ...names);

const random = seeded('centres');
const PEOPLE = Array.from({ length: 200 }, (_, person) => [
  `p${person}`,
  20 + random.below(60),
  10_000 + random.below(90_000),
  ['north', 'south'][random.below(2)],
  ['flu', 'gout', 'asthma', 'migraine'][random.below(4)],
]);
const csv = (head: string, rows: readonly (readonly unknown[])[]): string => `${head}\n${rows.map((row) => row.join()).join('\n')}\n`;

beforeAll(() => {
  writeFileSync(at('people.csv'), csv('name,age,income,part,disease', PEOPLE));
  writeFileSync(
    at('register.csv'),
    csv(
      'name,age,income,part',
      PEOPLE.map((row) => row.slice(0, 4)),
    ),
  );
});

const ROLES = ['--id', 'name', '--quasi', 'age,income,part', '--sensitive', 'disease'];

test.each([
  ['mean', []],
  ['median', ['--aggregate', 'median']],
])('%s: k holds, roles say what the cells are, and a register leads to the group, not to the person', async (name, options) => {
  const made = await said(
    'anonymise',
    at('people.csv'),
    '--method',
    'microaggregation',
    ...ROLES,
    '--k',
    '5',
    ...options,
    '--out',
    at(name),
  );
  expect({ status: made.status, err: made.err }).toEqual({ status: 0, err: '' });
  const { columns } = JSON.parse(readFileSync(at(name, 'roles.json'), 'utf8'));
  expect(columns).toMatchObject({ age: { aggregate: name }, income: { aggregate: name }, part: { aggregate: 'mode' } });
  const measures = JSON.parse(readFileSync(at(name, 'measures.json'), 'utf8'));
  expect(measures).toMatchObject({ method: 'microaggregation', k: 5, suppressed: 0 });
  expect(measures.groups).toBeGreaterThan(200 / 10);
  expect(measures.lostSpread).toBeLessThan(0.3);
  expect((await said('check', at(name, 'release.csv'), '--roles', at(name, 'roles.json'))).out).toContain('claimed: 5-anonymity: holds');
  const audit = await said('audit', at(name, 'audit.json'), '--external', at('register.csv'), '--json', '--out', at(name, 'results'));
  const findings = (JSON.parse(audit.out).findings as Finding[]).filter(({ attack }) => attack === 'nearest record');
  // The nearest centre is that of most people's own group, which has at least five.
  expect(Math.max(...findings.map(({ confidence, people }) => (people > 0 ? confidence : 0)))).toBeLessThanOrEqual(0.2);
  const nearest = (JSON.parse(audit.out).attacks as { attack: string; value: number; baseline: { value: number } }[]).find(
    ({ attack }) => attack === 'nearest record',
  );
  expect(nearest?.value).toBeGreaterThan(0.1);
  expect(nearest?.value).toBeLessThanOrEqual(0.2);
  expect(nearest?.baseline.value).toBeLessThan(0.02);
});

test('a claim on values joins groups; a number that is missing and a wrong option are refused', async () => {
  const argv = ['anonymise', at('people.csv'), '--method', 'microaggregation', ...ROLES, '--k', '3'];
  expect(await said(...argv, '--l', 'distinct:3', '--out', at('diverse'))).toMatchObject({ status: 0 });
  expect((await said('check', at('diverse', 'release.csv'), '--roles', at('diverse', 'roles.json'))).out).toMatch(
    /claimed: distinct 3-diversity of disease: holds/,
  );
  expect(await said(...argv, '--aggregate', 'mode', '--out', at('none'))).toMatchObject({
    status: 2,
    err: expect.stringContaining('mean'),
  });
  writeFileSync(at('gap.csv'), csv('name,age,income,part,disease', [...PEOPLE, ['px', 'NA', 5, 'north', 'flu']]));
  const gap = await said('anonymise', at('gap.csv'), '--method', 'microaggregation', ...ROLES, '--k', '3', '--out', at('gap'));
  expect(gap).toMatchObject({ status: 2, err: expect.stringContaining('record 201 has no single number in "age"') });
});
