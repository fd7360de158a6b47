// Answers to a drop: as files that trigger nothing, and on the event bus.
import type { Intercept, LocalCloud } from '../../cloud-local/cloud.ts';
import { objectCreated } from '../../cloud-local/cloud.ts';
import { matches } from '../../cloud-local/event-bus.ts';
import { NoNumber } from '../../shared/core/verdict/failure.ts';
import { answerKey } from '../../shared/pipeline/cloud/answers.ts';
import { bucketOf, cloudWithWordnet, smallDataset } from '../helpers/cloud.ts';

const { release, original, items } = smallDataset('answers');
const REQUEST = { attacks: ['rba'], release: 'release.txt', original: 'original.txt' };
const BAD = 'fever, (cough, asthma), stroke\nfever, (cough, asthma\n';
const AN_HOUR_AGO = new Date(Date.now() - 3_600_000);

let cloud: LocalCloud;
beforeAll(async () => {
  cloud = await cloudWithWordnet({ map: { batchSize: 4 } });
}, 300_000);
afterAll(() => cloud.stop());
afterEach(() => cloud.set({ map: { batchSize: 4 } }));

const put = (key: string, text: string | object): Promise<boolean> =>
  bucketOf(cloud, 'INBOX').write(key, Buffer.from(typeof text === 'string' ? text : JSON.stringify(text)));

async function dropped(key: string, text: string | object, at?: Date): Promise<void> {
  await put(key, text);
  await cloud.deliver(key, at);
  await cloud.settle();
}

async function folder(name: string, request: object, files: Readonly<Record<string, string>>): Promise<string> {
  for (const [file, text] of Object.entries(files)) await put(`inbox/${name}/${file}`, text);
  await dropped(`inbox/${name}/audit.json`, request);
  return `inbox/${name}/audit.json`;
}

type Said = Readonly<Record<string, unknown>>;

/** The answers to a drop, by how they end. */
async function answersTo(key: string): Promise<Readonly<Record<string, Said>>> {
  const said: Record<string, Said> = {};
  const inbox = bucketOf(cloud, 'INBOX');
  for await (const { key: answer } of inbox.list(`answers/${key}.`)) {
    const status = answer.slice(`answers/${key}.`.length).replace('.json', '');
    said[status] = JSON.parse(Buffer.concat(await Array.fromAsync(inbox.read(answer))).toString()) as Said;
  }
  return said;
}

const isThere = async (key: string): Promise<boolean> => (await bucketOf(cloud, 'INBOX').info(key)) !== null;

/** Events since, by type. */
const told = (since: number): [unknown, unknown][] =>
  (cloud.events.slice(since) as { DetailType: string; Detail: Said }[]).map(({ DetailType, Detail }) => [DetailType, Detail['answer']]);

const last = (): string => [...cloud.executions.keys()].at(-1) ?? '';

test('a drop is accepted as soon as it is admitted, with what will be attacked and where to look; and done at the end', async () => {
  const before = cloud.events.length;
  const waiting = Promise.withResolvers<void>();
  cloud.set({
    intercept: async (name, _payload, call) => {
      if (name === 'read-release') await waiting.promise;
      return call();
    },
  });
  await put('inbox/good/release.txt', release);
  await put('inbox/good/original.txt', original);
  await put('inbox/good/audit.json', REQUEST);
  await cloud.deliver('inbox/good/audit.json');
  const id = last();
  const { accepted, ...others } = await answersTo('inbox/good/audit.json');
  expect(others).toEqual({});
  expect(accepted).toMatchObject({
    status: 'accepted',
    drop: 'inbox/good/audit.json',
    audit_id: id,
    release: 'inbox/good/release.txt',
    original: 'inbox/good/original.txt',
    attacks: ['rba'],
    sources: ['wordnet'],
    execution: expect.stringContaining(id),
    console: expect.stringMatching(/^https:\/\/.*states\/home/),
    report: expect.stringMatching(new RegExp(`^s3://.*/results/audit_id=${id}/report.html$`)),
  });
  expect(told(before)).toEqual([]);
  waiting.resolve();
  await cloud.settle();
  const { done } = await answersTo('inbox/good/audit.json');
  const [headline, verdict] = [expect.stringMatching(/^[A-Z].+\.$/), expect.stringMatching(/^(leaks|cannot tell|no leak found)$/)];
  expect(done).toMatchObject({ status: 'done', audit_id: id, headline, verdict, report: accepted?.['report'], gate: null });
  expect(Object.keys(done ?? {}).slice(0, 5)).toEqual(['status', 'drop', 'audit_id', 'headline', 'verdict']);
  const [, bucket = '', key = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(String(done?.['report'])) ?? [];
  expect(bucket).toBe(cloud.environment['RESULTS_BUCKET']);
  expect(await bucketOf(cloud, 'RESULTS').info(key)).not.toBeNull();
  const answer = { bucket: cloud.environment['INBOX_BUCKET'], key: 'answers/inbox/good/audit.json.done.json' };
  expect(told(before)).toEqual([['unveil audit completed', answer]]);
});

test('a drop that cannot be read is rejected with the words of the laptop; both rejections go when a later drop succeeds', async () => {
  const before = cloud.events.length;
  const key = await folder('later', REQUEST, { 'release.txt': BAD, 'original.txt': original });
  const { rejected } = await answersTo(key);
  expect(rejected).toMatchObject({
    status: 'rejected',
    audit_id: last(),
    message: expect.stringMatching(/^release\.txt:2:\d+: /),
    line: 2,
  });
  expect(await isThere('inbox/later/rejected.json')).toBe(true);
  await folder('later', REQUEST, { 'release.txt': release });
  expect(Object.keys(await answersTo(key)).toSorted()).toEqual(['accepted', 'done']);
  expect(await isThere('inbox/later/rejected.json')).toBe(false);
  expect(told(before).map(([type]) => type)).toEqual(['unveil audit rejected', 'unveil audit completed']);
  // The earlier content again: its end is reported again.
  await folder('later', REQUEST, { 'release.txt': BAD });
  expect(Object.keys(await answersTo(key)).toSorted()).toEqual(['accepted', 'rejected']);
});

test('one that fails says by which error and how it goes on; when it was redriven, it is done and failed no more', async () => {
  let down = true;
  cloud.set({
    intercept: (name, _payload, call) => (down && name === 'publish-results' ? Promise.reject(new RangeError('injected')) : call()),
  });
  const before = cloud.events.length;
  const key = await folder('fails', { ...REQUEST, seed: 'fails' }, { 'release.txt': release, 'original.txt': original });
  const { failed } = await answersTo(key);
  expect(failed).toMatchObject({
    status: 'failed',
    error: 'RangeError',
    message: expect.stringContaining(`unveil cloud redrive ${last()}`),
  });
  down = false;
  cloud.states.redrive(last());
  await cloud.settle();
  expect(Object.keys(await answersTo(key)).toSorted()).toEqual(['accepted', 'done']);
  expect(told(before).map(([type]) => type)).toEqual(['unveil audit failed', 'unveil audit completed']);
});

test('one whose children fail says what they died of, and nothing that they worked on', async () => {
  const fails = (error: Error) => cloud.set({ map: { batchSize: 4 }, intercept: failing('measure-slice', error) });
  const failing =
    (handler: string, error: Error): Intercept =>
    (name, _payload, call) =>
      name === handler ? Promise.reject(error) : call();
  for (const [seed, error, cause] of [
    [
      'no number',
      new NoNumber('exposures.without', Number.NaN),
      'measuring: exposures.without is NaN: a fault in unveil, and not in what it was given',
    ],
    ['late', Object.assign(new Error('fever'), { name: 'OutOfTime' }), 'measuring: a step ran out of its time'],
    [
      'other',
      new RangeError('fever'),
      'measuring: a fault in unveil (RangeError), and not in what it was given; the log of the function says where',
    ],
  ] as const) {
    fails(error);
    const { failed } = await answersTo(
      await folder(`children ${seed}`, { ...REQUEST, seed }, { 'release.txt': release, 'original.txt': original }),
    );
    expect(failed).toMatchObject({ status: 'failed', error: 'States.ExceedToleratedFailureThreshold', cause });
    expect(JSON.stringify(failed)).not.toContain('fever');
  }
});

describe('every object is answered', () => {
  test.each([
    ['a Parquet file', 'inbox/table.parquet', 'unveil import'],
    ['another file', 'inbox/readme.pdf', 'a release ends in'],
    ['a file called rejected.json', 'inbox/mine/rejected.json', 'give the file another name'],
    ['one that ends so', 'inbox/x.rejected.json', 'give the file another name'],
    ['audit.json two folders deep', 'inbox/a/b/audit.json', 'one deep: inbox/NAME/audit.json'],
    ['audit.json without a folder', 'inbox/audit.json', 'one deep: inbox/NAME/audit.json'],
  ])('%s is rejected', async (_what, key, message) => {
    const before = cloud.events.length;
    await dropped(key, 'x');
    expect(await answersTo(key)).toMatchObject({ rejected: { audit_id: null, message: expect.stringContaining(message) } });
    expect(told(before).map(([type]) => type)).toEqual(['unveil audit rejected']);
  });

  test.each([
    ['a file of a folder', 'inbox/waits/release.txt', 'inbox/waits/audit.json'],
    ['one in a deeper folder', 'inbox/waits/spring/release.txt', 'inbox/waits/audit.json'],
    ['a file of a campaign', 'inbox/campaigns/c/a.txt', 'inbox/campaigns/NAME.json'],
  ])('%s is kept, and told what starts it', async (_what, key, starter) => {
    const before = cloud.executions.size;
    await dropped(key, release);
    expect(await answersTo(key)).toEqual({
      accepted: { status: 'accepted', drop: key, audit_id: null, message: expect.stringContaining(`${starter} does`) },
    });
    expect(cloud.executions.size).toBe(before);
  });

  test('endings in upper case are those in lower case', async () => {
    await dropped('inbox/UPPER.TXT', release);
    expect(await answersTo('inbox/UPPER.TXT')).toMatchObject({ done: { audit_id: last() } });
    await put('inbox/Upper/release.txt', release);
    await dropped('inbox/Upper/AUDIT.JSON', { release: 'release.txt', attacks: ['rba'] });
    expect(await answersTo('inbox/Upper/AUDIT.JSON')).toMatchObject({ done: { audit_id: last() } });
  });

  test('a folder that a console makes is no drop', async () => {
    await dropped('inbox/empty/', '');
    expect(await answersTo('inbox/empty/')).toEqual({});
  });

  test('a name as long as S3 allows is answered under a shorter one', async () => {
    const key = `inbox/${'x'.repeat(1_014)}.pdf`;
    await dropped(key, 'x');
    expect(answerKey(key, 'rejected').length).toBeLessThanOrEqual(1_024);
    expect(await isThere(answerKey(key, 'rejected'))).toBe(true);
  });
});

test('no answer starts anything: no rule heeds what is written where answers stand, and what is written beside drops is left alone', async () => {
  const inbox = cloud.environment['INBOX_BUCKET'] ?? '';
  const keys = (await Array.fromAsync(bucketOf(cloud, 'INBOX').list('answers/'))).map(({ key }) => key);
  expect(keys.length).toBeGreaterThan(15);
  for (const { pattern } of cloud.deployed.rules.filter((rule) => rule.pattern !== null))
    for (const key of keys) expect([key, matches(pattern, objectCreated(inbox, key))]).toEqual([key, false]);
  const [before, events] = [cloud.executions.size, cloud.events.length];
  await dropped('inbox/bad.txt', BAD);
  expect(cloud.executions.size).toBe(before + 1);
  // Written by the stack, seen by the starter as everything below inbox/ is.
  await cloud.deliver('inbox/bad.txt.rejected.json');
  await cloud.deliver('inbox/deleted-since.rejected.json');
  expect(cloud.executions.size).toBe(before + 1);
  expect(await answersTo('inbox/bad.txt.rejected.json')).toEqual({});
  expect(told(events)).toHaveLength(1);
});

describe('audit.json that arrives before its files', () => {
  test('waits for each of them, says so, and starts once when they are there', async () => {
    const before = cloud.executions.size;
    const key = 'inbox/copied/audit.json';
    await dropped(key, REQUEST);
    expect(await answersTo(key)).toEqual({
      accepted: { status: 'accepted', drop: key, audit_id: null, message: 'waits for release.txt', until: expect.any(String) },
    });
    await put('inbox/copied/release.txt', release);
    await cloud.redeliver();
    expect((await answersTo(key))['accepted']).toMatchObject({ message: 'waits for original.txt' });
    expect(cloud.executions.size).toBe(before);
    await put('inbox/copied/original.txt', original);
    await cloud.redeliver();
    await cloud.settle();
    expect(cloud.executions.size).toBe(before + 1);
    expect(await answersTo(key)).toMatchObject({ accepted: { audit_id: last() }, done: { audit_id: last() } });
    expect(await isThere('inbox/copied/rejected.json')).toBe(false);
  });

  test('is rejected when they did not come in the time that is stated', async () => {
    await dropped('inbox/alone/audit.json', REQUEST, AN_HOUR_AGO);
    expect(await answersTo('inbox/alone/audit.json')).toMatchObject({
      rejected: { message: 'release.txt: there is no such file, and there was none within 30 minutes' },
    });
  });

  test('so does an audit of a campaign', async () => {
    await put('inbox/campaigns/c/there.txt', release);
    const asked: string[] = [];
    cloud.set({
      intercept: async (name, payload, call) => {
        if (name !== 'admit-audit') return call();
        asked.push(JSON.stringify((payload as { at: number }).at));
        if (asked.length === 2) await put('inbox/campaigns/c/late.txt', release);
        return call();
      },
    });
    const audits = ['late', 'there'].map((name) => ({ name, release: `c/${name}.txt`, attacks: ['rba'], seed: 'campaign' }));
    await dropped('inbox/campaigns/copied.json', { audits });
    expect(asked.length).toBe(3);
    expect(await answersTo('inbox/campaigns/copied.json')).toMatchObject({
      accepted: { audits: 2, campaign_id: expect.stringMatching(/^x/) },
      done: { report: expect.stringContaining('/campaign.json'), page: expect.stringContaining('/campaign.html') },
    });
    for (const name of ['late', 'there'])
      expect(await answersTo(`inbox/campaigns/copied/${name}`)).toMatchObject({ done: { status: 'done' } });
  });
});

test('no answer and no event holds an item, but the place that a rejection names', async () => {
  const inbox = bucketOf(cloud, 'INBOX');
  const said: string[] = [JSON.stringify(cloud.events)];
  for await (const { key } of inbox.list('answers/')) said.push(Buffer.concat(await Array.fromAsync(inbox.read(key))).toString());
  expect(items.filter((item) => said.some((text) => new RegExp(`\\b${item}\\b`).test(text)))).toEqual([]);
});
