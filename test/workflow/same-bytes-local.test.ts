// A locally generalised release through both homes: the same bytes, whatever the map does.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../cli/main.ts';
import type { LocalCloud } from '../../cloud-local/cloud.ts';
import { type AskedOfBoth, atHome, expectPublished, inTheCloud, SPLITS } from '../helpers/both-homes.ts';
import { cloudWithWordnet } from '../helpers/cloud.ts';

let cloud: LocalCloud;
let folder: string;
let asked: AskedOfBoth;
let home: ReadonlyMap<string, Buffer>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-local-'));
  const made = join(folder, 'made');
  const terminal = { out: { write: () => {} }, err: { write: () => {} } };
  const method = ['--method', 'local', '--hierarchy', 'degree:6', '--k', '4'];
  await main(['anonymise', 'examples/clinic/original.txt', ...method, '--out', made], terminal);
  const text = (file: string): string => readFileSync(join(made, file), 'utf8');
  asked = {
    name: 'local',
    release: ['release.json', text('release.json')],
    original: ['original.jsonl', text('original.jsonl')],
    request: { claim: { k: 4 } },
  };
  home = await atHome(folder, asked);
  cloud = await cloudWithWordnet();
}, 300_000);
afterAll(async () => {
  await cloud.stop();
  rmSync(folder, { recursive: true });
});

test.each(SPLITS)('%s: the tables of both homes are the same bytes', async (split, map) => {
  expect([...home.keys()].toSorted()).toEqual([
    'exposures/part-000000.parquet',
    'findings/part-000000.parquet',
    'people/part-000000.parquet',
  ]);
  cloud.set({ map });
  await expectPublished(cloud, await inTheCloud(cloud, split.replaceAll(' ', '-'), asked), home);
});
