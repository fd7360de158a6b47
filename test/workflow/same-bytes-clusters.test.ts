// A disassociated release at home and through the deployed state machine: the same bytes, however clusters are batched and in whatever order
// children end; and what happens when a cluster is lost or a step fails.
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pushSource } from '../../cli/cloud/push.ts';
import type { Intercept } from '../../cloud-local/cloud.ts';
import type { LoggedEvent } from '../../cloud-local/workflow/run.ts';
import { DynamoLedger } from '../../shared/adapters/aws/dynamo-ledger.ts';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import {
  type AskedOfBoth,
  atHome,
  bothHomes,
  expectNoItem,
  expectPublished,
  inTheCloud,
  publishedBy,
  SPLITS,
} from '../helpers/both-homes.ts';
import { bucketOf, smallDataset, stackOf } from '../helpers/cloud.ts';
import { disassociatedDataset } from '../helpers/disassociated-dataset.ts';

const { items } = smallDataset();
const made = disassociatedDataset(items.slice(0, 20), 220, { k: 3, m: 2, maxCluster: 15, refine: true });
const small: AskedOfBoth = {
  name: 'clusters',
  release: ['release.json', made.release],
  original: ['original.jsonl', made.original],
  request: { claim: { k: 3, m: 2 } },
};

let home: Map<string, Buffer>;
const events: LoggedEvent[] = [];
const homes = bothHomes(async (made) => {
  home = await atHome(made, small);
});

let drops = 0;
function dropped(asked: AskedOfBoth): ReturnType<typeof inTheCloud> {
  drops += 1;
  return inTheCloud(homes.cloud, `drop-${drops}`, asked);
}

const expectSame = async (expected: ReadonlyMap<string, Buffer>, asked: AskedOfBoth): Promise<void> =>
  expectPublished(homes.cloud, await dropped(asked), expected);

describe('the same bytes', () => {
  test('the dataset has what can differ: clusters, joint clusters, breaches, placements', () => {
    expect(made.clusters).toBeGreaterThan(20);
    expect(made.release).toContain('jointClusters');
    expect(home.get('worlds.jsonl')?.length).toBeGreaterThan(100);
    expect([...home.keys()].toSorted()).toEqual(
      expect.arrayContaining([
        'attacked.jsonl',
        'attacks/part-000000.parquet',
        'breaches/part-000000.parquet',
        'placements/part-000000.parquet',
      ]),
    );
    expect(home.get('attacked.jsonl')?.toString().trim().split('\n').length).toBeGreaterThan(190);
  });

  test.each(SPLITS)('%s', async (_name, map) => {
    homes.cloud.set({ map, onEvent: (event) => events.push(event) });
    await expectSame(home, small);
  });

  test('no input or output of any state holds an item of the dataset', () => {
    expectNoItem(events, items);
  });

  test('several slices, small clusters, a claim that is false, without an original', async () => {
    const random = seeded('many');
    const word = (): string => items[random.below(items.length)];
    const clusters = Array.from({ length: 1_100 }, () => {
      const [a, b, c] = shuffle([...new Set([word(), word(), word(), word(), word(), word()])], random);
      return { size: 2, recordChunks: [[[a], [a]]], termChunk: [b, c] };
    });
    const many: AskedOfBoth = { name: 'many', release: ['many.json', JSON.stringify({ clusters })], request: { claim: { k: 3 } } };
    homes.cloud.set({ map: { batchSize: 100, shuffle: <T>(values: T[]): T[] => shuffle(values, seeded('order')) } });
    const expected = await atHome(homes.folder, many);
    expect([...expected.keys()]).toEqual(expect.arrayContaining(['placements/part-000001.parquet', 'violations.jsonl']));
    await expectSame(expected, many);
  });

  test('related by word vectors, which measure distances too', async () => {
    const random = seeded('vectors');
    const file = join(homes.folder, 'words.txt');
    const numbers = (): string => Array.from({ length: 8 }, () => (random.unit() - 0.5).toFixed(4)).join(' ');
    writeFileSync(file, items.map((word) => `${word} ${numbers()}\n`).join(''));
    await pushSource(stackOf(homes.cloud), `embeddings:${file}`);
    homes.cloud.set({ map: { batchSize: 7 } });
    const asked = { ...small, name: 'vectors', request: { ...small.request, embeddings: file } };
    const expected = await atHome(homes.folder, asked);
    expect(expected.get('attacked.jsonl')?.equals(home.get('attacked.jsonl') as Buffer)).toBe(false);
    await expectSame(expected, { ...asked, request: { ...small.request, embeddings: basename(file) } });
  });
});

describe('what cannot be used', () => {
  test.each([
    [
      'a mistake in the release',
      { release: ['release.json', '{"clusters":[\n{"size":"4"}]}'] as const },
      'release.json:2:9: "size" is the number',
    ],
    ['an attack on another kind of release', { request: { attacks: ['gba'] } }, '"gba" is not an attack on a disassociated release'],
    ['a kind that it is not of', { request: { kind: 'set-generalised' } }, 'the request calls this release set-generalised; it is not'],
    [
      'an original of other clusters',
      { original: ['original.jsonl', '{"cluster":999,"items":["fever"]}\n'] as const },
      'original.jsonl:1: there is no cluster 999',
    ],
  ])('%s: rejected with the message of the laptop', async (_name, more, message) => {
    homes.cloud.set({ map: {} });
    const { outcome, id } = await dropped({ ...small, ...more });
    expect(outcome).toMatchObject({ output: { recorded: { status: 'rejected' } } });
    expect(await publishedBy(homes.cloud, id)).toEqual(new Map());
    const rejection = await Array.fromAsync(bucketOf(homes.cloud, 'INBOX').read(`inbox/drop-${drops}/rejected.json`));
    expect(JSON.parse(Buffer.concat(rejection).toString()).message).toContain(message);
  });
});

describe('faults', () => {
  const HANDLERS = ['score-units', 'attack-units', 'measure-slice', 'measure-release'] as const;
  const quick: AskedOfBoth = { ...small, name: 'quick', request: { ...small.request, attacks: ['aba'] } };
  let whole: Map<string, Buffer>;
  beforeAll(async () => {
    whole = await atHome(homes.folder, quick);
  });

  test.each(['before', 'after'] as const)('each of them fails once, %s its work: tried again, same bytes', async (when) => {
    const left = new Set<string>(HANDLERS);
    const intercept: Intercept = async (name, _payload, call) => {
      if (!left.delete(name)) return call();
      if (when === 'after') await call();
      throw new Error('injected');
    };
    homes.cloud.set({ map: { batchSize: 7 }, intercept });
    await expectSame(whole, quick);
    expect([...left]).toEqual([]);
  });

  // Each by itself: faults.test.ts.
  test.each(['attack-units', 'measure-release'])(
    '%s always fails: the audit fails, the ledger names why, nothing claims success',
    async (handler) => {
      const intercept: Intercept = (name, _payload, call) => (name === handler ? Promise.reject(new TypeError('injected')) : call());
      homes.cloud.set({ map: { batchSize: 7 }, intercept });
      const { id, outcome } = await dropped(quick);
      const error = handler === 'measure-release' ? 'TypeError' : 'States.ExceedToleratedFailureThreshold';
      expect(outcome).toMatchObject({ error });
      const ledger = new DynamoLedger(homes.cloud.dynamo.client, homes.cloud.environment['LEDGER_TABLE'] ?? '');
      expect(await ledger.entry(id)).toMatchObject({ status: 'failed', error });
      expect(await publishedBy(homes.cloud, id)).toEqual(new Map());
    },
  );

  test('a lost cluster within what is tolerated is errored and named, and its transactions stay in the attacked dataset', async () => {
    const intercept: Intercept = (name, payload, call) => {
      const { pointers = [] } = payload as { pointers?: { unit: number }[] };
      return name === 'attack-units' && pointers[0]?.unit === 4 ? Promise.reject(new TypeError('injected')) : call();
    };
    homes.cloud.set({ map: { batchSize: 1 }, intercept });
    const { id, outcome } = await dropped(quick);
    expect(outcome).toMatchObject({ output: { published: { lostUnits: 1 } } });
    const page = await Array.fromAsync(bucketOf(homes.cloud, 'RESULTS').read(`results/audit_id=${id}/report.html`));
    const report = Buffer.concat(page).toString();
    expect(report).toContain('1 clusters were lost to failures and count as not put back');
    expect(report).toContain('numbers 4 (failed batches: TypeError 1)');
    const published = await publishedBy(homes.cloud, id);
    const linesOf = (files: ReadonlyMap<string, Buffer>): string[] => (files.get('attacked.jsonl')?.toString() ?? '').split('\n');
    const [lost, kept] = [linesOf(published), linesOf(whole)];
    expect(lost).toHaveLength(kept.length);
    const changed = lost.filter((line, at) => line !== kept[at]).map((line) => (JSON.parse(line) as { cluster: number }).cluster);
    expect([...new Set(changed)]).toEqual([4]);
  });
});
