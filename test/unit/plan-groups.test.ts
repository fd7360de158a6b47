import { jest } from '@jest/globals';
import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import type { LocatedTransaction } from '../../shared/core/model/transaction.ts';
import { GROUP_RECORDS } from '../../shared/kinds/set-generalised/contracts.ts';
import { storeRelease } from '../../shared/kinds/set-generalised/read/store-release.ts';
import { readAllJsonLines } from '../../shared/kit/blobs/json-lines.ts';
import type { GroupRecord } from '../../shared/kit/score/group-record.ts';
import type { BlobStore } from '../../shared/ports/blob-store.ts';
import { planGroups } from '../helpers/plan-groups.ts';

const QUIET = { step: () => {}, advance: () => {}, end: () => {} };

test('planGroups puts rows together again that stand further apart than it remembers members', async () => {
  const groups = 20_500;
  async function* transactions(): AsyncGenerator<LocatedTransaction> {
    for (let at = 0; at < 2 * groups; at += 1) {
      const group = at % groups;
      // The second time in the other order.
      const members = [`m${group}`, `n${group}`];
      yield { line: at + 1, items: [`before${at % 7}`, at < groups ? members : members.toReversed()] };
    }
  }
  const store = memoryBlobStore();
  const release = await storeRelease({ name: 'release.txt', transactions: transactions() }, null, store, QUIET);
  expect(await planGroups(store, release, { kind: 'all' }, 'seed')).toMatchObject({
    groups,
    rows: 2 * groups,
    groupsOfOne: 0,
    cells: 4 * groups,
    worded: groups,
    coded: 0,
  });

  const records: GroupRecord[] = [];
  for await (const { key } of store.list('groups/')) records.push(...(await readAllJsonLines(store, key, GROUP_RECORDS)));
  expect(records).toHaveLength(groups);
  const asText = ({ members, context, rows }: GroupRecord): string =>
    [...members.toSorted(), ...rows.map(({ t, c }) => `${t} ${c.map((item) => context[item])}`).toSorted()].join(', ');
  const wanted = Array.from({ length: groups }, (_, at) =>
    [`m${at}`, `n${at}`, ...[`${at} before${at % 7}`, `${at + groups} before${(at + groups) % 7}`].toSorted()].join(', '),
  );
  expect(records.map(asText).toSorted()).toEqual(wanted.toSorted());
});

test('planGroups makes the groups of a bucket one after the other, while they are written', async () => {
  const groups = 5_000;
  async function* transactions(): AsyncGenerator<LocatedTransaction> {
    for (let at = 0; at < groups; at += 1) yield { line: at + 1, items: [`context of ${at}`, [`m${at}`, `n${at}`]] };
  }
  const inner = memoryBlobStore();
  const release = await storeRelease({ name: 'release.txt', transactions: transactions() }, null, inner, QUIET);
  const stringify = jest.spyOn(JSON, 'stringify');
  const madeUntil: number[] = [];
  const store: BlobStore = {
    ...inner,
    write: (key, body, options) => inner.write(key, key.startsWith('groups/') ? watched(body as AsyncIterable<Uint8Array>) : body, options),
  };
  async function* watched(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of body) {
      madeUntil.push(stringify.mock.calls.filter(([value]) => (value as { rows?: unknown } | null)?.rows !== undefined).length);
      yield piece;
    }
  }
  await planGroups(store, release, { kind: 'all' }, 'seed');
  stringify.mockRestore();
  expect(madeUntil.length).toBeGreaterThan(1);
  expect(madeUntil[0]).toBeLessThan(groups);
  expect(madeUntil.at(-1)).toBe(groups);
});
