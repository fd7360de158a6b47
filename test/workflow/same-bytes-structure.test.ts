// Releases that are attacked by their structure through both homes: the same bytes, whatever the map does. What an attacker knows comes with the drop.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileMethod } from '../../cli/anonymise/method.ts';
import { METHODS } from '../../cli/anonymise/methods.ts';
import { auditFilesOf } from '../../cli/audit/audit-files.ts';
import { densityLines, positionLines } from '../../cli/generate/position-lines.ts';
import { searchLines } from '../../cli/generate/search-lines.ts';
import type { LocalCloud } from '../../cloud-local/cloud.ts';
import { QUIET } from '../../shared/app/audit/run-audit.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import { syntheticEdges } from '../../shared/core/generate/social-graph.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { expectPublished, inTheCloud, SPLITS } from '../helpers/both-homes.ts';
import { bucketOf, cloudWithWordnet, comparedName, isCompared } from '../helpers/cloud.ts';

/** What is anonymised and how, and what is beside the release in the drop. */
const CASES = {
  places: {
    method: 'cloak-adaptive',
    input: [...positionLines(120, 3, 6, 'both homes')].join(''),
    beside: {
      'known.jsonl': [...positionLines(120, 3, 6, 'both homes'), ...[...densityLines(120, 6, 'both homes')].slice(1)].join(''),
    },
    request: { external: 'known.jsonl' },
  },
  'query-log': {
    method: 'query-log',
    input: [...searchLines(200, 'both homes')].join(''),
    beside: {},
    request: {},
  },
  graph: {
    method: 'k-degree',
    input: [...syntheticEdges(300, 3, 'both homes')].map((edge) => `${edge.join(' ')}\n`).join(''),
    beside: {},
    request: {},
  },
} as const;

let cloud: LocalCloud;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-structure-'));
  cloud = await cloudWithWordnet();
}, 300_000);
afterAll(async () => {
  await cloud.stop();
  rmSync(folder, { recursive: true });
});

describe.each(Object.entries(CASES))('%s', (kind, { method, input, beside, request }) => {
  const asked = { kind, ...request };
  let files: Readonly<Record<string, string>>;
  let home: ReadonlyMap<string, Buffer>;

  beforeAll(async () => {
    const at = (file: string): string => join(folder, `${kind}-${file}`);
    writeFileSync(at('input'), input);
    const made = (await METHODS[method]?.())?.method as FileMethod;
    const { files: written } = await made.makeFrom(at('input'), { k: 4, seed: 'unveil', order: 'shuffle', values: { likeness: '0.5' } });
    files = Object.fromEntries(written.map(({ name, pieces }) => [name, [...pieces].join('')]));
    const [release, original] = Object.keys(files) as [string, string];
    for (const [name, text] of Object.entries({ ...files, ...beside })) writeFileSync(at(name), text);
    const paths = Object.fromEntries(Object.entries(request).map(([key, file]) => [key, at(file)]));
    const out = at('out');
    const local = auditRequest.parse({ kind, release: at(release), original: at(original), ...paths });
    await auditFilesOf(KINDS, local, { name: kind, out, progress: QUIET });
    home = new Map(
      readdirSync(out, { recursive: true, encoding: 'utf8' })
        .filter(isCompared)
        .map((file) => [comparedName(file), readFileSync(join(out, file))]),
    );
  }, 300_000);

  test.each(SPLITS)('%s: the tables of both homes are the same bytes', async (split, map) => {
    expect([...home.keys()].toSorted()).toEqual([
      'exposures/part-000000.parquet',
      'findings/part-000000.parquet',
      'people/part-000000.parquet',
    ]);
    cloud.set({ map });
    const name = `${kind}-${split.replaceAll(' ', '-')}`;
    for (const [file, text] of Object.entries(beside)) await bucketOf(cloud, 'INBOX').write(`inbox/${name}/${file}`, Buffer.from(text));
    const [release, original] = Object.entries(files) as [[string, string], [string, string]];
    await expectPublished(cloud, await inTheCloud(cloud, name, { name, release, original, request: asked }), home);
  });
});
