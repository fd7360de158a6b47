// A campaign through the deployed machines: many datasets under one parent execution, none of which takes another with it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { campaignLines, campaignStatus, submitCampaign } from '../../cli/cloud/campaign.ts';
import type { Intercept, LocalCloud } from '../../cloud-local/cloud.ts';
import type { LoggedEvent } from '../../cloud-local/workflow/run.ts';
import type { CampaignAudit } from '../../shared/contracts/campaign.ts';
import { bucketOf, cloudWithWordnet, smallDataset, stackOf } from '../helpers/cloud.ts';
import { disassociatedDataset } from '../helpers/disassociated-dataset.ts';

const one = smallDataset('campaign one', 6);
const two = smallDataset('campaign two', 6);
const made = disassociatedDataset(one.items.slice(0, 12), 60, { k: 3, m: 2, maxCluster: 9 });
const CAMPAIGN = {
  defaults: { attacks: ['rba'], seed: 's' },
  audits: [
    { name: 'one', release: 'spring/one.txt', original: 'spring/one-original.txt', grid: { ratio: [0.5, 1], 'context.width': [1, 2] } },
    { name: 'two', release: 'spring/two.txt' },
    { name: 'bad', release: 'spring/bad.txt' },
    { name: 'gone', release: 'spring/gone.txt' },
    { name: 'clusters', release: 'spring/clusters.json', attacks: ['aba'], claim: { k: 3 } },
    // The same content and request under another name: one audit.
    { name: 'again', release: 'spring/two.txt' },
  ],
};

let cloud: LocalCloud;
const events: LoggedEvent[] = [];

beforeAll(async () => {
  cloud = await cloudWithWordnet();
  const inbox = bucketOf(cloud, 'INBOX');
  const files = {
    'one.txt': one.release,
    'one-original.txt': one.original,
    'two.txt': two.release,
    'bad.txt': 'fever, (cough\n',
    'clusters.json': made.release,
  };
  for (const [name, text] of Object.entries(files)) await inbox.write(`inbox/campaigns/spring/${name}`, Buffer.from(text));
}, 300_000);
afterAll(() => cloud.stop());

async function run(name: string, campaign: unknown): Promise<string | null> {
  const before = cloud.executions.size;
  await bucketOf(cloud, 'INBOX').write(`inbox/campaigns/${name}.json`, Buffer.from(JSON.stringify(campaign)));
  await cloud.deliver(`inbox/campaigns/${name}.json`);
  await cloud.settle();
  return cloud.executions.size === before ? null : ([...cloud.executions.keys()].slice(before).find((id) => id.startsWith('x')) ?? null);
}

const textIn = async (bucket: 'INBOX' | 'RESULTS', key: string): Promise<string> =>
  Buffer.concat(await Array.fromAsync(bucketOf(cloud, bucket).read(key))).toString();

describe('a campaign', () => {
  let id: string;
  let audits: readonly CampaignAudit[];

  beforeAll(async () => {
    // One dataset's attack fails for good: the others end well.
    const failing: { id: string } = { id: '' };
    const intercept: Intercept = async (handler, payload, call) => {
      const { audit } = payload as { audit?: { auditId: string } };
      if (handler === 'attack-units' && audit?.auditId === failing.id) throw new TypeError('injected');
      const answer = await call();
      const { at } = payload as { at?: number };
      // `two` is the fifth audit, after the four points of the grid.
      if (handler === 'admit-audit' && at === 4) failing.id = (answer as { audit: { auditId: string } }).audit.auditId;
      return answer;
    };
    cloud.set({ map: { batchSize: 4, concurrency: 2 }, intercept, onEvent: (event) => events.push(event) });
    id = (await run('spring', CAMPAIGN)) ?? '';
    audits = (JSON.parse(await textIn('RESULTS', `results/campaign_id=${id}/campaign.json`)) as { audits: CampaignAudit[] }).audits;
  }, 200_000);

  test('each dataset is named with how it ended, grids point by point', () => {
    expect(audits.map(({ name, status, reason }) => [name, status, reason])).toEqual([
      ['one.ratio-0.5.width-1', 'succeeded', null],
      ['one.ratio-0.5.width-2', 'succeeded', null],
      ['one.ratio-1.width-1', 'succeeded', null],
      ['one.ratio-1.width-2', 'succeeded', null],
      ['two', 'failed', 'States.ExceedToleratedFailureThreshold'],
      ['bad', 'rejected', 'BadInput'],
      ['gone', 'rejected', 'spring/gone.txt: there is no such file'],
      ['clusters', 'succeeded', null],
      ['again', 'failed', 'States.ExceedToleratedFailureThreshold'],
    ]);
    expect(new Set(audits.map(({ auditId }) => auditId)).size).toBe(8);
  });

  test('a rejected dataset has the message of the laptop beside the campaign', async () => {
    const bad = JSON.parse(await textIn('INBOX', 'inbox/campaigns/spring/bad.rejected.json')) as { message: string };
    expect(bad.message).toContain('bad.txt:1:');
    const gone = JSON.parse(await textIn('INBOX', 'inbox/campaigns/spring/gone.rejected.json')) as { message: string };
    expect(gone.message).toBe('spring/gone.txt: there is no such file');
  });

  test('status lists the same', async () => {
    const status = await campaignStatus(stackOf(cloud), id);
    expect(status).toEqual(audits);
    expect(campaignLines(status ?? []).split('\n')[4]).toBe(`two\tfailed\t${audits[4]?.auditId}\tStates.ExceedToleratedFailureThreshold`);
    expect(await campaignStatus(stackOf(cloud), `x${'0'.repeat(39)}`)).toBeNull();
  });

  test('the parent ends well and counts', async () => {
    expect(await cloud.executions.get(id)?.outcome).toMatchObject({
      output: { reported: { audits: 9, succeeded: 5, rejected: 2, failed: 2, lost: 0, running: 0 } },
    });
  });

  test('the same campaign again, delivered or uploaded: runs once; the same audits in another campaign are not run again', async () => {
    const started = cloud.executions.size;
    await cloud.deliver('inbox/campaigns/spring.json');
    expect(await run('spring', CAMPAIGN)).toBeNull();
    expect(cloud.executions.size).toBe(started);
    const other = await run('summer', { ...CAMPAIGN, audits: CAMPAIGN.audits.slice(0, 1) });
    expect(cloud.executions.size).toBe(started + 1);
    expect(await cloud.executions.get(other ?? '')?.outcome).toMatchObject({ output: { reported: { audits: 4, succeeded: 4 } } });
  });

  test('no input or output of any state of parent or audits holds an item or the name of a dataset', () => {
    const seen = JSON.stringify(events);
    expect(events.length).toBeGreaterThan(200);
    expect([...one.items, 'spring', 'ratio-0'].filter((text) => new RegExp(`\\b${text}\\b`).test(seen))).toEqual([]);
  });
});

describe('faults', () => {
  test('admitting fails for good: that audit is lost and named, the others run', async () => {
    const intercept: Intercept = (handler, payload, call) =>
      handler === 'admit-audit' && (payload as { at: number }).at === 0 ? Promise.reject(new TypeError('injected')) : call();
    cloud.set({ map: { batchSize: 4 }, intercept });
    const audits = [
      { name: 'a', release: 'spring/one.txt', ratio: 0.7 },
      { name: 'b', release: 'spring/one.txt', ratio: 0.8 },
    ];
    const id = (await run('lost', { defaults: { attacks: ['rba'] }, audits })) ?? '';
    expect(await campaignStatus(stackOf(cloud), id)).toMatchObject([
      { name: 'a', status: 'lost', auditId: null },
      { name: 'b', status: 'succeeded' },
    ]);
  });

  test.each(['admit-audit', 'report-campaign'])('%s fails once, after its work: tried again, nothing doubled', async (handler) => {
    let left = 1;
    const intercept: Intercept = async (name, _payload, call) => {
      const answer = await call();
      if (name !== handler || left === 0) return answer;
      left -= 1;
      throw new Error('injected');
    };
    cloud.set({ map: { batchSize: 4 }, intercept });
    const before = cloud.executions.size;
    const id =
      (await run(`once-${handler}`, { audits: [{ name: handler, release: 'spring/one.txt', attacks: ['rba'], seed: handler }] })) ?? '';
    expect(await campaignStatus(stackOf(cloud), id)).toMatchObject([{ status: 'succeeded' }]);
    expect(cloud.executions.size).toBe(before + 2);
  });

  test('reporting always fails: the campaign is recorded as failed, its audits stay', async () => {
    cloud.set({
      map: { batchSize: 4 },
      intercept: (name, _, call) => (name === 'report-campaign' ? Promise.reject(new TypeError('x')) : call()),
    });
    const id = (await run('unreported', { audits: [{ name: 'u', release: 'spring/one.txt', attacks: ['rba'], seed: 'u' }] })) ?? '';
    expect(await cloud.executions.get(id)?.outcome).toMatchObject({ error: 'TypeError' });
    expect(await campaignStatus(stackOf(cloud), id)).toMatchObject([{ status: 'succeeded' }]);
  });
});

describe('a campaign that cannot be used is rejected whole, before anything of it starts', () => {
  const audit = { name: 'a', release: 'spring/one.txt' };
  test.each([
    ['no list of audits', {}, 'bad.json: audits: must be an array'],
    ['a mistyped key', { audits: [{ ...audit, rato: 1 }] }, 'bad.json: audits.0.rato: there is no such key'],
    ['a mistyped default', { defaults: { relase: 1 }, audits: [audit] }, 'bad.json: audits.0.relase: there is no such key'],
    ['a value out of range on the grid', { audits: [audit], grid: { ratio: [1, -1] } }, 'bad.json: audits.0.ratio: must be more than 0'],
    ['two audits of one name', { audits: [audit, audit] }, 'bad.json: audits.1.name: "a" is the name of audits.0 too'],
    ['a key that campaigns have not', { audits: [audit], audit: [] }, 'bad.json: audit: there is no such key'],
  ])('%s', async (_name, campaign, message) => {
    cloud.set({});
    expect(await run('bad', campaign)).toBeNull();
    expect((JSON.parse(await textIn('INBOX', 'inbox/campaigns/bad.rejected.json')) as { message: string }).message).toBe(message);
  });
});

test('submit drops the files as they stand beside the campaign, and prints the id that the stack gives it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-campaign-'));
  try {
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data', 'x.txt'), two.release);
    writeFileSync(join(folder, 'mine.json'), JSON.stringify({ audits: [{ name: 'x', release: 'data/x.txt', attacks: ['rba'] }] }));
    const id = await submitCampaign(stackOf(cloud), join(folder, 'mine.json'));
    cloud.set({ map: { batchSize: 4 } });
    await cloud.deliver('inbox/campaigns/mine.json');
    await cloud.settle();
    expect(await campaignStatus(stackOf(cloud), id)).toMatchObject([{ name: 'x', status: 'succeeded' }]);
    writeFileSync(join(folder, 'out.json'), JSON.stringify({ audits: [{ name: 'x', release: '../x.txt' }] }));
    await expect(submitCampaign(stackOf(cloud), join(folder, 'out.json'))).rejects.toThrow('stays in it');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
