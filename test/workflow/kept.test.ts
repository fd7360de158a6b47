// Outside results and intermediate objects an audit leaves no item in the account.

import { ScanCommand } from '@aws-sdk/client-dynamodb';
import type { LocalCloud } from '../../cloud-local/cloud.ts';
import type { LoggedEvent } from '../../cloud-local/workflow/run.ts';
import { bucketOf, cloudWithWordnet, smallDataset } from '../helpers/cloud.ts';
import { itemsIn } from '../helpers/kept.ts';

const dataset = smallDataset('kept');
// Other words too: WordNet's own are in the pushed source.
const OWN = ['qavorbit', 'zelmuthane', 'pyxodrime'] as const;
const ITEMS = [...OWN, ...dataset.items];
const mixed = (text: string): string => text.replace(/^(?=.)/gm, `${OWN.join(', ')}, `);

let cloud: LocalCloud;
const events: LoggedEvent[] = [];
beforeAll(async () => {
  cloud = await cloudWithWordnet({ map: { batchSize: 4 }, onEvent: (event) => events.push(event) });
}, 300_000);
afterAll(() => cloud.stop());

async function* kept(): AsyncGenerator<readonly [string, string | Uint8Array]> {
  for (const { name } of cloud.deployed.tables.values()) {
    const { Items = [] } = await cloud.dynamo.client.send(new ScanCommand({ TableName: name }));
    for (const row of Items) yield [`table ${name}`, JSON.stringify(row)];
  }
  for (const event of cloud.events) yield ['event bus', JSON.stringify(event)];
  for (const event of events) yield [`state ${event.type}`, JSON.stringify(event)];
  for (const bucket of ['WORK', 'RESULTS', 'INBOX'] as const)
    for await (const { key } of bucketOf(cloud, bucket).list('')) yield [`name in ${bucket}`, key];
  const inbox = bucketOf(cloud, 'INBOX');
  for await (const { key } of inbox.list('answers/')) yield [key, Buffer.concat(await Array.fromAsync(inbox.read(key)))];
  // Maps read only pointers.
  const work = bucketOf(cloud, 'WORK');
  for await (const { key } of work.list('')) {
    if (/manifest|slices\.jsonl|runs\//.test(key)) yield [key, Buffer.concat(await Array.fromAsync(work.read(key)))];
  }
}

test('tables, states, events, answers, manifests and names of objects hold no item', async () => {
  const inbox = bucketOf(cloud, 'INBOX');
  await inbox.write('inbox/kept/release.txt', Buffer.from(mixed(dataset.release)));
  await inbox.write('inbox/kept/original.txt', Buffer.from(mixed(dataset.original)));
  const request = { attacks: ['rba', 'frequency-only'], release: 'release.txt', original: 'original.txt' };
  await inbox.write('inbox/kept/audit.json', Buffer.from(JSON.stringify(request)));
  await cloud.deliver('inbox/kept/audit.json');
  expect(await cloud.settle()).toMatchObject({ output: { published: { lostUnits: 0 } } });
  const all = await Array.fromAsync(kept());
  const places = ['table', 'state', 'name in WORK', 'audits/'].filter((place) => all.some(([name]) => name.startsWith(place)));
  expect(places).toEqual(['table', 'state', 'name in WORK', 'audits/']);
  expect(itemsIn(all, ITEMS)).toEqual([]);
  const stored = await Array.fromAsync(bucketOf(cloud, 'RESULTS').list('results/'));
  expect(stored.length).toBeGreaterThan(5);
});

test('an item that is planted in a state is found', async () => {
  expect(itemsIn([...(await Array.fromAsync(kept())), ['state', JSON.stringify({ input: { item: OWN[1] } })]], ITEMS)).toEqual([
    `${OWN[1]} in state`,
  ]);
});
