// An audit in a campaign: its verdict and leading finding, for any kind.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figuresIn } from '../../cli/campaign/run-campaign.ts';
import { readConclusion } from '../../cli/results/read-conclusion.ts';
import { said } from '../helpers/said.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-campaign-figures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

test('of a table of people the verdict and the finding that leads it', async () => {
  const rows = Array.from({ length: 200 }, (_, row) => `z${row % 40},${row % 40 < 30 ? `v${(row % 40) % 4}` : `v${(row * 7) % 5}`}`);
  writeFileSync(at('people.csv'), `zip,disease\n${rows.join('\n')}\n`);
  await said('audit', at('people.csv'), '--quasi', 'zip', '--sensitive', 'disease', '--out', at('people'));
  const { figures } = await figuresIn(at('people'));
  expect(figures).toMatchObject({
    kind: 'relational',
    people: 200,
    level: 'leaks',
    way: 'learned',
    attack: 'homogeneity (disease)',
    headline: expect.stringMatching(/^The attack homogeneity \(disease\) learns/),
  });
  expect(figures.exposed.value).toBeGreaterThan(0.4);
});

test('of a graph that nothing is claimed of, its verdict and what leads it', async () => {
  writeFileSync(at('edges.txt'), 'a b\nb c\nc d\nb e\n');
  await said('audit', at('edges.txt'), '--kind', 'graph', '--out', at('graph'));
  const { figures } = await figuresIn(at('graph'));
  const { verdict } = readConclusion(at('graph'));
  expect(figures).toMatchObject({ kind: 'graph', level: verdict.level, way: verdict.way });
});

test('a campaign prints the headline, its row has the verdict, and its page shows both, the worst first', async () => {
  writeFileSync(at('quiet.csv'), `zip,disease\n${Array.from({ length: 200 }, (_, row) => `z,v${row % 4}`).join('\n')}\n`);
  const columns = { quasi: ['zip'], sensitive: ['disease'] };
  writeFileSync(
    at('campaign.json'),
    JSON.stringify({
      audits: [
        { name: 'quiet', release: 'quiet.csv', columns },
        { name: 'p', release: 'people.csv', columns, gate: 'learned=0.05@confidence=0.8' },
      ],
    }),
  );
  const { out } = await said('campaign', at('campaign.json'), '--out', at('out'), '--jobs', '1');
  expect(out).toMatch(/ p {2}The attack homogeneity \(disease\) learns a hidden value of \d+ of 200 records\./);
  const result = JSON.parse(readFileSync(at('out/campaign-result.json'), 'utf8'));
  expect(result.audits).toMatchObject([
    { name: 'quiet', figures: { level: expect.not.stringMatching('leaks') }, word: null },
    { name: 'p', figures: { level: 'leaks' }, word: 'above the limit' },
  ]);
  const page = readFileSync(at('out/campaign.html'), 'utf8');
  expect(page).toMatch(/Verdicts: 1 leaks, 1 (cannot tell|no leak found)\. 1 above the limit\./);
  expect(page.indexOf('p/report.html')).toBeLessThan(page.indexOf('quiet/report.html'));
});

test('results of an earlier version are refused by name, with what to do', async () => {
  rmSync(at('people/verdict.json'));
  await expect(figuresIn(at('people'))).rejects.toThrow(/of an earlier version of unveil.*audit the release again/);
});
