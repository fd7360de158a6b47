import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readExport, writeExport } from '../../shared/adapters/local/cache-export.ts';
import { cacheSecret, writeSecret } from '../../shared/adapters/local/cache-secret.ts';
import { openSecret, sealSecret } from '../../shared/adapters/local/sealed-secret.ts';
import { SqliteScoreCache } from '../../shared/adapters/local/sqlite-score-cache.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { CacheEntry } from '../../shared/ports/score-cache.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-cache-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const entries: CacheEntry[] = Array.from({ length: 5_000 }, (_, at) => ({
  key: new Uint8Array(16).fill(at % 256).with(0, Math.floor(at / 256)),
  value: {
    state: at % 7 === 0 ? 'not expressible' : 'counted',
    count: at % 7 === 0 ? 0 : at * 1_000_003,
    flags: at % 16,
    observed: 1_800_000_000 + at,
    expires: at % 3 === 0 ? null : 1_900_000_000 + at,
  },
}));

describe('an export', () => {
  test('reads back as it was written, failures left out', () => {
    const file = join(folder, 'x');
    const failed: CacheEntry = { key: new Uint8Array(16), value: { state: 'failed', count: 0, flags: 2, observed: 1, expires: 2 } };
    expect(writeExport(file, [...entries, failed])).toBe(5_000);
    expect([...readExport(file)]).toEqual(entries);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['cut short', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, -1))],
    [
      'a record gone',
      (file: string) => writeFileSync(file, Buffer.concat([readFileSync(file).subarray(0, 100), readFileSync(file).subarray(138)])),
    ],
    [
      'one bit turned',
      (file: string) =>
        writeFileSync(
          file,
          readFileSync(file).map((byte, at) => (at === 5_000 ? byte ^ 1 : byte)),
        ),
    ],
    ['bytes behind its end', (file: string) => appendFileSync(file, 'x')],
    ['of another kind', (file: string) => writeFileSync(file, 'hello, this is not an export of anything at all')],
    ['empty', (file: string) => writeFileSync(file, '')],
  ])('%s is refused before any of it is believed', (_, damage) => {
    const file = join(folder, 'x');
    writeExport(file, entries);
    damage(file);
    expect(() => readExport(file).next()).toThrow(BadInput);
  });

  test('merges into a store: the later of two answers stays, a failure gives way', async () => {
    const cache = new SqliteScoreCache(join(folder, 'counts.db'));
    const key = (at: number) => new Uint8Array(16).fill(at);
    const counted = (count: number, observed: number) => ({ state: 'counted', count, flags: 0, observed, expires: null }) as const;
    await cache.put([
      { key: key(1), value: counted(1, 100) },
      { key: key(2), value: counted(1, 100) },
      { key: key(3), value: { state: 'failed', count: 0, flags: 2, observed: 900, expires: 2_000 } },
    ]);
    const changed = cache.addNewer([1, 2, 3, 4].map((at) => ({ key: key(at), value: counted(at * 10, at === 1 ? 50 : 200) })));
    expect(changed).toBe(3);
    expect((await cache.get([1, 2, 3, 4].map(key), 1_000)).map((value) => value?.count)).toEqual([1, 20, 30, 40]);
    expect(cache.statistics(1_000)).toEqual({ counts: 4, zeros: 0, notExpressible: 0, failed: 0, leased: 0, expired: 0 });
    cache.close();
  });
});

test('a database that is damaged, or none, is one clear error with its name, and is left as it is', async () => {
  const file = join(folder, 'counts.db');
  const cache = new SqliteScoreCache(file);
  cache.addNewer(entries);
  cache.close();
  const whole = readFileSync(file);
  const use = async (): Promise<void> => {
    const opened = new SqliteScoreCache(file);
    try {
      opened.statistics(0);
      for (const _ of opened.entries());
      await opened.get([new Uint8Array(16)], 0);
      await opened.put(entries.slice(0, 10));
    } finally {
      opened.close();
    }
  };
  await use();
  let refused = 0;
  const damages = [Buffer.from('this is no database at all, but long enough to look at'), whole.subarray(0, whole.length / 2)];
  for (let page = 0; page < 12; page += 1)
    damages.push(Buffer.concat([whole.subarray(0, page * 4096), Buffer.alloc(4096, 0xa5), whole.subarray((page + 1) * 4096)]));
  for (const bytes of damages) {
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
    writeFileSync(file, bytes);
    try {
      await use();
    } catch (error) {
      refused += 1;
      expect(error).toBeInstanceOf(BadInput);
      expect((error as BadInput).message).toBe(`${file}: this store is damaged, or none of unveil; move it away, and a new one is made`);
    }
  }
  expect(refused).toBeGreaterThan(5);
});

describe('the key of the cache', () => {
  test('is 32 random bytes of its own, made once, readable by its owner only', () => {
    const file = join(folder, 'config', 'cache.key');
    const secret = cacheSecret(file);
    expect(secret).toHaveLength(32);
    expect(new Set(secret).size).toBeGreaterThan(10);
    expect(cacheSecret(file)).toEqual(secret);
    expect(cacheSecret(join(folder, 'other', 'cache.key'))).not.toEqual(secret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(writeSecret(file, new Uint8Array(32))).toBe(false);
    expect(cacheSecret(file)).toEqual(secret);
  });

  test('is refused when others can read it, or when it has another length', () => {
    const file = join(folder, 'cache.key');
    cacheSecret(file);
    chmodSync(file, 0o644);
    expect(() => cacheSecret(file)).toThrow(/chmod 600/);
    const short = join(folder, 'short.key');
    writeFileSync(short, 'abc', { mode: 0o600 });
    expect(() => cacheSecret(short)).toThrow(/32 bytes/);
  });

  test('travels under a passphrase, and opens with no other', () => {
    const secret = Uint8Array.from({ length: 32 }, (_, at) => at);
    const sealed = sealSecret(secret, 'correct horse battery');
    expect(Buffer.from(sealed).includes(Buffer.from(secret.subarray(0, 8)))).toBe(false);
    expect(openSecret(sealed, 'correct horse battery', 'k')).toEqual(secret);
    expect(() => openSecret(sealed, 'correct horse batterz', 'k')).toThrow(BadInput);
    expect(() => openSecret(sealed.slice(0, -1), 'correct horse battery', 'k')).toThrow(BadInput);
    expect(() => openSecret(new Uint8Array(3), 'x', 'k')).toThrow(/not a key/);
  });
});
