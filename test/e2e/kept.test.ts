// Runs leave no item of the dataset outside their results: in no file, file name or output, unless requested.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CountServer } from '../helpers/count-server.ts';
import { filesBelow, itemsIn } from '../helpers/kept.ts';

// Words that stand nowhere else: not in code, not in what ships.
const ITEMS = ['qavorbit', 'zelmuthane', 'pyxodrime', 'wuvolanth', 'jorbequel', 'xandorvik'] as const;
const [A, B, C, D, E, F] = ITEMS;
const RELEASE = [`${A}, (${B}, ${C}), ${D}`, `${E}, (${B}, ${C}), ${F}`, `${A}, (${B}, ${C}), ${F}`, `${D}, (${B}, ${C}), ${E}`];

const server = new CountServer();
let folder: string;
let address: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-kept-'));
  address = await server.start();
  mkdirSync(join(folder, 'temporary'));
  mkdirSync(join(folder, 'given'));
  writeFileSync(join(folder, 'given/release.txt'), `${RELEASE.join('\n')}\n`);
  writeFileSync(join(folder, 'given/original.txt'), `${RELEASE.map((line) => line.replace(/\((\w+), \w+\)/, '$1')).join('\n')}\n`);
  const audits = [{ name: 'one', release: 'release.txt', original: 'original.txt' }];
  writeFileSync(join(folder, 'given/campaign.json'), JSON.stringify({ defaults: { attacks: ['gba'] }, audits }));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function unveil(...args: readonly string[]): Promise<{ readonly status: number | null; readonly said: string }> {
  const child = spawn(process.execPath, [resolve('bin/unveil.mjs'), ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: join(folder, 'home'),
      UNVEIL_HOME: join(folder, 'home'),
      TMPDIR: join(folder, 'temporary'),
      UNVEIL_CONTACT: 'ops@example.org',
      UNVEIL_URL_WIKIPEDIA: address,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (piece) => (said += String(piece)));
  child.stderr.on('data', (piece) => (said += String(piece)));
  return { status: await new Promise((ended) => child.on('close', ended)), said };
}

/** All files left behind, without inputs and requested folders. */
const left = (): string[] => itemsIn(filesBelow(folder, ['given', 'asked']), ITEMS);

test('audits with a live source, campaigns, releases that are made, and what goes wrong leave no item outside their results', async () => {
  const live = await unveil('audit', 'given/release.txt', '--attack', 'mda', '--source', 'wikipedia', '--out', 'asked/live');
  expect(live.status).toBe(0);
  expect(server.calls.length).toBeGreaterThan(ITEMS.length);
  expect((await unveil('audit', 'given/release.txt', '--original', 'given/original.txt', '--out', 'asked/default')).status).toBe(0);
  expect((await unveil('campaign', 'given/campaign.json', '--out', 'asked/campaign')).status).toBe(0);
  const made = ['anonymise', 'given/original.txt', '--method', 'disassociate', '--k', '2', '--m', '2', '--out', 'asked/made'];
  expect((await unveil(...made)).status).toBe(0);
  writeFileSync(join(folder, 'given/broken.txt'), `${RELEASE[0]}\n${A}, (${B}\n`);
  expect((await unveil('audit', 'given/broken.txt', '--out', 'asked/broken')).status).toBe(2);

  expect(existsSync(join(folder, 'home/cache/counts.db'))).toBe(true);
  expect(left()).toEqual([]);
  expect(readdirSync(join(folder, 'temporary')).filter((name) => name !== 'node-compile-cache')).toEqual([]);
  expect(readdirSync(folder).toSorted()).toEqual(['asked', 'given', 'home', 'temporary']);
  // They do stand where they were asked for.
  expect(itemsIn(filesBelow(join(folder, 'asked')), ITEMS)).not.toEqual([]);
});

test('an item that is planted is found, however it is written', () => {
  const kept = join(folder, 'home/kept');
  for (const text of [Buffer.from(`x${A}x`), Buffer.from(A, 'utf16le')]) {
    writeFileSync(kept, text);
    expect(left()).toEqual([`${A} in ${kept}`]);
  }
  rmSync(kept);
  writeFileSync(join(folder, `home/${B}.json`), '{}');
  expect(left()).toHaveLength(1);
});
