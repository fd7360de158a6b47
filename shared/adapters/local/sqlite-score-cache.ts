import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { CachedCount, CacheEntry, CacheKey, LeaseAnswer, ScoreCache } from '../../ports/score-cache.ts';
import { isAlive } from './lease-owner.ts';
import { atomically } from './sqlite-atomically.ts';

/** A store of another layout is set aside and built anew: it is a cache. */
const LAYOUT = 1;
/** Questions a statement: enough that its start no longer counts. */
const BATCH = 4_096;
const STATES = ['counted', 'not expressible', 'failed'] as const;

export interface CacheStatistics {
  readonly counts: number;
  readonly zeros: number;
  readonly notExpressible: number;
  readonly failed: number;
  readonly leased: number;
  readonly expired: number;
}

/**
 * Counts on this machine, shared by its processes: one SQLite file in WAL mode. Each change is one immediate
 * transaction, so a process can die at any point and leave either all of a batch or nothing.
 */
export class SqliteScoreCache implements ScoreCache {
  readonly #database: DatabaseSync;
  readonly #get: StatementSync;
  readonly #lookLease: StatementSync;
  readonly #put: StatementSync;
  readonly #take: StatementSync;
  readonly #settle: StatementSync;
  readonly #release: StatementSync;

  constructor(file: string) {
    const database = new DatabaseSync(file, { timeout: 30_000 });
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA mmap_size = 268435456');
    // Looked at inside the transaction: of two processes that open a new store at once, the second must not empty it.
    database.exec('BEGIN IMMEDIATE');
    const { user_version: found } = database.prepare('PRAGMA user_version').get() as { user_version: number };
    if (found !== LAYOUT) {
      database.exec(`DROP TABLE IF EXISTS counts;
        CREATE TABLE counts (
          key BLOB PRIMARY KEY, state INTEGER, count REAL, flags INTEGER, observed INTEGER, expires INTEGER, owner TEXT, until INTEGER
        ) WITHOUT ROWID;
        PRAGMA user_version = ${LAYOUT}`);
    }
    database.exec('COMMIT');
    this.#database = database;
    // The keys come as one blob, cut by the statement: neither side writes or reads them as text.
    this.#get = database.prepare(`WITH RECURSIVE asked(at) AS (SELECT 0 UNION ALL SELECT at + 1 FROM asked WHERE at + 1 < ?2)
      SELECT at, state, count, flags, observed, expires FROM asked CROSS JOIN counts ON key = substr(?1, at * 16 + 1, 16)
      WHERE state IS NOT NULL AND (expires IS NULL OR expires > ?3)`);
    this.#get.setReturnArrays(true);
    this.#lookLease = database.prepare('SELECT state, count, flags, observed, expires, owner, until FROM counts WHERE key = ?');
    this.#lookLease.setReturnArrays(true);
    this.#put = database.prepare(`INSERT INTO counts VALUES (?, ?, ?, ?, ?, ?, NULL, NULL) ON CONFLICT (key) DO UPDATE SET
      state = excluded.state, count = excluded.count, flags = excluded.flags, observed = excluded.observed,
      expires = excluded.expires, owner = NULL, until = NULL`);
    this.#take = database.prepare(`INSERT INTO counts (key, owner, until) VALUES (?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, until = excluded.until`);
    this.#settle =
      database.prepare(`UPDATE counts SET state = ?, count = ?, flags = ?, observed = ?, expires = ?, owner = NULL, until = NULL
      WHERE key = ? AND owner = ?`);
    this.#release = database.prepare('UPDATE counts SET owner = NULL, until = NULL WHERE key = ? AND owner = ?');
  }

  async get(keys: readonly CacheKey[], now: number): Promise<readonly (CachedCount | null)[]> {
    const answers = new Array<CachedCount | null>(keys.length).fill(null);
    for (let from = 0; from < keys.length; from += BATCH) {
      const length = Math.min(BATCH, keys.length - from);
      const asked = new Uint8Array(16 * length);
      for (let at = 0; at < length; at += 1) asked.set(keys[from + at] as CacheKey, 16 * at);
      for (const [at, ...value] of this.#get.all(asked, length, now) as unknown as Iterable<[number, ...number[]]>) {
        answers[from + at] = toValue(value);
      }
    }
    return answers;
  }

  async put(entries: readonly CacheEntry[]): Promise<void> {
    atomically(this.#database, () => {
      for (const { key, value } of entries) {
        this.#put.run(key, STATES.indexOf(value.state), value.count, value.flags, value.observed, value.expires);
      }
    });
  }

  /** Of two answers to one question the later stays. Says how many rows changed. */
  addNewer(entries: readonly CacheEntry[]): number {
    const add = this.#database.prepare(`INSERT INTO counts VALUES (?, ?, ?, ?, ?, ?, NULL, NULL) ON CONFLICT (key) DO UPDATE SET
      state = excluded.state, count = excluded.count, flags = excluded.flags, observed = excluded.observed, expires = excluded.expires
      WHERE counts.state IS NULL OR counts.state = 2 OR counts.observed < excluded.observed`);
    return atomically(this.#database, () => {
      let changed = 0;
      for (const { key, value } of entries) {
        changed += Number(add.run(key, STATES.indexOf(value.state), value.count, value.flags, value.observed, value.expires).changes);
      }
      return changed;
    });
  }

  async lease(keys: readonly CacheKey[], owner: string, now: number, until: number): Promise<readonly LeaseAnswer[]> {
    return atomically(this.#database, () =>
      keys.map((key): LeaseAnswer => {
        const row = this.#lookLease.get(key) as unknown as (number | string | null)[] | undefined;
        if (row !== undefined) {
          const [state, , , , expires, holder, end] = row;
          if (state !== null && (expires === null || Number(expires) > now)) {
            return { kind: 'answered', value: toValue(row as number[]) };
          }
          if (typeof holder === 'string' && holder !== owner && Number(end) > now && isAlive(holder)) {
            return { kind: 'taken', until: Number(end) };
          }
        }
        this.#take.run(key, owner, until);
        return { kind: 'ours' };
      }),
    );
  }

  async settle(entries: readonly CacheEntry[], owner: string): Promise<readonly boolean[]> {
    return atomically(this.#database, () =>
      entries.map(({ key, value }) => {
        const { state, count, flags, observed, expires } = value;
        return this.#settle.run(STATES.indexOf(state), count, flags, observed, expires, key, owner).changes === 1;
      }),
    );
  }

  async release(keys: readonly CacheKey[], owner: string): Promise<void> {
    atomically(this.#database, () => {
      for (const key of keys) this.#release.run(key, owner);
    });
  }

  statistics(now: number): CacheStatistics {
    return this.#database
      .prepare(`SELECT
        count(*) FILTER (WHERE state = 0 AND count > 0) AS counts, count(*) FILTER (WHERE state = 0 AND count = 0) AS zeros,
        count(*) FILTER (WHERE state = 1) AS notExpressible, count(*) FILTER (WHERE state = 2) AS failed,
        count(*) FILTER (WHERE owner IS NOT NULL AND until > $now) AS leased, count(*) FILTER (WHERE expires <= $now) AS expired
        FROM counts`)
      .get({ $now: now }) as unknown as CacheStatistics;
  }

  /** All answers, in the order of their keys: what an export writes. */
  *entries(): Generator<CacheEntry> {
    const all = this.#database.prepare(
      'SELECT key, state, count, flags, observed, expires FROM counts WHERE state IS NOT NULL ORDER BY key',
    );
    all.setReturnArrays(true);
    for (const row of all.iterate() as Iterable<unknown> as Iterable<[Uint8Array, ...number[]]>) {
      const [key, ...value] = row;
      yield { key, value: toValue(value) };
    }
  }

  /** Without a time, everything; with one, what has expired by then. Says how many rows went. */
  purge(expiredBy?: number): number {
    const { changes } =
      expiredBy === undefined
        ? this.#database.prepare('DELETE FROM counts').run()
        : this.#database.prepare('DELETE FROM counts WHERE expires <= ?').run(expiredBy);
    this.#database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    return Number(changes);
  }

  close(): void {
    this.#database.close();
  }
}

function toValue([state, count, flags, observed, expires]: readonly (number | null)[]): CachedCount {
  return {
    state: STATES[state ?? 2] ?? 'failed',
    count: count ?? 0,
    flags: flags ?? 0,
    observed: observed ?? 0,
    expires: expires ?? null,
  };
}
