// Releases that are no sets, named by the folders that "unveil anonymise" made, as a user does.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { said } from '../../helpers/said.ts';

let folder = '';
const at = (...names: string[]): string => join(folder, ...names);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-folders-'));
  await said('generate', '--log', '40', '--out', at('log.jsonl'));
  await said('anonymise', at('log.jsonl'), '--method', 'query-log', '--k', '4', '--out', at('log-4'));
  const basket = (row: number): string[] => [`item ${row % 5}`, `item ${5 + (row % 7)}`, ...(row % 10 === 0 ? ['secret'] : [])];
  const lines = Array.from({ length: 40 }, (_, row) => JSON.stringify({ id: `${row}`, items: basket(row) }));
  writeFileSync(at('baskets.jsonl'), `${lines.join('\n')}\n`);
  writeFileSync(at('secret.txt'), 'secret\n');
  const cahd = ['--method', 'cahd', '--p', '4', '--sensitive', at('secret.txt')];
  await said('anonymise', at('baskets.jsonl'), ...cahd, '--out', at('groups-4'));
  for (const name of ['log-4', 'groups-4', 'again'])
    await said('audit', at(name === 'again' ? 'log-4' : name, 'audit.json'), '--out', at('results', name));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('of two audits of a release the one that is called as the folder is meant; nothing is ranked across kinds and originals', async () => {
  const { status, out, err } = await said('compare', at('log-4'), at('groups-4'), '--results', at('results'), '--out', at('out'));
  expect([status, err]).toEqual([0, '']);
  expect(out).toMatch(/^No release can be recommended\. These audits cannot be compared/);
  const results = at('elsewhere');
  for (const name of ['one', 'other']) cpSync(at('results', 'log-4'), join(results, name), { recursive: true });
  cpSync(at('results', 'groups-4'), join(results, 'groups-4'), { recursive: true });
  const unsure = await said('compare', at('log-4'), at('groups-4'), '--results', results, '--out', at('out'));
  expect(unsure.err).toContain('2 audits are of this release');
});

test('check of groups says which number is asked for', async () => {
  expect((await said('check', at('groups-4', 'release.json'))).err).toContain('say what is claimed: --k 10, the p that it was made with');
});
