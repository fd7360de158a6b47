import { jest } from '@jest/globals';
import { z } from 'zod';
import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { BucketRunWriter, Runs } from '../../shared/app/blobs/sorted-runs.ts';
import { workBlob } from '../../shared/contracts/work-blob.ts';

const VALUES = workBlob('values of a test', 1, z.tuple([z.number(), z.string()]));

async function written(): Promise<Runs> {
  const store = memoryBlobStore();
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
