// Two teams, one score cache. A team's guesses reveal nothing about the other's questions: every byte that it may read is the
// same whether the other asked before or not. Time stands still here; what times tell is stated in docs/operations.md.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeleteItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { jest } from '@jest/globals';
import { main } from '../../cli/main.ts';
import { type LocalCloud, startCloud } from '../../cloud-local/cloud.ts';
import { stackTemplates } from '../../cloud-local/snapshot.ts';
import { bucketOf, pushWordnet, smallDataset, stackOf, TEAMS } from '../helpers/cloud.ts';
import { ownHome } from '../helpers/own-home.ts';

const { items } = smallDataset('probe');
/** Two lines, ten members, twenty context items: 200 pairs. */
const members = items.slice(0, 10).join(', ');
const line = (from: number): string => [...items.slice(from, from + 10), `(${members})`].join(', ');
const PROBE = `${line(10)}\n${line(20)}\n`;
const REQUEST = { release: 'r.txt', context: { select: 'all' }, attacks: ['rba'] };

/** Everything that a team's policy allows it to read. */
const READABLE = { INBOX: ['inbox/oncology/', 'answers/inbox/oncology/'], RESULTS: ['results/team=oncology/'] } as const;

let cloud: LocalCloud;
const folder = ownHome();
beforeAll(async () => {
  jest.useFakeTimers({
    now: Date.UTC(2026, 10, 19),
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
  cloud = await startCloud(await stackTemplates(TEAMS));
  await pushWordnet(cloud);
}, 300_000);
afterAll(() => cloud.stop());

async function drop(team: string): Promise<void> {
  const inbox = bucketOf(cloud, 'INBOX');
  await inbox.write(`inbox/${team}/guess/r.txt`, Buffer.from(PROBE));
  await inbox.write(`inbox/${team}/guess/audit.json`, Buffer.from(JSON.stringify(REQUEST)));
  await cloud.deliver(`inbox/${team}/guess/audit.json`);
  expect(await cloud.settle()).toHaveProperty('output');
}

async function readable(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [bucket, prefixes] of Object.entries(READABLE) as ['INBOX' | 'RESULTS', readonly string[]][]) {
    const store = bucketOf(cloud, bucket);
    for (const prefix of prefixes)
      for await (const { key } of store.list(prefix))
        found.set(key, Buffer.concat(await Array.fromAsync(store.read(key))).toString('base64'));
  }
  return found;
}

const rows = async () => (await cloud.dynamo.client.send(new ScanCommand({ TableName: cloud.environment['SCORES_TABLE'] }))).Items ?? [];

/** As if oncology had never asked, with an empty cache. */
async function forget(): Promise<void> {
  const stackFile = join(folder, 'cloud.json');
  writeFileSync(stackFile, JSON.stringify({ 'unveil-main': stackOf(cloud) }));
  const silent = { write: () => true };
  for (const id of [...cloud.executions.keys()]) {
    expect(await main(['cloud', 'purge', id, '--yes', '--stack', stackFile], { out: silent, err: silent } as never)).toBe(0);
    (cloud.executions as Map<string, unknown>).delete(id);
  }
  for (const { k } of await rows())
    await cloud.dynamo.client.send(new DeleteItemCommand({ TableName: cloud.environment['SCORES_TABLE'], Key: { k: k as never } }));
}

test('of 200 guessed pairs oncology reads the same bytes, whether cardiology has asked them before or not', async () => {
  await drop('oncology');
  const alone = await readable();
  const counted = await rows();
  expect(alone.size).toBeGreaterThan(10);
  // The cache was asked and filled: there was something to betray.
  expect(counted.length).toBeGreaterThanOrEqual(30);
  await forget();
  expect(await readable()).toEqual(new Map());
  await drop('cardiology');
  const before = (await rows()).length;
  expect(before).toBe(counted.length);
  await drop('oncology');
  // All of it was found.
  expect(await rows()).toHaveLength(before);
  const after = await readable();
  expect([...after.keys()]).toEqual([...alone.keys()]);
  for (const [key, bytes] of alone) expect({ key, same: after.get(key) === bytes }).toEqual({ key, same: true });
});
