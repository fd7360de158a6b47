// Bucket permissions in docs/operations.md for each action of `unveil cloud`, against its actual calls.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../cli/main.ts';
import type { LocalCloud } from '../../cloud-local/cloud.ts';
import { cloudWithWordnet, smallDataset, stackOf } from '../helpers/cloud.ts';

const BUCKETS = { inbox: 'Inbox', work: 'Work', results: 'Results', assets: 'Assets' } as const;
const PAGE = readFileSync('docs/operations.md', 'utf8');

let cloud: LocalCloud;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-rights-'));
  cloud = await cloudWithWordnet();
  writeFileSync(join(folder, 'cloud.json'), JSON.stringify({ unveil: stackOf(cloud) }));
  const { release, original } = smallDataset('rights', 6);
  writeFileSync(join(folder, 'release.txt'), release);
  writeFileSync(join(folder, 'original.txt'), original);
  writeFileSync(join(folder, 'bad.txt'), 'fever, (cough\n');
  const audits = [{ name: 'one', release: 'release.txt', attacks: ['rba'] }, { name: 'bad', release: 'bad.txt' }]; // biome-ignore format: a line
  writeFileSync(join(folder, 'many.json'), JSON.stringify({ audits }));
}, 300_000);
afterAll(async () => {
  await cloud.stop();
  rmSync(folder, { recursive: true });
});

/** `s3:ACTION BUCKET`, of all that the row of an action names; where it says so, of status's too. */
function rightsOf(action: string): Set<string> {
  const row = PAGE.split('\n').find((line) => line.startsWith(`| ${action} |`)) ?? '';
  const rights = new Set<string>(row.includes('what status needs') ? rightsOf('status') : []);
  for (const part of row.split(';')) {
    const places = Object.keys(BUCKETS).filter((bucket) => new RegExp(`\\b${bucket}\\b`).test(part.replace(`| ${action} |`, '')));
    for (const [, right] of part.matchAll(/`(s3:\w+)`/g)) for (const place of places) rights.add(`${right} ${place}`);
  }
  return rights;
}

/** The right that a request to a bucket takes. */
function rightOf({ method, key, query }: { readonly method: string; readonly key: string; readonly query: URLSearchParams }): string {
  if (key === '') return query.has('versions') ? 's3:ListBucketVersions' : method === 'POST' ? 's3:DeleteObjectVersion' : 's3:ListBucket';
  if (method === 'GET' || method === 'HEAD') return query.has('versionId') ? 's3:GetObjectVersion' : 's3:GetObject';
  return method === 'DELETE' ? (query.has('uploadId') ? 's3:AbortMultipartUpload' : 's3:DeleteObject') : 's3:PutObject';
}

/** Runs an action: what it printed, and each right that it took. */
async function taken(...argv: readonly string[]): Promise<{ readonly out: string; readonly rights: ReadonlySet<string> }> {
  const rights = new Set<string>();
  const stack = stackOf(cloud);
  cloud.server?.setFault((request) => {
    const name = Object.entries(BUCKETS).find(([, output]) => stack[output] === request.bucket)?.[0];
    rights.add(`${rightOf(request)} ${name}`);
    return undefined;
  });
  let out = '';
  await main(['cloud', ...argv, '--stack', join(folder, 'cloud.json')], {
    out: { write: (text: string) => (out += text) },
    err: { write: () => undefined },
  });
  cloud.server?.setFault(undefined);
  return { out: out.trim(), rights };
}

async function within(...argv: readonly [string, ...string[]]): Promise<string> {
  const { out, rights } = await taken(...argv);
  expect([argv[0], [...rights].filter((right) => !rightsOf(argv[0]).has(right))]).toEqual([argv[0], []]);
  // An action that asks for nothing would hold anyway.
  expect([argv[0], rights.size > 0]).toEqual([argv[0], true]);
  return out;
}

test('an audit from its submission to its purge takes no right on a bucket that the page does not name', async () => {
  await within('push', 'wordnet');
  const original = join(folder, 'original.txt');
  const id = await within('submit', join(folder, 'release.txt'), '--original', original, '--name', 'rights', '--attack', 'rba');
  await cloud.deliver('inbox/rights/audit.json');
  expect(await cloud.settle()).toHaveProperty('output');
  expect(await within('status', id)).toMatch(/^succeeded: [A-Z].+\.$/);
  await within('results', id, '--out', join(folder, 'out'));
  expect(await within('purge', id, '--yes')).toContain('versions deleted');
});

test('so does a campaign', async () => {
  const id = await within('submit', join(folder, 'many.json'), '--campaign');
  await cloud.deliver('inbox/campaigns/many.json');
  await cloud.settle();
  expect(await within('status', id)).toMatch(/^one\tsucceeded.*\nbad\trejected/);
  expect(await within('results', id)).toContain('s3://');
  expect(await within('purge', id, '--yes')).toContain('versions deleted');
});

test('an action that takes more than its row says would be seen', async () => {
  expect([...rightsOf('results')].includes('s3:PutObject inbox')).toBe(false);
  expect([...rightsOf('status')]).toEqual(expect.arrayContaining(['s3:GetObject results', 's3:ListBucket inbox', 's3:GetObject work']));
  expect((await taken('submit', join(folder, 'release.txt'), '--name', 'seen')).rights).toContain('s3:PutObject inbox');
});
