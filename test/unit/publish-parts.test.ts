// Publishing thousands of parts: many under way at once, never more than a bound, and what is listed does not depend on who ends first.

import { GROUPS } from '../../shared/contracts/detail-tables.ts';
import { readAhead } from '../../shared/kit/blobs/read-ahead.ts';
import { Publisher, publishParts } from '../../shared/kit/publish/publisher.ts';
import type { BlobStore } from '../../shared/ports/blob-store.ts';
import type { TableEncoder } from '../../shared/ports/table-encoder.ts';

const PARTS = 60;
const encoder: TableEncoder = { extension: 'parquet', encode: async function* () {} };

/** Later parts are there sooner. */
function slowStore(): { readonly work: BlobStore; readonly most: () => number } {
  const state = { open: 0, most: 0, asked: 0 };
  const work = {
    async *read(key: string) {
      state.open += 1;
      state.most = Math.max(state.most, state.open);
      state.asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 10 - (state.asked % 10)));
      yield new TextEncoder().encode(`content of ${key}`);
      state.open -= 1;
    },
  } as unknown as BlobStore;
  return { work, most: () => state.most };
}

test('parts are copied many at once, and the list of them is the same', async () => {
  const { work, most } = slowStore();
  const written = new Map<string, string>();
  const results = {
    async write(key: string, body: AsyncIterable<Uint8Array>) {
      written.set(key, Buffer.concat(body instanceof Uint8Array ? [body] : await Array.fromAsync(body)).toString());
    },
  } as unknown as BlobStore;
  const publisher = new Publisher(results);
  await publishParts(publisher, work, GROUPS, PARTS, [encoder], { day: '2026-11-19', auditId: 'a' });
  expect(most()).toBeGreaterThan(8);
  expect(most()).toBeLessThanOrEqual(16);
  await publisher.success({});
  const { files } = JSON.parse(written.get('_SUCCESS.json') ?? '') as { files: { key: string }[] };
  expect(files.map(({ key }) => key)).toEqual(
    Array.from({ length: PARTS }, (_, at) => `table=groups/dt=2026-11-19/audit_id=a/part-${String(at).padStart(6, '0')}.parquet`),
  );
  expect(new Set([...written.values()]).size).toBe(PARTS + 1);
});

describe('reading ahead', () => {
  test('answers in order, asks the next few already, and no more', async () => {
    const state = { open: 0, most: 0 };
    const read = async (at: number): Promise<number> => {
      state.open += 1;
      state.most = Math.max(state.most, state.open);
      await new Promise((resolve) => setTimeout(resolve, at % 7));
      state.open -= 1;
      return at * at;
    };
    expect(await Array.fromAsync(readAhead(Array(50).keys(), read))).toEqual(Array.from({ length: 50 }, (_, at) => at * at));
    expect(state.most).toBeGreaterThan(8);
    expect(state.most).toBeLessThanOrEqual(16);
  });

  test('a failure comes where its answer would have stood', async () => {
    const seen: number[] = [];
    const read = (at: number): Promise<number> => (at === 3 ? Promise.reject(new Error('gone')) : Promise.resolve(at));
    await expect(
      (async () => {
        for await (const each of readAhead(Array(40).keys(), read)) seen.push(each);
      })(),
    ).rejects.toThrow('gone');
    expect(seen).toEqual([0, 1, 2]);
  });
});
