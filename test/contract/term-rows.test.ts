import { createTable, type DynamoServer, startDynamo } from '../../cloud-local/dynamodb/server.ts';
import { untilDone } from '../../shared/adapters/aws/dynamo-retry.ts';
import { DynamoTermRows } from '../../shared/adapters/aws/dynamo-term-rows.ts';
import type { TermRows } from '../../shared/ports/term-rows.ts';
import { startDynamoDbLocal } from '../helpers/dynamodb-local.ts';
import { MemoryTermRows } from '../helpers/memory-term-rows.ts';
import { describeWith } from '../helpers/needs.ts';

const NOW = 1_800_000_000;
const key = (at: number): Uint8Array => new Uint8Array(16).fill(at);
const bytes = (at: number): Uint8Array => Uint8Array.of(at, at + 1);

function suite(name: string, start: () => Promise<{ readonly rows: TermRows; close(): Promise<void> }>): void {
  describe(name, () => {
    let rows: TermRows;
    let close: () => Promise<void>;
    beforeAll(async () => ({ rows, close } = await start()), 60_000);
    afterAll(() => close());

    test('writes what is not there and what was not written since it was read, and refuses the rest', async () => {
      expect(await rows.get([key(1)], NOW)).toEqual([null]);
      const first = { key: key(1), bytes: bytes(1), over: null };
      expect(await rows.put([first, { key: key(2), bytes: bytes(2), over: null }], NOW, NOW + 100)).toEqual([true, true]);
      expect(await rows.put([first], NOW, NOW + 100)).toEqual([false]);
      const [held, none, twice] = await rows.get([key(1), key(9), key(1)], NOW);
      expect([held, none, twice].map((row) => row && { bytes: new Uint8Array(row.bytes), version: row.version })).toEqual([
        { bytes: bytes(1), version: 1 },
        null,
        { bytes: bytes(1), version: 1 },
      ]);
      const change = { key: key(1), bytes: bytes(5), over: held ?? null };
      expect(
        await Promise.all([rows.put([change], NOW, NOW + 100), rows.put([change], NOW, NOW + 100)]).then((all) => all.flat().toSorted()),
      ).toEqual([false, true]);
      expect((await rows.get([key(1)], NOW))[0]?.version).toBe(2);
    });

    test('has nothing of a row that has expired, and writes over it', async () => {
      await rows.put([{ key: key(3), bytes: bytes(3), over: null }], NOW, NOW + 10);
      expect(await rows.get([key(3)], NOW + 10)).toEqual([null]);
      expect(await rows.put([{ key: key(3), bytes: bytes(4), over: null }], NOW + 9, NOW + 20)).toEqual([false]);
      expect(await rows.put([{ key: key(3), bytes: bytes(4), over: null }], NOW + 10, NOW + 20)).toEqual([true]);
    });
  });
}

const on = (start: () => Promise<DynamoServer>) => async () => {
  const server = await start();
  await createTable(server.client, 'scores', 'k', 'B');
  return { rows: new DynamoTermRows(server.client, 'scores'), close: () => server.close() };
};
suite('rows in memory', async () => ({ rows: new MemoryTermRows(), close: async () => {} }));
suite('rows in DynamoDB, by dynalite', on(startDynamo));
describeWith('java', "Amazon's DynamoDB Local", () => suite('rows in DynamoDB Local', on(startDynamoDbLocal)));

describe('a table that is throttled', () => {
  const throttled = Object.assign(new Error('slow down'), { name: 'ProvisionedThroughputExceededException' });
  const client = { send: async () => Promise.reject(throttled) } as never;
  const rows = new DynamoTermRows(client, 'scores', { random: () => 0, pause: async () => {} });

  test.each([
    ['throttles', throttled],
    ['errs', Object.assign(new Error('inside'), { name: 'InternalServerError' })],
    ['may not be read', Object.assign(new Error('who are you'), { name: 'AccessDeniedException' })],
    ['is not heard of in time', Object.assign(new Error('late'), { name: 'TimeoutError' })],
  ])('one that %s is a table without rows, after a bounded number of calls, however much is asked', async (_what, error) => {
    let calls = 0;
    const failing = {
      send: async () => {
        calls += 1;
        throw error;
      },
    } as never;
    const broken = new DynamoTermRows(failing, 'scores', { random: () => 0, pause: async () => {} });
    for (let turn = 0; turn < 50; turn += 1) {
      const keys = Array.from({ length: 20_000 }, (_, at) => Uint8Array.from({ length: 16 }, (__, byte) => (at >> (8 * (byte % 4))) & 255));
      expect(new Set(await broken.get(keys, NOW))).toEqual(new Set([null]));
      expect(await broken.put([{ key: key(turn), bytes: bytes(1), over: null }], NOW, NOW + 1)).toEqual([false]);
    }
    // 32 at once, each tried three times at most.
    expect(calls).toBeLessThanOrEqual(96);
  });

  test('one that can be read and not written is left after as many calls as run at once, however much there is to write', async () => {
    let calls = 0;
    const readOnly = {
      send: async () => {
        calls += 1;
        throw Object.assign(new Error('may not be written'), { name: 'AccessDeniedException' });
      },
    } as never;
    const broken = new DynamoTermRows(readOnly, 'scores');
    const changes = Array.from({ length: 5_000 }, (_, at) => ({ key: Uint8Array.from([at & 255, at >> 8]), bytes: bytes(1), over: null }));
    for (let turn = 0; turn < 3; turn += 1) expect(new Set(await broken.put(changes, NOW, NOW + 1))).toEqual(new Set([false]));
    expect(calls).toBeLessThanOrEqual(32);
  });

  test('has no rows, and takes none: all is counted', async () => {
    expect(await rows.get([key(1), key(2)], NOW)).toEqual([null, null]);
    expect(await rows.put([{ key: key(1), bytes: bytes(1), over: null }], NOW, NOW + 1)).toEqual([false]);
  });

  test('is given time also where it takes nothing of a batch at all; another error is passed on at once', async () => {
    const pauses: number[] = [];
    const jitter = { random: () => 1, pause: async (milliseconds: number) => pauses.push(milliseconds) };
    let calls = 0;
    await untilDone(
      [1, 2, 3],
      async (open) => {
        calls += 1;
        if (calls < 4) throw throttled;
        return calls === 4 ? open.slice(1) : [];
      },
      jitter,
    );
    expect([calls, pauses]).toEqual([5, [40, 80, 160, 320]]);
    await expect(untilDone([1], () => Promise.reject(new Error('another')), jitter)).rejects.toThrow('another');
  });
});
