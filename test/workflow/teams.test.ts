// A stack with teams: each drops below its own folder, names files there only, and has its results below a folder of its own.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../cli/main.ts';
import { type LocalCloud, startCloud } from '../../cloud-local/cloud.ts';
import { stackTemplates } from '../../cloud-local/snapshot.ts';
import { bucketOf, pushWordnet, smallDataset, stackOf, TEAMS } from '../helpers/cloud.ts';

const { release, original } = smallDataset('teams', 6);
const AN_HOUR_AGO = new Date(Date.now() - 3_600_000);
let cloud: LocalCloud;
let folder: string;
let stackFile: string;

beforeAll(async () => {
  cloud = await startCloud(await stackTemplates(TEAMS), { map: { batchSize: 4 } });
  await pushWordnet(cloud);
  folder = mkdtempSync(join(tmpdir(), 'unveil-teams-'));
  stackFile = join(folder, 'cloud.json');
  writeFileSync(stackFile, JSON.stringify({ 'unveil-main': stackOf(cloud) }));
  writeFileSync(join(folder, 'release.txt'), release);
  writeFileSync(join(folder, 'original.txt'), original);
}, 300_000);
afterAll(async () => {
  await cloud.stop();
  rmSync(folder, { recursive: true });
});

async function unveil(...argv: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const write = (to: 'out' | 'err') => ({ write: (text: string) => (said[to] += text) });
  const code = await main(['cloud', ...argv, '--stack', stackFile], { out: write('out'), err: write('err') });
  return { code, ...said };
}

const keysIn = async (bucket: 'INBOX' | 'RESULTS', text: string): Promise<string[]> =>
  (await Array.fromAsync(bucketOf(cloud, bucket).list(''))).map(({ key }) => key).filter((key) => key.includes(text));

async function dropped(key: string, content: string | object): Promise<void> {
  await bucketOf(cloud, 'INBOX').write(key, Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)));
  await cloud.deliver(key, AN_HOUR_AGO);
  await cloud.settle();
}

const rejection = async (key: string): Promise<string> => {
  const text = Buffer.concat(await Array.fromAsync(bucketOf(cloud, 'INBOX').read(`answers/${key}.rejected.json`))).toString();
  return (JSON.parse(text) as { message: string }).message;
};

test('submit, status, results and purge go by the team: all of it stands below its folders, and nothing is left', async () => {
  const given = [join(folder, 'release.txt'), '--original', join(folder, 'original.txt'), '--name', 'way', '--attack', 'rba'];
  const { out, err } = await unveil('submit', ...given, '--team', 'oncology');
  expect(err).toBe('');
  const id = out.trim();
  await cloud.deliver('inbox/oncology/way/audit.json');
  expect(await cloud.settle()).toHaveProperty('output');
  expect(await unveil('status', id)).toMatchObject({ code: 0, out: expect.stringMatching(/^succeeded: [A-Z].+\.\n$/) });
  const results = await keysIn('RESULTS', id);
  expect(results.length).toBeGreaterThan(8);
  expect(results.filter((key) => !key.startsWith('results/team=oncology/'))).toEqual([]);
  expect(await unveil('results', id, '--out', join(folder, 'got'))).toMatchObject({ code: 0 });
  expect(await keysIn('INBOX', 'answers/inbox/oncology/way/audit.json.done.json')).toHaveLength(1);
  await cloud.tick();
  const copies = (): Promise<string[]> => keysIn('RESULTS', 'compact/');
  expect((await copies()).map((key) => key.split('/').slice(0, 3).join('/')).toSorted()).toEqual([
    'compact/team=oncology/table=all_attacks',
    'compact/team=oncology/table=all_audits',
  ]);
  expect(await unveil('purge', id, '--yes')).toMatchObject({ code: 0 });
  expect(await copies()).toEqual([]);
  expect(await keysIn('RESULTS', id)).toEqual([]);
  expect(await keysIn('INBOX', 'oncology/way')).toEqual([]);
});

test('a drop of no team, or of one that there is not, is rejected and told where to go', async () => {
  for (const key of ['inbox/x.txt', 'inbox/surgery/x.txt', 'inbox/surgery/y/audit.json']) {
    await dropped(key, release);
    expect(await rejection(key)).toContain('drop it below inbox/TEAM/, where TEAM is one of cardiology, oncology');
  }
  expect(await unveil('submit', join(folder, 'release.txt'))).toMatchObject({ code: 2, err: expect.stringContaining('--team') });
  expect(await unveil('submit', join(folder, 'release.txt'), '--team', 'surgery')).toMatchObject({ code: 2 });
});

test("another team's file cannot be audited, by an audit or by a campaign", async () => {
  const before = cloud.executions.size;
  await dropped('inbox/cardiology/theirs/release.txt', release);
  const ways = ['../../cardiology/theirs/release.txt', '/inbox/cardiology/theirs/release.txt', 'inbox/cardiology/theirs/release.txt'];
  for (const [at, path] of ways.entries()) {
    await dropped(`inbox/oncology/spy-${at}/audit.json`, { release: path });
    expect(await rejection(`inbox/oncology/spy-${at}/audit.json`)).toMatch(/stays in it|there is no such file/);
  }
  expect(cloud.executions.size).toBe(before);
  const audits = ['../../cardiology/theirs/release.txt', 'cardiology/theirs/release.txt'].map((path, at) => ({
    name: `s${at}`,
    release: path,
  }));
  await dropped('inbox/oncology/campaigns/spy.json', { audits });
  // The campaign ran; none of its audits did.
  expect(cloud.executions.size).toBe(before + 1);
  expect(await keysIn('RESULTS', 'audit_id')).toEqual([]);
});

test("a campaign's report, table and audits stand below its team, and status finds them", async () => {
  await dropped('inbox/oncology/campaigns/w/a.txt', release);
  await dropped('inbox/oncology/campaigns/w.json', { audits: [{ name: 'a', release: 'w/a.txt', attacks: ['rba'] }] });
  const id = [...cloud.executions.keys()].findLast((each) => each.startsWith('x')) ?? '';
  expect(await unveil('status', id)).toMatchObject({ code: 0, out: expect.stringMatching(/^a\tsucceeded\t/) });
  expect((await unveil('results', id)).out).toContain('/results/team=oncology/audit_id=');
  expect((await keysIn('RESULTS', id)).map((key) => key.split('/').slice(0, 3).join('/')).toSorted()).toEqual([
    `results/team=oncology/campaign_id=${id}`,
    `results/team=oncology/campaign_id=${id}`,
    'results/team=oncology/table=campaigns',
  ]);
  expect((await keysIn('RESULTS', '')).filter((key) => !key.startsWith('results/team=oncology/'))).toEqual([]);
});
