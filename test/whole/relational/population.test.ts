// A release that is a sample: who of its records is unique among all people, by their number or their register.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

test('the terminal prints the risks of prosecutor, journalist and marketer, as the page does', async () => {
  await audited('--population', '3000');
  const { out } = await said('audit', at('release.csv'), '--quasi', 'zip,age', '--population', '3000', '--out', at('again'), '--yes');
  expect(out).toMatch(
    /How surely a person is linked to a record\nAttacker +Greatest +On average\nProsecutor: [^\n]* 100\.0 % +\d+\.\d %\n/,
  );
  expect(out).toMatch(/\nJournalist: [^\n]*%[^\n]*\nMarketer: [^\n]* \d+\.\d %\n/);
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

test('6,000 of 30,000 people: the stated interval holds how many are unique among all, and none is called certain', async () => {
  const draw = seeded('a made population');
  const everybody = Array.from({ length: 30_000 }, () => {
    const age = 18 + Math.floor(70 * draw.unit() * draw.unit());
    const town = Math.floor(300 * draw.unit() ** 3);
    return `${town},${age},${draw.unit() < 0.02 * (age % 7) ? 'abroad' : 'here'},${draw.below(4)}`;
  });
  const counts = new Map<string, number>();
  for (const cells of everybody) counts.set(cells, (counts.get(cells) ?? 0) + 1);
  // They stand in no order, so the first of them are a sample.
  const released = everybody.slice(0, 6000);
  const alone = released.filter((cells) => counts.get(cells) === 1).length;
  writeFileSync(at('release.csv'), `town,age,born,job,disease\n${released.map((cells, row) => `${cells},d${row % 5}`).join('\n')}\n`);
  const columns = ['--quasi', 'town,age,born,job', '--sensitive', 'disease', '--population', '30000'];
  const { out } = await said('audit', at('release.csv'), ...columns, '--out', at('out'), '--yes', '--json');
  const answer = JSON.parse(out);
  const finding: Finding = answer.findings.find(({ attack }: Finding) => attack === 'population-uniqueness');
  // Whoever is alone in the release is said to be alone in it.
  const counted = answer.findings.filter((each: Finding) => each.way === 'singled out' && each.state === 'proved' && each.people > alone);
  expect(counted.length).toBeGreaterThan(0);
  for (const { reason } of counted) expect(reason).toContain('in the release');
  const [low, high] = (/of these [\d,]+ \(([\d,]+) to ([\d,]+)\) are expected/.exec(finding.reason) ?? [])
    .slice(1)
    .map((text) => Number(text.replaceAll(',', '')));
  expect(alone).toBeGreaterThan(500);
  expect(alone).toBeGreaterThanOrEqual(low as number);
  expect(alone).toBeLessThanOrEqual(high as number);
  expect((high as number) - (low as number)).toBeLessThan(alone);
  const text = readFileSync(at('out/report.html'), 'utf8') + out + (await said('report', at('out'))).out;
  expect(text).not.toMatch(/(?:found|finds?)[^.]* for certain/);
}, 60_000);
