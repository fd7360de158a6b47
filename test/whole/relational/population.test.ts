// A release that is a sample: who of its records is unique among all people, by their number or their register.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../../../shared/core/random/random.ts';
import type { Finding } from '../../../shared/core/verdict/finding.ts';
import { said } from '../../helpers/said.ts';

let folder = '';
const at = (name: string): string => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-population-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const random = seeded('a sample of people');
const people = Array.from({ length: 3000 }, () => `${Math.floor(200 * random.unit() ** 2)},${random.below(20)}`);
const sample = people.slice(0, 400);
const unique = sample.filter((own) => people.filter((each) => each === own).length === 1).length;

async function audited(...more: string[]): Promise<{ finding: Finding; trial: Record<string, unknown>; text: string }> {
  const rows = sample.map((cells, row) => `${cells},${row % 3 === 0 ? 'flu' : 'gout'}`);
  writeFileSync(at('release.csv'), `zip,age,disease\n${rows.join('\n')}\n`);
  writeFileSync(at('register.csv'), `name,zip,age\n${people.map((cells, at) => `p${at},${cells}`).join('\n')}\n`);
  const columns = ['--quasi', 'zip,age', '--sensitive', 'disease'];
  const { out } = await said('audit', at('release.csv'), ...columns, ...more, '--out', at('out'), '--yes', '--json');
  const answer = JSON.parse(out);
  const named = ({ attack }: { attack: string }): boolean => attack === 'population-uniqueness';
  return { finding: answer.findings.find(named), trial: answer.trials?.find(named), text: out };
}

test('the number of people gives an estimate with an interval that holds the truth', async () => {
  const { finding } = await audited('--population', '3000');
  expect(finding).toMatchObject({ way: 'singled out', state: 'expected', of: 400 });
  const { low, high } = finding.interval as { low: number; high: number };
  expect(unique / 400).toBeGreaterThanOrEqual(low);
  expect(unique / 400).toBeLessThanOrEqual(high + 0.01);
  expect(high - low).toBeLessThan(0.5);
  expect(finding.reason).toMatch(/are expected to be unique among the 3,000 people/);
});

test('a register of all of them counts them', async () => {
  const { finding } = await audited('--external', at('register.csv'));
  expect(finding).toMatchObject({ state: 'proved', people: unique, of: 400 });
});

test('without either it says what is needed, and a population below the release is refused as one', async () => {
  expect((await audited()).finding).toMatchObject({ state: 'not tried', reason: expect.stringContaining('--population N') });
  expect((await audited('--population', '399')).finding).toMatchObject({
    state: 'not tried',
    reason: expect.stringContaining('400 records'),
  });
});
