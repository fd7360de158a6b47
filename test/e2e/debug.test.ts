// UNVEIL_DEBUG shows why an attack failed, whichever command audits: on the terminal, and in nothing that is kept.
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jest } from '@jest/globals';
import { startCommand } from '../../cli/serve/run-command.ts';
import { run, UNVEIL } from '../helpers/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-debug-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const STACK = /blind failed: RangeError: planted\n {4}at .*chance\.ts/;
const ENV = { NODE_OPTIONS: `--import=${pathToFileURL(resolve('test/fixtures/failing-attack.mjs')).href}`, UNVEIL_DEBUG: '1' };
const ITEMS = Array.from({ length: 12 }, (_, row) => `fever, (cough, asthma), ${row % 2 === 0 ? 'pain' : 'rash'}\n`).join('');
const ATTACKS = ['calibrated', 'random', 'blind'];

beforeAll(() => {
  mkdirSync(join(folder, 'inbox/dropped'), { recursive: true });
  for (const at of ['release.txt', 'inbox/dropped/release.txt']) writeFileSync(join(folder, at), ITEMS);
  writeFileSync(join(folder, 'inbox/dropped/audit.json'), JSON.stringify({ release: 'release.txt', attacks: ATTACKS }));
  writeFileSync(join(folder, 'campaign.json'), JSON.stringify({ audits: [{ name: 'one', release: 'release.txt', attacks: ATTACKS }] }));
});

test.each([
  ['audit', 1, ['audit', 'release.txt', '--attack', ATTACKS.join()]],
  ['campaign', 1, ['campaign', 'campaign.json', '--jobs', '1']],
  ['watch', 0, ['watch', 'inbox', '--once', '--jobs', '1']],
  ['advise', 0, ['advise', '--release', 'release.txt']],
])('%s', (_, code, argv) => {
  const { status, err } = run(process.execPath, [UNVEIL, ...argv], { cwd: folder, env: { ...process.env, ...ENV } });
  expect([status, err]).toEqual([code, expect.stringMatching(STACK)]);
  const kept = globSync('**/*.{json,html}', { cwd: folder }).filter((file) => readFileSync(join(folder, file), 'utf8').includes('planted'));
  expect(kept).toEqual([]);
});

test('serve, whose audits run in processes of their own', async () => {
  const said: string[] = [];
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  Object.assign(process.env, ENV);
  try {
    expect((await startCommand(['audit', 'release.txt', '--attack', ATTACKS.join(), '--out', 'served'], folder, folder).ended).status).toBe(
      1,
    );
  } finally {
    for (const name of Object.keys(ENV)) delete process.env[name];
    write.mockRestore();
  }
  expect(said.join('')).toMatch(STACK);
});
