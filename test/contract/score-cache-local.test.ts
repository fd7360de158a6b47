import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, leaseOwner } from '../../shared/adapters/local/lease-owner.ts';
import { SqliteScoreCache } from '../../shared/adapters/local/sqlite-score-cache.ts';
import { MemoryScoreCache } from '../helpers/memory-score-cache.ts';
import { scoreCacheSuite } from './score-cache-suite.ts';

scoreCacheSuite('memory', async () => ({ cache: new MemoryScoreCache(), close: async () => undefined }));

scoreCacheSuite('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-cache-'));
  const cache = new SqliteScoreCache(join(folder, 'counts.db'));
  return {
    cache,
    close: async () => {
      cache.close();
      rmSync(folder, { recursive: true });
    },
  };
});

describe('the holder of a lease', () => {
  test('this process is alive; one that ended is not; one on another machine counts as alive', () => {
    expect(isAlive(leaseOwner())).toBe(true);
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    expect(isAlive(`${hostname()}/${pid}/1/x`)).toBe(false);
    expect(isAlive(`elsewhere/${pid}/1/x`)).toBe(true);
  });

  test('a process id that was given out again is not the holder', () => {
    const [machine, pid] = leaseOwner().split('/');
    expect(isAlive(`${machine}/${pid}/1/x`)).toBe(process.platform !== 'linux');
  });

  test('a dead holder on this machine does not hold a key back until its lease runs out', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'unveil-cache-'));
    const cache = new SqliteScoreCache(join(folder, 'counts.db'));
    const key = new Uint8Array(16).fill(1);
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    await cache.lease([key], `${hostname()}/${pid}/1/x`, 1_000, 2_000);
    expect(await cache.lease([key], leaseOwner(), 1_001, 2_001)).toEqual([{ kind: 'ours' }]);
    cache.close();
    rmSync(folder, { recursive: true });
  });
});
