// A campaign through the deployed machines: many datasets under one parent; failures stay separate.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { jest } from '@jest/globals';
import { type CampaignStatus, campaignExit, campaignLines, campaignStatus, submitCampaign } from '../../cli/cloud/campaign.ts';
import { lineOfStack } from '../../cli/cloud/status.ts';
import { main } from '../../cli/main.ts';
import type { Intercept, LocalCloud } from '../../cloud-local/cloud.ts';
import type { LoggedEvent } from '../../cloud-local/workflow/run.ts';
import type { CampaignAudit } from '../../shared/contracts/campaign.ts';
import { LOOK_AROUND } from '../../shared/contracts/stack-names.ts';
import { bucketOf, cloudWithWordnet, smallDataset, stackOf } from '../helpers/cloud.ts';
import { disassociatedDataset } from '../helpers/disassociated-dataset.ts';
import { jsonOf } from '../helpers/json-output.ts';

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
    {
      name: 'live',
      release: 'spring/two.txt',
      sources: ['wikipedia'],
      egress: { allow: ['wikipedia'] },
      context: { select: 'conjunctive' },
    },
  ],
};

/** Nothing is waited for that was to be there half an hour after. */
const AN_HOUR_AGO = new Date(Date.now() - 3_600_000);

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
  await cloud.deliver(`inbox/campaigns/${name}.json`, AN_HOUR_AGO);
  await cloud.settle();
  return cloud.executions.size === before ? null : ([...cloud.executions.keys()].slice(before).find((id) => id.startsWith('x')) ?? null);
}

const textIn = async (bucket: 'INBOX' | 'RESULTS', key: string): Promise<string> =>
  Buffer.concat(await Array.fromAsync(bucketOf(cloud, bucket).read(key))).toString();

const messageIn = async (key: string): Promise<string> => (JSON.parse(await textIn('INBOX', key)) as { message: string }).message;
const auditsOf = async (id: string): Promise<readonly CampaignAudit[] | undefined> => (await campaignStatus(stackOf(cloud), id))?.audits;

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

  test('each dataset is named with how it ended, grids point by point; one that was rejected with the words beside it', async () => {
    const badMessage = await messageIn('inbox/campaigns/spring/bad.rejected.json');
    expect(badMessage).toMatch(/^bad\.txt:1:\d+: /);
    expect(audits.map(({ name, status, reason }) => [name, status, reason])).toEqual([
      ['one.ratio-0.5.width-1', 'succeeded', null],
      ['one.ratio-0.5.width-2', 'succeeded', null],
      ['one.ratio-1.width-1', 'succeeded', null],
      ['one.ratio-1.width-2', 'succeeded', null],
      ['two', 'failed', 'States.ExceedToleratedFailureThreshold'],
      ['bad', 'rejected', badMessage],
      ['gone', 'rejected', 'spring/gone.txt: there is no such file'],
      ['clusters', 'succeeded', null],
      ['again', 'failed', 'States.ExceedToleratedFailureThreshold'],
      [
        'live',
        'rejected',
        'spring.json: context "conjunctive" asks for many terms at once, which live sources do not answer; use a corpus, or another context',
      ],
    ]);
    expect(new Set(audits.map(({ auditId }) => auditId)).size).toBe(8);
  });

  test('its page has the verdict of each audit, how the others ended, and no item', async () => {
    const page = await textIn('RESULTS', `results/campaign_id=${id}/campaign.html`);
    expect(page).toContain('10 audits: 5 succeeded, 3 rejected, 2 failed. Verdicts: ');
    for (const { name, auditId, status, reason } of audits) {
      expect(page).toContain(`<bdi>${name}</bdi>`);
      expect([name, page.includes(`href="../audit_id=${auditId}/report.html"`)]).toEqual([name, status === 'succeeded']);
      if (reason?.startsWith('States.') === true) expect(page).toContain(reason);
    }
    // The same table as at home: people and level of each, from its own results.
    const [first] = audits;
    const conclusion = JSON.parse(await textIn('RESULTS', `results/audit_id=${first?.auditId}/verdict.json`)) as {
      verdict: { level: string };
    };
    expect(page).toContain(`<td class="words">${conclusion.verdict.level}</td><td>90</td>`);
    const said = page.replaceAll(/<style>.*?<\/style>/gs, '');
    for (const item of [...one.items, ...two.items]) expect([item, new RegExp(`\\b${item}\\b`).test(said)]).toEqual([item, false]);
  });

  test('a rejected dataset has the message of the laptop beside the campaign', async () => {
    expect(await messageIn('inbox/campaigns/spring/bad.rejected.json')).toContain('bad.txt:1:');
    expect(await messageIn('inbox/campaigns/spring/gone.rejected.json')).toBe('spring/gone.txt: there is no such file');
  });

  test('status lists the same', async () => {
    const status = await campaignStatus(stackOf(cloud), id);
    const page = `s3://${stackOf(cloud).Results}/results/campaign_id=${id}/campaign.html`;
    expect(status).toEqual({ team: null, audits, page, error: null });
    expect(status === null ? null : campaignExit(status)).toBe(1);
    expect(campaignLines(audits).split('\n')[4]).toBe(`two\tfailed\t${audits[4]?.auditId}\tStates.ExceedToleratedFailureThreshold`);
    expect(await campaignStatus(stackOf(cloud), `x${'0'.repeat(39)}`)).toBeNull();
  });

  test('the parent ends well and counts', async () => {
    expect(await cloud.executions.get(id)?.outcome).toMatchObject({
      output: { reported: { audits: 10, succeeded: 5, rejected: 3, failed: 2, lost: 0, running: 0 } },
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

test('while it runs, what it has not come to is waiting, and fails nothing', async () => {
  const seen: (CampaignStatus | null)[] = [];
  const intercept: Intercept = async (handler, payload, call) => {
    const { campaign } = payload as { campaign?: { auditId: string } };
    if (handler === 'admit-audit') seen.push(await campaignStatus(stackOf(cloud), campaign?.auditId ?? ''));
    return call();
  };
  cloud.set({ map: { batchSize: 4, concurrency: 1 }, intercept });
  const audits = ['a', 'b'].map((name) => ({ name, release: 'spring/one.txt', attacks: ['rba'], seed: `waiting ${name}` }));
  await run('waiting', { audits });
  expect(seen.map((each) => each?.audits.map(({ status }) => status))).toEqual([
    ['waiting', 'waiting'],
    ['succeeded', 'waiting'],
  ]);
  expect(seen.map((each) => (each === null ? null : campaignExit(each)))).toEqual([0, 0]);
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
    expect(await auditsOf(id)).toMatchObject([
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
    expect(await auditsOf(id)).toMatchObject([{ status: 'succeeded' }]);
    expect(cloud.executions.size).toBe(before + 2);
  });

  test('reporting always fails: the campaign is recorded as failed, its audits stay', async () => {
    cloud.set({
      map: { batchSize: 4 },
      intercept: (name, _, call) => (name === 'report-campaign' ? Promise.reject(new TypeError('x')) : call()),
    });
    const id = (await run('unreported', { audits: [{ name: 'u', release: 'spring/one.txt', attacks: ['rba'], seed: 'u' }] })) ?? '';
    expect(await cloud.executions.get(id)?.outcome).toMatchObject({ error: 'TypeError' });
    const status = await campaignStatus(stackOf(cloud), id);
    expect(status).toMatchObject({ audits: [{ status: 'succeeded' }], error: 'TypeError' });
    expect(status === null ? null : campaignExit(status)).toBe(1);
  });
});

describe('a start that the service refuses for now', () => {
  const tried = async (name: string, refusals: number) => {
    let left = refusals;
    const refused: string[] = [];
    cloud.set({
      map: { batchSize: 4 },
      refuseStart: (execution) => {
        if (left === 0) return undefined;
        left -= 1;
        refused.push(execution);
        return 'StepFunctions.ExecutionLimitExceeded';
      },
    });
    const id = (await run(name, { audits: [{ name, release: 'spring/one.txt', attacks: ['rba'], seed: name }] })) ?? '';
    cloud.set({});
    const report = JSON.parse(await textIn('RESULTS', `results/campaign_id=${id}/campaign.json`)) as { audits: CampaignAudit[] };
    return { id, refused, statuses: report.audits.map(({ status }) => status) };
  };

  test('is tried again, until the audit runs', async () => {
    const { refused, statuses } = await tried('limit', 15);
    expect(refused).toHaveLength(15);
    expect(new Set(refused).size).toBe(1);
    expect(statuses).toEqual(['succeeded']);
  });

  test('for as long as it is tried: the report names the audit as lost, not as running, and its place in the line is free again', async () => {
    const { id, refused, statuses } = await tried('full', 1_000);
    expect(refused.length).toBeGreaterThan(15);
    expect(statuses).toEqual(['lost']);
    expect(await auditsOf(id)).toMatchObject([{ status: 'lost' }]);
    jest.useFakeTimers({
      now: Date.now() + 3_600_000,
      doNotFake: [
        'nextTick',
        'setImmediate',
        'setTimeout',
        'setInterval',
        'clearTimeout',
        'clearInterval',
        'clearImmediate',
        'queueMicrotask',
        'performance',
        'hrtime',
      ],
    });
    try {
      await cloud.invoke('start-audit', { Records: [{ messageId: '1', receiptHandle: 'r', body: JSON.stringify(LOOK_AROUND) }] });
    } finally {
      jest.useRealTimers();
    }
    const { waiting, running } = await lineOfStack(stackOf(cloud));
    expect([waiting, running]).toEqual([[], []]);
  });
});

describe('a campaign that cannot be used is rejected whole, before anything of it starts', () => {
  const audit = { name: 'a', release: 'spring/one.txt' };
  test.each([
    ['no list of audits', {}, 'bad.json: audits: is missing; it is an array'],
    ['a mistyped key', { audits: [{ ...audit, rato: 1 }] }, 'bad.json: audits.0.rato: there is no such key'],
    ['a mistyped default', { defaults: { relase: 1 }, audits: [audit] }, 'bad.json: audits.0.relase: there is no such key'],
    ['a value out of range on the grid', { audits: [audit], grid: { ratio: [1, -1] } }, 'bad.json: audits.0.ratio: must be more than 0'],
    ['two audits of one name', { audits: [audit, audit] }, 'bad.json: audits.1.name: "a" is the name of audits.0 too'],
    ['a key that campaigns have not', { audits: [audit], audit: [] }, 'bad.json: audit: there is no such key'],
  ])('%s', async (_name, campaign, message) => {
    cloud.set({});
    expect(await run('bad', campaign)).toBeNull();
    expect(await messageIn('inbox/campaigns/bad.rejected.json')).toBe(message);
  });
});

test('submit drops the files as they stand beside the campaign, and prints the id that the stack gives it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-campaign-'));
  try {
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data', 'x.txt'), two.release);
    writeFileSync(join(folder, 'data', 'people.csv'), 'zip,disease\n130,flu\n130,gout\n');
    writeFileSync(join(folder, 'data', 'register.csv'), 'name,zip\nann,130\nbob,131\n');
    writeFileSync(join(folder, 'data', 'zip.csv'), '130;13*;*\n');
    const roles = { columns: { zip: { role: 'quasi', hierarchy: 'zip.csv' }, disease: { role: 'sensitive' } } };
    writeFileSync(join(folder, 'data', 'roles.json'), JSON.stringify(roles));
    const people = { name: 'people', release: 'data/people.csv', roles: 'data/roles.json', external: 'data/register.csv' };
    const audits = [{ name: 'x', release: 'data/x.txt', attacks: ['rba'] }, people];
    writeFileSync(join(folder, 'mine.json'), JSON.stringify({ audits }));
    const id = await submitCampaign(stackOf(cloud), join(folder, 'mine.json'));
    cloud.set({ map: { batchSize: 4 } });
    await cloud.deliver('inbox/campaigns/mine.json');
    await cloud.settle();
    expect(await auditsOf(id)).toMatchObject([
      { name: 'x', status: 'succeeded' },
      { name: 'people', status: 'succeeded' },
    ]);
    writeFileSync(join(folder, 'out.json'), JSON.stringify({ audits: [{ name: 'x', release: '../x.txt' }] }));
    await expect(submitCampaign(stackOf(cloud), join(folder, 'out.json'))).rejects.toThrow('stays in it');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('purge', () => {
  const FIRST = {
    audits: [
      { name: 'a', release: 'p/one.txt', attacks: ['rba'] },
      { name: 'bad', release: 'p/bad.txt' },
      { name: 'gone', release: 'p/two.txt', original: 'p/none.txt' },
    ],
  };
  const SECOND = {
    audits: [
      { name: 'same', release: 'p/one.txt', attacks: ['rba'] },
      { name: 'own', release: 'p/three.txt', attacks: ['rba'] },
    ],
  };
  let folder: string;
  const said = { out: '', err: '' };
  const unveil = async (...argv: readonly string[]): Promise<number> => {
    Object.assign(said, { out: '', err: '' });
    const write = (to: 'out' | 'err') => ({ write: (text: string) => (said[to] += text) });
    return main(['cloud', ...argv, '--stack', join(folder, 'cloud.json')], { out: write('out'), err: write('err') });
  };
  /** Versions and rows, by any of the texts that may name them. */
  const left = async (...texts: readonly string[]): Promise<string[]> => {
    const found: string[] = [];
    for (const Bucket of [...cloud.deployed.buckets.values()].map(({ name }) => name)) {
      const { Versions = [], DeleteMarkers = [] } = await cloud.s3.send(new ListObjectVersionsCommand({ Bucket }));
      found.push(...[...Versions, ...DeleteMarkers].map(({ Key = '' }) => Key));
    }
    const { Items = [] } = await cloud.dynamo.client.send(new ScanCommand({ TableName: stackOf(cloud).Ledger }));
    found.push(...Items.map(({ pk }) => pk?.S ?? ''));
    return found.filter((each) => texts.some((text) => each.includes(text)));
  };
  let [first, second, shared, own] = ['', '', '', ''];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'unveil-purge-'));
    writeFileSync(join(folder, 'cloud.json'), JSON.stringify({ unveil: stackOf(cloud) }));
    cloud.set({ map: { batchSize: 4 } });
    const files = { one: one.release, two: two.release, three: two.release, bad: 'fever, (cough\n' };
    for (const [name, text] of Object.entries(files))
      await bucketOf(cloud, 'INBOX').write(`inbox/campaigns/p/${name}.txt`, Buffer.from(text));
    [first, second] = [(await run('first', FIRST)) ?? '', (await run('second', SECOND)) ?? ''];
    [shared, own] = ((await auditsOf(second)) ?? []).map(({ auditId }) => auditId ?? '') as [string, string];
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('asks before it deletes, and knows no campaign that the stack does not have', async () => {
    expect(await unveil('purge', first)).toBe(2);
    expect(said.err).toContain('of the campaign, its audits and the files it names; say --yes');
    expect(await unveil('purge', `x${'0'.repeat(39)}`, '--yes')).toBe(2);
    expect(said.err).toContain(`this stack has no campaign "x${'0'.repeat(39)}"`);
  });

  test('results lists the audits of a campaign, and where the results of each stand', async () => {
    expect(await unveil('results', second)).toBe(0);
    const place = (id: string) => `s3://${stackOf(cloud).Results}/results/audit_id=${id}/`;
    const page = `s3://${stackOf(cloud).Results}/results/campaign_id=${second}/campaign.html`;
    expect(said.out).toBe(`same\tsucceeded\t${shared}\t${place(shared)}\nown\tsucceeded\t${own}\t${place(own)}\npage: ${page}\n`);
    expect(await textIn('RESULTS', page.split('/').slice(3).join('/'))).toContain('2 audits: 2 succeeded');
    expect(await unveil('results', second, '--json')).toBe(0);
    expect(jsonOf('cloud-results', said.out)).toMatchObject([
      { id: second, page, error: null, audits: [{ results: place(shared) }, { results: place(own) }] },
    ]);
    expect(await unveil('status', second, '--json')).toBe(0);
    expect(jsonOf('cloud-status', said.out)).toMatchObject([{ audits: [{ name: 'same' }, { name: 'own' }] }]);
    // As status: one that was rejected is told, with its message, by the exit code too.
    expect(await unveil('results', first)).toBe(2);
    expect(said.out).toContain(`a\tsucceeded\t${shared}\t${place(shared)}\n`);
    expect(said.out).toMatch(/^bad\trejected\t.*bad\.txt/m);
    expect(await unveil('results', first, '--out', folder)).toBe(2);
    expect(said.err).toContain('--out is for the results of one audit');
    expect(await unveil('results', `x${'0'.repeat(39)}`)).toBe(2);
    expect(said.err).toContain('it has no results');
  });

  test('of what another campaign ran first nothing goes, and it is named; all else goes', async () => {
    const before = await left(shared);
    const mine = await left(second, own, 'campaigns/second', 'p/three.txt', 'p/one.txt');
    expect(await unveil('purge', second, '--yes')).toBe(0);
    // Rows of the ledger are no versions: that of the campaign and of its audit.
    expect(said).toEqual({ out: `${mine.length - 2} versions deleted\n`, err: `kept ${shared}: another campaign ran it first\n` });
    expect(await left(second, own, 'campaigns/second', 'p/three.txt')).toEqual([]);
    expect(await left(shared)).toEqual(before);
    expect(await unveil('status', first)).toBe(2);
    expect(said.out).toContain(`a\tsucceeded\t${shared}\n`);
  });

  test('when its work has gone by itself, status still has the report; one that is cut off can be run again', async () => {
    const status = await campaignStatus(stackOf(cloud), first);
    const work = bucketOf(cloud, 'WORK');
    for await (const { key } of work.list(`audits/${first}/`)) await work.remove(key);
    expect(await campaignStatus(stackOf(cloud), first)).toEqual(status);

    const all = [first, shared, 'campaigns/first', 'p/one.txt', 'p/two.txt', 'p/bad.txt'];
    cloud.server?.setFault(({ method, bucket, query }) =>
      method === 'POST' && bucket.includes('results') && query.has('delete') ? { status: 403, code: 'AccessDenied' } : undefined,
    );
    expect(await unveil('purge', first, '--yes')).toBe(2);
    cloud.server?.setFault(undefined);
    expect(await left(`audit#${first}`)).toHaveLength(1);
    expect(await unveil('purge', first, '--yes')).toBe(0);
    expect(await left(...all)).toEqual([]);
    expect(await unveil('status', first)).toBe(0);
    expect(said.out).toBe('not started\n');
  });

  test('files that audits name beside their releases go too, and what these name, also those of an audit that was rejected', async () => {
    const example = (file: string): Buffer => readFileSync(join('examples/patients', file));
    const inbox = bucketOf(cloud, 'INBOX');
    const files = readdirSync('examples/patients/release').filter((file) => /^(?:release|roles|hierarchy)/.test(file));
    for (const file of files) await inbox.write(`inbox/campaigns/q/${file}`, example(`release/${file}`));
    await inbox.write('inbox/campaigns/q/voters.csv', example('voters.csv'));
    await inbox.write('inbox/campaigns/q/other.csv', example('release/release.csv'));
    const table = { kind: 'relational', release: 'q/release.csv', roles: 'q/roles.json' };
    const otherRelease = { file: 'q/other.csv', relation: 'later' };
    const people = [
      { ...table, name: 'table', external: 'q/voters.csv' },
      { ...table, name: 'none', original: 'q/none.csv', otherRelease },
    ];
    const id = (await run('people', { audits: people })) ?? '';
    expect(await auditsOf(id)).toMatchObject([{ status: 'succeeded' }, { status: 'rejected' }]);
    expect((await left('campaigns/q/')).length).toBeGreaterThan(5);
    expect(await unveil('purge', id, '--yes')).toBe(0);
    expect(await left(id, 'campaigns/people', 'campaigns/q/')).toEqual([]);
  });

  test('the same campaign dropped again runs its audits anew, under names that are free', async () => {
    await bucketOf(cloud, 'INBOX').write('inbox/campaigns/p/one.txt', Buffer.from(one.release));
    const id = (await run('first', { audits: FIRST.audits.slice(0, 1) })) ?? '';
    expect(await auditsOf(id)).toMatchObject([{ name: 'a', auditId: shared, status: 'succeeded' }]);
    expect([...cloud.executions.keys()].filter((name) => name.startsWith(shared))).toHaveLength(2);
    expect(await unveil('status', shared)).toBe(0);
    expect(said.out).toMatch(/^succeeded: [A-Z].+\.\n$/);
    // Purged by itself: the campaign says so.
    expect(await unveil('purge', shared, '--yes')).toBe(0);
    expect(await unveil('status', id)).toBe(1);
    expect(said.out).toBe(`a\tlost\t${shared}\tpurged\n`);
  });
});
