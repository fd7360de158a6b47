// First-day troubles: bursts, two contents under one key, lost answers, transient errors.
import type { LocalCloud } from '../../cloud-local/cloud.ts';
import type { Json } from '../../cloud-local/workflow/definition.ts';
import { bucketOf, cloudWithWordnet, smallDataset } from '../helpers/cloud.ts';

const MAP = { map: { batchSize: 4 } };
let cloud: LocalCloud;
beforeAll(async () => {
  cloud = await cloudWithWordnet(MAP);
}, 300_000);
afterAll(() => cloud.stop());
afterEach(() => cloud.set(MAP));

const put = (key: string, text: string): Promise<boolean> => bucketOf(cloud, 'INBOX').write(key, Buffer.from(text));
const releaseOf = (seed: string): string => smallDataset(seed, 4).release;

async function answer(key: string, status: string): Promise<Readonly<Record<string, unknown>> | null> {
  const inbox = bucketOf(cloud, 'INBOX');
  const at = `answers/${key}.${status}.json`;
  if ((await inbox.info(at)) === null) return null;
  return JSON.parse(Buffer.concat(await Array.fromAsync(inbox.read(at))).toString()) as Readonly<Record<string, unknown>>;
}

const versionsOf = (key: string): string[] =>
  cloud.server?.objects
    .bucket(cloud.environment['INBOX_BUCKET'] ?? '')
    .history(key)
    .map(({ id }) => id) ?? [];

test('drops beyond the room of the account are answered at once with who comes before them, and all of them are done', async () => {
  const open = Promise.withResolvers<void>();
  // No failure leaves anyone waiting forever.
  const late = setTimeout(open.resolve, 60_000);
  cloud.set({
    ...MAP,
    intercept: async (name, _payload, call) => {
      if (name === 'read-release') await open.promise;
      return call();
    },
  });
  const keys = Array.from({ length: 9 }, (_, n) => `inbox/burst-${n}.txt`);
  const before = cloud.executions.size;
  for (const key of keys) {
    await put(key, releaseOf(key));
    await cloud.deliver(key);
  }
  const began = cloud.executions.size - before;
  expect(began).toBeGreaterThan(1);
  expect(began).toBeLessThan(9);
  const said = await Promise.all(keys.map((key) => answer(key, 'accepted')));
  expect(said.map((each) => each?.['execution'] === undefined)).toEqual(keys.map((_, n) => n >= began));
  expect(said.slice(began).map((each) => each?.['waiting'])).toEqual(
    keys.slice(began).map((_, n) => ({ before: n, minutes: expect.any(Number) })),
  );
  expect(said.at(-1)?.['message']).toMatch(new RegExp(`^waiting: ${8 - began} before you, about \\d+ minutes?$`));
  // The same drop again stays where it stands.
  await cloud.deliver(keys[8] ?? '');
  expect((await answer(keys[8] ?? '', 'accepted'))?.['waiting']).toMatchObject({ before: 8 - began });
  open.resolve();
  clearTimeout(late);
  for (let turn = 0; turn < 20 && cloud.executions.size - before < 9; turn += 1) await cloud.settle();
  await cloud.settle();
  for (const key of keys) expect([key, (await answer(key, 'done'))?.['status']]).toEqual([key, 'done']);
  for (const key of keys) expect((await answer(key, 'accepted'))?.['execution']).toEqual(expect.stringContaining(':execution:'));
});

test('two contents under one key within seconds are two audits, each of the version that was dropped', async () => {
  const key = 'inbox/twice.txt';
  await put(key, releaseOf('first content'));
  await put(key, releaseOf('second content'));
  const [second, first] = versionsOf(key);
  const before = cloud.executions.size;
  // The events come when both are there, the later one first.
  await cloud.deliver(key, new Date(), second);
  await cloud.deliver(key, new Date(), first);
  await cloud.settle();
  expect(cloud.executions.size).toBe(before + 2);
  const ids = [...cloud.executions.keys()].slice(before);
  const pinned = await Promise.all(
    ids.map(async (id) =>
      JSON.parse(Buffer.concat(await Array.fromAsync(bucketOf(cloud, 'WORK').read(`audits/${id}/admission.json`))).toString()),
    ),
  );
  expect(pinned.map(({ release }) => release.versionId)).toEqual([second, first]);
  expect(new Set(pinned.map(({ release }) => release.sha256)).size).toBe(2);
});

test('so are two requests under one audit.json', async () => {
  await put('inbox/requests/r.txt', releaseOf('requests'));
  const key = 'inbox/requests/audit.json';
  for (const seed of ['a', 'b']) await put(key, JSON.stringify({ release: 'r.txt', attacks: ['rba'], seed }));
  const before = cloud.executions.size;
  for (const version of versionsOf(key)) await cloud.deliver(key, new Date(), version);
  await cloud.settle();
  expect(cloud.executions.size).toBe(before + 2);
});

describe('an answer that is lost on the way', () => {
  const failing = (times: number) => {
    let left = times;
    cloud.set({
      ...MAP,
      intercept: (name, _payload, call) => {
        if (name !== 'record-status') return call();
        left -= 1;
        return left >= 0 ? Promise.reject(new Error('injected')) : call();
      },
    });
  };

  test('is told by the next delivery, though the recorder failed three times and more', async () => {
    failing(8);
    await put('inbox/thrice.txt', releaseOf('thrice'));
    await cloud.deliver('inbox/thrice.txt');
    await cloud.settle();
    expect(await answer('inbox/thrice.txt', 'done')).toMatchObject({ status: 'done' });
    expect(cloud.setAside).toEqual([]);
  });

  test('is set aside for a person when none gets through; the same drop again is answered', async () => {
    const events = cloud.events.length;
    failing(1_000);
    const key = 'inbox/lost.txt';
    await put(key, releaseOf('lost'));
    await cloud.deliver(key);
    await cloud.settle();
    expect(await answer(key, 'done')).toBeNull();
    expect(cloud.setAside.length).toBeGreaterThan(0);
    cloud.set(MAP);
    await cloud.deliver(key);
    expect(await answer(key, 'done')).toMatchObject({ status: 'done' });
    expect((cloud.events.slice(events) as { DetailType: string }[]).map(({ DetailType }) => DetailType)).toContain(
      'unveil audit completed',
    );
  });
});

test('a drop that meets a transient error is set back to seconds, and later each time it comes', async () => {
  await put('inbox/moment.txt', releaseOf('moment'));
  let down = true;
  cloud.dynamo.setFault?.(() => (down ? 'failed' : undefined));
  const event = (deliveries: number): Json => ({
    Records: [
      {
        messageId: 'm',
        receiptHandle: 'r',
        attributes: { ApproximateReceiveCount: String(deliveries) },
        body: JSON.stringify({ detail: { bucket: { name: 'b' }, object: { key: 'inbox/moment.txt' } } }),
      },
    ],
  });
  const from = cloud.setBack.length;
  for (const deliveries of [1, 2, 3, 9])
    expect(await cloud.invoke('start-audit', event(deliveries))).toEqual({ batchItemFailures: [{ itemIdentifier: 'm' }] });
  expect(cloud.setBack.slice(from)).toEqual([5, 10, 20, 900]);
  down = false;
  expect(await cloud.invoke('start-audit', event(4))).toEqual({ batchItemFailures: [] });
  await cloud.settle();
  expect(await answer('inbox/moment.txt', 'done')).toMatchObject({ status: 'done' });
});

test('what goes by the clock looks after the line, and finds nothing to do where all is well', async () => {
  const before = cloud.executions.size;
  await cloud.tick();
  await cloud.settle();
  expect(cloud.executions.size).toBe(before);
  expect(cloud.setAside.filter((body) => body.includes('look'))).toEqual([]);
});
