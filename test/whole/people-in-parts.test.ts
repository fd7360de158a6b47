// Figures of people are the same whether parts are joined separately in any order or all at once.
import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import type { LocatedTransaction } from '../../shared/core/model/transaction.ts';
import type { Named, Person } from '../../shared/core/people/exposure.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { finishParts, type PlannedAudit } from '../../shared/kinds/set-generalised/publish/finish-audit.ts';
import { partCount, storeRelease } from '../../shared/kinds/set-generalised/read/store-release.ts';
import { readBytes } from '../../shared/kit/blobs/json-lines.ts';
import { BucketRunWriter } from '../../shared/kit/blobs/sorted-runs.ts';
import { finishPeople, SlicesOfPeople, tallyPeople } from '../../shared/kit/people/finish-people.ts';
import type { BlobStore } from '../../shared/ports/blob-store.ts';
import type { TableEncoder } from '../../shared/ports/table-encoder.ts';

const QUIET = { step: () => {}, advance: () => {}, end: () => {} };
const PEOPLE = 83_000;
const attack = { name: 'calibrated', version: 5, parametersHash: 'p', parameters: {}, baseline: false } as const;
/** Rows as they stand, so that parts can be compared. */
const asText: TableEncoder = {
  extension: 'txt',
  async *encode(_table, blocks) {
    for await (const block of blocks) yield new TextEncoder().encode(JSON.stringify(block));
  },
};

async function releaseOf(store: BlobStore, hasIds: boolean) {
  async function* transactions(): AsyncGenerator<LocatedTransaction> {
    for (let at = 0; at < PEOPLE; at += 1) yield { line: at + 1, ...(hasIds ? { id: `p${at}` } : {}), items: ['a', ['b', 'c']] };
  }
  const release = await storeRelease({ name: 'r.txt', transactions: transactions() }, null, store, QUIET);
  expect(partCount(release)).toBe(2);
  const random = seeded('people');
  // Two slices, which both know of some people.
  for (const slice of ['000000', '000001']) {
    const writer = new BucketRunWriter(store, `people/${slice}`);
    for (let at = 0; at < 4_000; at += 1) {
      const t = random.below(PEOPLE);
      const p = random.below(1_000) / 1_000;
      const level = p >= 0.9 ? 1 : 0;
      const own = { named: [1, level, 0], hits: [0, 0, 0] };
      const named: Named = { p, unit: random.below(50), target: 'b', right: null, by: null, ...own };
      await writer.add(Math.floor(t / 10_000), { t, id: hasIds ? `p${t}` : null, targets: 1, views: [named] } satisfies Person);
    }
    await writer.end();
  }
  return release;
}

async function partsIn(store: BlobStore): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  for await (const { key } of store.list('tables/')) parts.set(key, new TextDecoder().decode(await readBytes(store, key)));
  return parts;
}

test.each([true, false])('the table and the figures, with ids: %s', async (hasIds) => {
  const [whole, byParts] = [memoryBlobStore(), memoryBlobStore()];
  await releaseOf(whole, hasIds);
  async function* everybody() {
    for (let at = 0; at < PEOPLE; at += 1) yield { id: hasIds ? `p${at}` : null };
  }
  const expected = await finishPeople(whole, new SlicesOfPeople(), { attack, everybody: everybody(), encoders: [asText] } as never);
  const release = await releaseOf(byParts, hasIds);
  const request = auditRequest.parse({ release: 'r.txt', output: { attacked: false } });
  const audit = { request, prepared: { release }, attacks: { all: [attack], leading: 0 } } as unknown as PlannedAudit;
  for (const part of [1, 0]) await finishParts(byParts, audit, [part], [asText]);
  const found = await tallyPeople(byParts, new SlicesOfPeople(), attack as never, { count: PEOPLE, parts: 2 });
  expect(found.parts).toBe(9);
  expect((await partsIn(byParts)).size).toBe(9);
  expect(await partsIn(byParts)).toEqual(await partsIn(whole));
  expect(found.figures).toEqual(expected.figures);
  expect(found.figures.hidden).toBeGreaterThan(7_000);
  expect(found.people).toEqual(expected.people);
});

test('what finishing leaves of people is sums: its size follows the generalised items, not the people', async () => {
  const store = memoryBlobStore();
  const release = await releaseOf(store, true);
  const audit = {
    request: auditRequest.parse({ release: 'r.txt', output: { attacked: false } }),
    prepared: { release },
    attacks: { all: [attack], leading: 0 },
  };
  await finishParts(store, audit as unknown as PlannedAudit, [0], [asText]);
  const left = await Array.fromAsync(store.list('people-sums/'));
  expect(left).toHaveLength(1);
  const bytes = await readBytes(store, left[0]?.key ?? '');
  // 50 items at three certainties; of some 8,000 people only the most exposed are named.
  expect(bytes.length).toBeLessThan(10_000);
  expect(new TextDecoder().decode(bytes).match(/"p\d+"/g)?.length).toBe(12);
});
