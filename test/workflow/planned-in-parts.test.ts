// A release of several parts is planned by maps in the cloud: the same bytes as at home, however its parts are ordered, and when they die.
import type { Intercept } from '../../cloud-local/cloud.ts';
import type { Json } from '../../cloud-local/workflow/definition.ts';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { type AskedOfBoth, atHome, bothHomes, expectPublished, inTheCloud } from '../helpers/both-homes.ts';
import { largeRelease } from '../helpers/large-release.ts';

const asked: AskedOfBoth = { name: 'large', release: ['release.txt', largeRelease()], request: { attacks: ['rba'] } };
const IN_PARTS = ['spread-rows', 'gather-units', 'finish-parts'];

let home: Map<string, Buffer>;
const homes = bothHomes(async (made) => {
  home = await atHome(made, asked);
});

test('parts and buckets in any order, each of which dies once after its work, give the bytes of home', async () => {
  const calls: { readonly handler: string; readonly pointers: Json }[] = [];
  const died = new Set<string>();
  const intercept: Intercept = async (handler, payload, call) => {
    if (!IN_PARTS.includes(handler)) return call();
    const { pointers } = payload as { pointers: Json };
    calls.push({ handler, pointers });
    const answer = await call();
    const name = `${handler} ${JSON.stringify(pointers)}`;
    if (died.has(name)) return answer;
    died.add(name);
    throw new TypeError('injected');
  };
  homes.cloud.set({ intercept, map: { batchSize: 1, shuffle: <T>(values: T[]): T[] => shuffle(values, seeded('parts')) } });
  await expectPublished(homes.cloud, await inTheCloud(homes.cloud, 'shuffled', asked), home);
  // Two parts and two buckets, each twice.
  for (const handler of IN_PARTS) expect(calls.filter((call) => call.handler === handler)).toHaveLength(4);
}, 300_000);

test('an audit that failed in a part goes on from there', async () => {
  homes.cloud.set({
    intercept: (handler, _, call) => (handler === 'gather-units' ? Promise.reject(new TypeError('injected')) : call()),
  });
  // Other content than before, or it would be the same audit.
  const other = { ...asked, release: ['release.txt', largeRelease(81_001)] as const };
  const expected = await atHome(homes.folder, { ...other, name: 'other' });
  const { id, outcome } = await inTheCloud(homes.cloud, 'failed', { ...other, name: 'other' });
  expect(outcome).not.toHaveProperty('output');
  const calls: string[] = [];
  homes.cloud.set({
    intercept: (handler, _, call) => {
      calls.push(handler);
      return call();
    },
  });
  await homes.cloud.states.redrive(id);
  await expectPublished(homes.cloud, { id, outcome: await homes.cloud.settle() }, expected);
  expect(calls.filter((handler) => handler === 'read-release' || handler === 'spread-rows')).toEqual([]);
}, 300_000);
