// The attacks that learn from the whole release, with word vectors and without, in both homes: the same bytes.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { auditFiles } from '../../cli/audit/audit-files.ts';
import { pushSource } from '../../cli/cloud/push.ts';
import type { LocalCloud } from '../../cloud-local/cloud.ts';
import { QUIET } from '../../shared/app/cloud/steps.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { publishedBy } from '../helpers/both-homes.ts';
import { bucketOf, cloudWithWordnet, comparedName, isCompared, smallDataset, stackOf } from '../helpers/cloud.ts';

let cloud: LocalCloud;
let folder: string;
const { release, original, items } = smallDataset('learned');
/** Most words of the dataset, some far from each other. */
const glove = (): string => {
  const random = seeded('vectors');
  return items
    .filter((_, at) => at % 5 !== 0)
    .map((word) => `${word} ${Array.from({ length: 8 }, () => (random.unit() - 0.5).toFixed(4)).join(' ')}\n`)
    .join('');
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-learned-'));
  process.env['UNVEIL_HOME'] = join(folder, 'home');
  writeFileSync(join(folder, 'vectors.txt'), glove());
  cloud = await cloudWithWordnet();
}, 300_000);
afterAll(async () => {
  delete process.env['UNVEIL_HOME'];
  await cloud.stop();
  rmSync(folder, { recursive: true });
});

interface Asked {
  readonly name: string;
  readonly release: string;
  readonly original: string | null;
  readonly request: object;
}

/** File name (tables: table and part) to bytes, of the laptop. */
async function atHome({ name, release, original, request }: Asked): Promise<Map<string, Buffer>> {
  const at = join(folder, name);
  writeFileSync(`${at}-release.txt`, release);
  if (original !== null) writeFileSync(`${at}-original.txt`, original);
  const files = { release: `${at}-release.txt`, ...(original === null ? {} : { original: `${at}-original.txt` }) };
  await auditFiles(auditRequest.parse({ ...request, ...files }), { name, out: `${at}-out`, progress: QUIET });
  const written = readdirSync(`${at}-out`, { recursive: true, encoding: 'utf8' });
  return new Map(written.filter(isCompared).map((file) => [comparedName(file), readFileSync(join(`${at}-out`, file))]));
}

async function inTheCloud({ name, release, original, request }: Asked): Promise<Map<string, Buffer>> {
  const inbox = bucketOf(cloud, 'INBOX');
  await inbox.write(`inbox/${name}/${name}-release.txt`, Buffer.from(release));
  if (original !== null) await inbox.write(`inbox/${name}/${name}-original.txt`, Buffer.from(original));
  const files = { release: `${name}-release.txt`, ...(original === null ? {} : { original: `${name}-original.txt` }) };
  await inbox.write(`inbox/${name}/audit.json`, Buffer.from(JSON.stringify({ ...request, name, ...files })));
  await cloud.deliver(`inbox/${name}/audit.json`);
  expect(await cloud.settle()).toHaveProperty('output');
  const id = [...cloud.executions.keys()].at(-1) as string;
  return publishedBy(cloud, id);
}

async function expectSameBytes(asked: Asked, inCloud: object = {}): Promise<Map<string, Buffer>> {
  const home = await atHome(asked);
  const published = await inTheCloud({ ...asked, request: { ...asked.request, ...inCloud } });
  expect([...published.keys()].toSorted()).toEqual([...home.keys()].toSorted());
  for (const [file, bytes] of home) expect({ file, same: published.get(file)?.equals(bytes) }).toEqual({ file, same: true });
  return home;
}

test('the calibrated attack with word vectors, read by ranges of the pack that was pushed', async () => {
  const file = join(folder, 'vectors.txt');
  expect(await pushSource(stackOf(cloud), `embeddings:${file}`)).toMatch(/^sources\/embeddings\/vectors\.txt\/[0-9a-f]{32}-1\.vectors$/);
  const asked = { name: 'vectors', release, original, request: { attacks: ['calibrated', 'calibrated-precise', 'rba'], embeddings: file } };
  const withVectors = await expectSameBytes(asked, { embeddings: basename(file) });
  const without = await atHome({ ...asked, name: 'blind', request: { attacks: ['calibrated'] } });
  // They were used: another attacked dataset comes without them.
  expect(withVectors.get('attacked.jsonl')?.equals(without.get('attacked.jsonl') as Buffer)).toBe(false);
});

test('all default attacks; where the leading one cannot be computed the next one leads', async () => {
  const hospital = readFileSync('examples/hospital/release.txt', 'utf8');
  await expectSameBytes({
    name: 'defaults',
    release: hospital,
    original: readFileSync('examples/hospital/original.txt', 'utf8'),
    request: {},
  });
});

test('a release without a generalised item is published as such', async () => {
  const plain = await expectSameBytes({ name: 'plain', release: 'fever, cough\nasthma\n', original: null, request: {} });
  expect(plain.get('attacked.jsonl')?.toString().trim().split('\n')).toHaveLength(2);
});

test('word vectors that were never pushed: the drop is rejected by the starter, and no execution begins', async () => {
  const before = cloud.executions.size;
  const inbox = bucketOf(cloud, 'INBOX');
  await inbox.write('inbox/none/release.txt', Buffer.from(release));
  await inbox.write('inbox/none/audit.json', Buffer.from(JSON.stringify({ release: 'release.txt', embeddings: 'glove' })));
  await cloud.deliver('inbox/none/audit.json');
  expect(cloud.executions.size).toBe(before);
  const rejection = Buffer.concat(await Array.fromAsync(inbox.read('inbox/none/rejected.json'))).toString();
  expect(JSON.parse(rejection).message).toBe(
    'audit.json: the stack does not have the source "embeddings"; push it with: unveil cloud push embeddings',
  );
});
