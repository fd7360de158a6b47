import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTable, startDynamo } from '../../cloud-local/dynamodb/server.ts';
import { DynamoHostPacer } from '../../shared/adapters/aws/dynamo-host-pacer.ts';
import { SqliteHostPacer } from '../../shared/adapters/local/sqlite-host-pacer.ts';
import type { HostLimits } from '../../shared/core/pacing/pacing.ts';
import type { HostPacer } from '../../shared/ports/host-pacer.ts';

const DAY = 86_400_000;
const NOON = 20_000 * DAY + DAY / 2;
const LIMITS: HostLimits = { perSecond: 10, concurrent: 3, perDay: 100 };

const STORES: readonly (readonly [string, () => Promise<{ pacer: HostPacer; close: () => Promise<void> }>])[] = [
  [
    'SQLite',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'unveil-pace-'));
      const pacer = new SqliteHostPacer(join(folder, 'pace.db'));
      return {
        pacer,
        close: async () => {
          pacer.close();
          rmSync(folder, { recursive: true });
        },
      };
    },
  ],
  [
    'DynamoDB, by dynalite',
    async () => {
      const server = await startDynamo();
      await createTable(server.client, 'ledger', 'pk', 'S');
      return { pacer: new DynamoHostPacer(server.client, 'ledger'), close: () => server.close() };
    },
  ],
];

describe.each(STORES)('host pacer: %s', (_, open) => {
  let pacer: HostPacer;
  let close: () => Promise<void>;
  let hosts = 0;
  let host: string;
  beforeAll(async () => {
    ({ pacer, close } = await open());
  });
  afterAll(() => close());
  beforeEach(() => {
    hosts += 1;
    host = `host-${hosts}.example.org`;
  });

  test('moments follow one another at a pace below the stated rate, whoever asks', async () => {
    const granted = await Promise.all(Array.from({ length: 8 }, () => pacer.reserve(host, 5, LIMITS, NOON)));
    const moments = granted.flatMap((each) =>
      each.kind === 'granted' ? Array.from({ length: each.count }, (__, at) => each.startsAt + at * each.spacing) : [],
    );
    expect(moments).toHaveLength(40);
    const sorted = moments.toSorted((a, b) => a - b);
    for (let at = 10; at < sorted.length; at += 1) expect(sorted[at] - sorted[at - 10]).toBeGreaterThan(1_000);
  });

  test('a day’s budget ends at its number and begins anew at midnight UTC', async () => {
    expect(await pacer.reserve(host, 90, LIMITS, NOON)).toMatchObject({ kind: 'granted', count: 90 });
    expect(await pacer.reserve(host, 90, LIMITS, NOON)).toMatchObject({ kind: 'granted', count: 10 });
    expect(await pacer.reserve(host, 1, LIMITS, NOON)).toEqual({ kind: 'spent', until: NOON + DAY / 2 });
    expect(await pacer.reserve(host, 1, LIMITS, NOON + DAY / 2)).toMatchObject({ kind: 'granted', count: 1 });
  });

  test('what was not used goes back to its own day only', async () => {
    const day = Math.floor(NOON / DAY);
    await pacer.reserve(host, 100, LIMITS, NOON);
    await pacer.giveBack(host, day - 1, 50);
    expect((await pacer.reserve(host, 1, LIMITS, NOON)).kind).toBe('spent');
    await pacer.giveBack(host, day, 7);
    expect(await pacer.reserve(host, 50, LIMITS, NOON)).toMatchObject({ kind: 'granted', count: 7 });
  });

  test('a parked host gives no moment to anybody; a shorter parking does not end a longer one', async () => {
    await pacer.park(host, NOON + 60_000);
    await pacer.park(host, NOON + 1_000);
    expect(await pacer.parkedUntil(host)).toBe(NOON + 60_000);
    expect(await pacer.reserve(host, 1, LIMITS, NOON + 59_999)).toEqual({ kind: 'parked', until: NOON + 60_000 });
    expect((await pacer.reserve(host, 1, LIMITS, NOON + 60_000)).kind).toBe('granted');
  });

  test('places are shared: no more than the host allows, free again when left or run out', async () => {
    const until = NOON + 10_000;
    expect(await pacer.admit(host, 'a', 2, LIMITS, NOON, until)).toBe(2);
    expect(await pacer.admit(host, 'b', 3, LIMITS, NOON, until)).toBe(1);
    expect(await pacer.admit(host, 'c', 3, LIMITS, NOON, until)).toBe(0);
    expect(await pacer.admit(host, 'a', 2, LIMITS, NOON, until)).toBe(2);
    await pacer.leave(host, 'a');
    expect(await pacer.admit(host, 'c', 3, LIMITS, NOON, until)).toBe(2);
    expect(await pacer.admit(host, 'd', 3, LIMITS, until, until + 1)).toBe(3);
  });

  test('of 16 that ask at once, no more calls may be open than the host allows', async () => {
    const admitted = await Promise.all(Array.from({ length: 16 }, (__, at) => pacer.admit(host, `w${at}`, 1, LIMITS, NOON, NOON + 1_000)));
    expect(admitted.reduce((total, places) => total + places, 0)).toBe(3);
  });
});
