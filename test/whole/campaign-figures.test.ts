// What a campaign says of an audit: of a release without precision and recall what was found, not that nothing attacked it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figuresOf } from '../../cli/campaign/figures.ts';
import { said } from '../helpers/said.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-campaign-figures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

test('of a table of people the finding that is surely furthest above what knows less', async () => {
  const rows = Array.from({ length: 200 }, (_, row) => `z${row % 40},${row % 40 < 30 ? `v${(row % 40) % 4}` : `v${(row * 7) % 5}`}`);
  writeFileSync(at('people.csv'), `zip,disease\n${rows.join('\n')}\n`);
  await said('audit', at('people.csv'), '--quasi', 'zip', '--sensitive', 'disease', '--out', at('people'));
  const { figures } = await figuresOf(at('people'));
  expect(figures).toMatchObject({
    kind: 'relational',
    attack: null,
    found: { attack: 'homogeneity (disease)', figure: 'value guessed right', less: { name: 'marginal' } },
  });
  expect(figures.found?.share.value).toBeGreaterThan(0.7);
});

test('of a graph, whose figures have no interval, the furthest above', async () => {
  writeFileSync(at('edges.txt'), 'a b\nb c\nc d\nb e\n');
  await said('audit', at('edges.txt'), '--kind', 'graph', '--out', at('graph'));
  expect((await figuresOf(at('graph'))).figures.found).toMatchObject({ figure: expect.stringContaining('nodes found') });
});

test('a campaign prints it, and its page shows it', async () => {
  writeFileSync(
    at('campaign.json'),
    JSON.stringify({ audits: [{ name: 'p', release: 'people.csv', columns: { quasi: ['zip'], sensitive: ['disease'] } }] }),
  );
  const { out } = await said('campaign', at('campaign.json'), '--out', at('out'), '--jobs', '1');
  expect(out).toMatch(/p {2}homogeneity \(disease\): value guessed right [\d.]+ % \(marginal [\d.]+ %\); people named/);
});
