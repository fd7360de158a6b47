import { jest } from '@jest/globals';
import { z } from 'zod';
import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { workBlob } from '../../shared/contracts/work-blob.ts';
import { readJsonAhead, writeJson } from '../../shared/kit/blobs/json-lines.ts';
import { BucketRunWriter, Runs } from '../../shared/kit/blobs/sorted-runs.ts';

const VALUES = workBlob('values of a test', 1, z.tuple([z.number(), z.string()]));

async function written(store = memoryBlobStore()): Promise<Runs> {
  for (const writer of [0, 1, 2]) {
    const runs = new BucketRunWriter(store, `own/${writer}`);
    for (let value = 0; value < 6; value += 1) await runs.add(value % 3, [value, `of ${writer}`]);
    await runs.end();
  }
  return Runs.under(store, 'own');
}

test('a bucket has its values in the order in which they were written, writer by writer', async () => {
  const found: unknown[] = [];
  for await (const each of (await written()).of(1, VALUES)) found.push(each);
  expect(found).toEqual([0, 1, 2].map((writer) => ({ writer, values: [1, 4].map((value) => [value, `of ${writer}`]) })));
});

test('buckets side by side are read at once, a read for each who wrote, and say what they say one by one', async () => {
  const store = memoryBlobStore();
  const runs = await written(store);
  const read = jest.spyOn(store, 'read');
  for (const [from, to] of [
    [0, 2],
    [1, 3],
    [2, 3],
    [1, 1],
    [2, 9],
    [7, 9],
  ] as const) {
    // biome-ignore format: a line
    const held = await runs.within(from, to);
    expect(read).toHaveBeenCalledTimes(to > from && from < 3 ? 3 : 0);
    read.mockClear();
    for (let bucket = from; bucket < Math.min(to, 3); bucket += 1) {
      const found = await Array.fromAsync(held.of(bucket, VALUES));
      expect(read).not.toHaveBeenCalled();
      expect(found).toEqual(await Array.fromAsync(runs.of(bucket, VALUES)));
      expect(found).toHaveLength(3);
      read.mockClear();
    }
    expect(await Array.fromAsync(held.of(9, VALUES))).toEqual([]);
  }
});

test('what is read ahead waits as bytes: values are made of it when their turn comes', async () => {
  const runs = await written();
  const parse = jest.spyOn(JSON, 'parse');
  const parsed: number[] = [];
  for await (const { writer } of runs.of(2, VALUES)) {
    parsed.push(parse.mock.calls.length);
    expect(parsed).toHaveLength(writer + 1);
  }
  parse.mockRestore();
  expect(parsed).toEqual([2, 4, 6]);
});

test('so do single values', async () => {
  const store = memoryBlobStore();
  const keys = ['one', 'two', 'three'];
  for (const [at, key] of keys.entries()) await writeJson(store, key, [at, key]);
  const parse = jest.spyOn(JSON, 'parse');
  const found: unknown[] = [];
  for await (const value of readJsonAhead(store, keys, VALUES)) found.push([value, parse.mock.calls.length]);
  parse.mockRestore();
  expect(found).toEqual(keys.map((key, at) => [[at, key], at + 1]));
});
