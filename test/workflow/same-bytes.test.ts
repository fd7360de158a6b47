// The laptop and the deployed state machine, run here, give the same bytes, however the work is split and in whatever order it ends.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditFiles } from '../../cli/audit/audit-files.ts';
import type { LocalCloud } from '../../cloud-local/cloud.ts';
import type { LoggedEvent } from '../../cloud-local/workflow/run.ts';
import { QUIET } from '../../shared/app/cloud/steps.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { publishedBy } from '../helpers/both-homes.ts';
import { bucketOf, cloudWithWordnet, comparedName, isCompared, smallDataset } from '../helpers/cloud.ts';

const { release, original, items } = smallDataset();
const ASKED = { attacks: ['rba-normalised', 'gba', 'mda'], claim: { k: 4 } };

describe('an audit at home and in the cloud', () => {
  let cloud: LocalCloud;
  let folder: string;
  /** File name (tables: table and part) to bytes; times stand in `audits` and `_SUCCESS.json` alone. */
  let home: Map<string, Buffer>;
  const events: LoggedEvent[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'unveil-home-'));
    writeFileSync(join(folder, 'release.txt'), release);
    writeFileSync(join(folder, 'original.txt'), original);
    const request = auditRequest.parse({ ...ASKED, release: join(folder, 'release.txt'), original: join(folder, 'original.txt') });
    await auditFiles(request, { name: 'small', out: join(folder, 'out'), progress: QUIET });
    const files = readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' });
    home = new Map(files.filter(isCompared).map((file) => [comparedName(file), readFileSync(join(folder, 'out', file))]));
    cloud = await cloudWithWordnet();
  }, 300_000);
  afterAll(async () => {
    await cloud.stop();
    rmSync(folder, { recursive: true });
  });

  /** Drops the dataset under a name of its own and collects what the cloud published. */
  async function inTheCloud(name: string): Promise<Map<string, Buffer>> {
    const inbox = bucketOf(cloud, 'INBOX');
    await inbox.write(`inbox/${name}/release.txt`, Buffer.from(release));
    await inbox.write(`inbox/${name}/original.txt`, Buffer.from(original));
    const request = { ...ASKED, name: 'small', release: 'release.txt', original: 'original.txt' };
    await inbox.write(`inbox/${name}/audit.json`, Buffer.from(JSON.stringify(request)));
    await cloud.deliver(`inbox/${name}/audit.json`);
    expect(await cloud.settle()).toHaveProperty('output');
    const id = [...cloud.executions.keys()].at(-1) as string;
    return publishedBy(cloud, id);
  }

  const splits = [
    ['batches as planned', {}],
    ['batches of 1', { batchSize: 1 }],
    ['batches of 7', { batchSize: 7 }],
    ['one batch', { batchSize: 1_000_000 }],
    ['batches of 3 in shuffled order', { batchSize: 3, shuffle: <T>(values: T[]): T[] => shuffle(values, seeded('order')) }],
  ] as const;
  test.each(splits)('%s: attacked.jsonl and all tables are the same bytes', async (name, map) => {
    cloud.set({ map, onEvent: (event) => events.push(event) });
    const published = await inTheCloud(name.replaceAll(' ', '-'));
    expect([...published.keys()].toSorted()).toEqual([...home.keys()].toSorted());
    for (const [file, bytes] of home) expect({ file, same: published.get(file)?.equals(bytes) }).toEqual({ file, same: true });
  });

  test('no input or output of any state holds an item of the dataset', () => {
    const seen = JSON.stringify(events);
    expect(events.filter(({ type }) => type === 'StateEntered').length).toBeGreaterThan(100);
    expect(items.filter((item) => new RegExp(`\\b${item}\\b`).test(seen))).toEqual([]);
  });

  test('the parent stays far below the 25,000 events of a history', () => {
    const [first] = cloud.executions.keys();
    // The service writes about five events for a task and two for other states; a map run is one state of the parent.
    expect(events.filter(({ execution }) => execution === first).length * 5).toBeLessThan(1_000);
  });

  test('the score cache holds keys and counts, and no text', async () => {
    const { ScanCommand } = await import('@aws-sdk/client-dynamodb');
    const { Items = [] } = await cloud.dynamo.client.send(new ScanCommand({ TableName: cloud.environment['SCORES_TABLE'] }));
    expect(Items).toHaveLength(16);
    const text = Buffer.concat(Items.flatMap((row) => [row['k']?.B ?? new Uint8Array(), row['b']?.B ?? new Uint8Array()])).toString(
      'latin1',
    );
    expect(items.filter((item) => text.includes(item))).toEqual([]);
    expect(Items.every((row) => Object.keys(row).toSorted().join() === 'b,k')).toBe(true);
  });
});
