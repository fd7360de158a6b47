// Sanitised texts through both homes: the same bytes, whatever the maps do. What is guessed of a text is decided after all texts are related.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../cli/main.ts';
import type { LocalCloud } from '../../cloud-local/cloud.ts';
import { type AskedOfBoth, atHome, expectPublished, inTheCloud, SPLITS } from '../helpers/both-homes.ts';
import { cloudWithWordnet } from '../helpers/cloud.ts';

const TOPICS = 'labelled.jsonl';
const CASES = {
  't-plausible': ['--t', '20', '--hierarchy', 'examples/texts/tree.json'],
  'k-safe': ['--k', '3', '--contexts', 'examples/texts/contexts.json'],
  'k-confusable': ['--k', '2', '--sensitive', 'examples/texts/sensitive.txt', '--topics'],
} as const;

let cloud: LocalCloud;
let folder: string;

async function unveil(...argv: string[]): Promise<void> {
  let err = '';
  const status = await main(argv, { out: { write: () => {} }, err: { write: (text) => (err += text) } });
  expect([status, err]).toEqual([0, '']);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-texts-'));
  await unveil('generate', '--notes', '600', '--seed', 'labelled', '--out', join(folder, TOPICS));
  cloud = await cloudWithWordnet();
}, 300_000);
afterAll(async () => {
  await cloud.stop();
  rmSync(folder, { recursive: true });
});

describe.each(Object.entries(CASES))('%s', (method, options) => {
  let asked: AskedOfBoth;
  let home: ReadonlyMap<string, Buffer>;

  beforeAll(async () => {
    const made = join(folder, method);
    const topics = method === 'k-confusable' ? [join(folder, TOPICS)] : [];
    await unveil('anonymise', 'examples/texts/notes.jsonl', '--method', method, ...options, ...topics, '--out', made);
    const file = (name: string): readonly [string, string] => [name, readFileSync(join(made, name), 'utf8')];
    const { external } = JSON.parse(file('audit.json')[1]);
    asked = {
      name: method,
      release: file('release.jsonl'),
      original: file('original.jsonl'),
      ...(external === undefined ? {} : { beside: Object.fromEntries([file(external)]) }),
      request: external === undefined ? {} : { external },
    };
    home = await atHome(folder, asked);
  }, 300_000);

  test.each(SPLITS)(
    '%s: the tables of both homes are the same bytes',
    async (split, map) => {
      expect([...home.keys()].toSorted()).toEqual([
        'exposures/part-000000.parquet',
        'findings/part-000000.parquet',
        'people/part-000000.parquet',
      ]);
      cloud.set({ map });
      await expectPublished(cloud, await inTheCloud(cloud, `${method}-${split.replaceAll(' ', '-')}`, asked), home);
    },
    300_000,
  );
});
