// One audit has one name at home and in the cloud; whoever asks for it in the cloud has an admission of their own.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditFiles } from '../../cli/audit/audit-files.ts';
import { parseRequest, readRequestFile } from '../../cli/audit/request.ts';
import { fetchResults } from '../../cli/cloud/results.ts';
import { submit } from '../../cli/cloud/submit.ts';
import { type LocalCloud, startCloud } from '../../cloud-local/cloud.ts';
import { stackTemplates } from '../../cloud-local/snapshot.ts';
import { QUIET } from '../../shared/ports/progress.ts';
import { bucketOf, pushWordnet, smallDataset, stackOf } from '../helpers/cloud.ts';
import { ownHome } from '../helpers/own-home.ts';

const { release } = smallDataset('identity', 6);
let cloud: LocalCloud;
let folder: string;

ownHome();
beforeAll(async () => {
  cloud = await startCloud(await stackTemplates({ teams: ['cardiology', 'oncology'] }), { map: { batchSize: 8 } });
  await pushWordnet(cloud);
  folder = mkdtempSync(join(tmpdir(), 'unveil-one-identity-'));
}, 300_000);
afterAll(async () => {
  await cloud.stop();
  rmSync(folder, { recursive: true });
});

/** Drops it, and copies its results; answers the id of the admission. */
async function inTheCloud(request: Parameters<typeof submit>[1], team: string, out: string): Promise<string> {
  const id = await submit(stackOf(cloud), request, out, team);
  await cloud.deliver(`inbox/${team}/${out}/audit.json`);
  await cloud.settle();
  await fetchResults(stackOf(cloud), id, join(folder, out));
  return id;
}

const named = (out: string): string =>
  (JSON.parse(readFileSync(join(folder, out, '_SUCCESS.json'), 'utf8')) as { audit_id: string }).audit_id;
const filesIn = (out: string): string[] =>
  readdirSync(join(folder, out), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.\w+$/.test(file))
    .map((file) => file.replace(/dt=[\d-]+/, 'dt=DAY'))
    .toSorted();

test.each([
  ['clinic', 'examples/clinic/audit.json', { attacks: ['rba'] }],
  ['patients', 'examples/patients/release/audit.json', { external: 'examples/patients/voters.csv' }],
])(
  '%s: both homes give it one name and files of the same names; two teams have an admission each',
  async (name, file, more) => {
    const request = parseRequest({ ...readRequestFile(file), ...more });
    await auditFiles(request, { name, out: join(folder, name), progress: QUIET });
    const identity = named(name);
    expect(identity).toMatch(/^[0-9a-f]{32}$/);
    const ids = [await inTheCloud(request, 'oncology', `${name}-1`), await inTheCloud(request, 'cardiology', `${name}-2`)];
    expect([named(`${name}-1`), named(`${name}-2`)]).toEqual([identity, identity]);
    expect(filesIn(`${name}-1`)).toEqual(filesIn(name));
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) {
      expect(id.startsWith(identity)).toBe(true);
      expect(cloud.executions.has(id)).toBe(true);
    }
  },
  300_000,
);

test('the same file under two keys of a team: two admissions run and are answered, with results of their own', async () => {
  const before = new Set(cloud.executions.keys());
  const keys = ['inbox/oncology/one.txt', 'inbox/oncology/two.txt'];
  for (const key of keys) {
    await bucketOf(cloud, 'INBOX').write(key, Buffer.from(release));
    await cloud.deliver(key);
    await cloud.settle();
  }
  const ids = [...cloud.executions.keys()].filter((id) => !before.has(id));
  expect(ids).toHaveLength(2);
  expect(new Set(ids.map((id) => id.slice(0, 32))).size).toBe(1);
  for (const [at, key] of keys.entries()) {
    const answer = Buffer.concat(await Array.fromAsync(bucketOf(cloud, 'INBOX').read(`answers/${key}.done.json`))).toString();
    expect(JSON.parse(answer)).toMatchObject({ audit_id: ids[at], results: expect.stringContaining(`team=oncology/audit_id=${ids[at]}/`) });
  }
}, 300_000);

test('the same request for redacted results is run: what was written before it holds names', async () => {
  const base = { release: join(folder, 'r.txt'), attacks: ['mda'] };
  writeFileSync(base.release, release);
  const open = await inTheCloud(parseRequest(base), 'oncology', 'written');
  const redacted = await inTheCloud(parseRequest({ ...base, output: { redact: true } }), 'oncology', 'written');
  expect(redacted).not.toBe(open);
  expect(redacted.slice(0, 32)).toBe(open.slice(0, 32));
  expect(cloud.executions.has(redacted)).toBe(true);
}, 300_000);
