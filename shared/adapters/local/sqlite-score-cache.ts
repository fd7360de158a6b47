import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { CachedCount, CacheEntry, CacheKey, LeaseAnswer, ScoreCache } from '../../ports/score-cache.ts';
import { isAlive } from './lease-owner.ts';
import { atomically, soundly } from './sqlite-atomically.ts';

/** A store with another layout is emptied: it is a cache. */
const LAYOUT = 1;
/** Questions a statement: enough to make its start-up cost negligible. */
const BATCH = 4_096;
const STATES = ['counted', 'not expressible', 'failed'] as const;

interface CacheStatistics {
  readonly counts: number;
  readonly zeros: number;
  readonly notExpressible: number;
  readonly failed: number;
  readonly leased: number;
  readonly expired: number;
}

/**
 * Counts on this machine, shared by its processes: one SQLite file in WAL mode. Each change is one immediate transaction, so a process that dies leaves
 * a whole batch or nothing.
 */
export class SqliteScoreCache implements ScoreCache {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #statements: Statements;

  constructor(file: string) {
    this.#file = file;
    this.#database = new DatabaseSync(file, { timeout: 30_000 });
    try {
      this.#statements = soundly(file, () => opened(this.#database));
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  async get(keys: readonly CacheKey[], now: number): Promise<readonly (CachedCount | null)[]> {
    const answers = new Array<CachedCount | null>(keys.length).fill(null);
    soundly(this.#file, () => this.#fill(answers, keys, now));
    return answers;
  }

  #fill(answers: (CachedCount | null)[], keys: readonly CacheKey[], now: number): void {
    for (let from = 0; from < keys.length; from += BATCH) {
      const length = Math.min(BATCH, keys.length - from);
      const asked = new Uint8Array(16 * length);
      for (let at = 0; at < length; at += 1) asked.set(keys[from + at], 16 * at);
      for (const [at, ...value] of this.#statements.get.all(asked, length, now) as unknown as Iterable<[number, ...number[]]>) {
        answers[from + at] = toValue(value);
      }
    }
  }

  async put(entries: readonly CacheEntry[]): Promise<void> {
    this.#atomically(() => {
      for (const { key, value } of entries) {
        this.#statements.put.run(key, STATES.indexOf(value.state), value.count, value.flags, value.observed, value.expires);
      }
    });
  }

  /** Keeps the later of two answers to a question. Returns the number of changed rows. */
  addNewer(entries: readonly CacheEntry[]): number {
    const add = this.#database.prepare(`INSERT INTO counts VALUES (?, ?, ?, ?, ?, ?, NULL, NULL) ON CONFLICT (key) DO UPDATE SET
      state = excluded.state, count = excluded.count, flags = excluded.flags, observed = excluded.observed, expires = excluded.expires
      WHERE counts.state IS NULL OR counts.state = 2 OR counts.observed < excluded.observed`);
    return this.#atomically(() => {
      let changed = 0;
      for (const { key, value } of entries) {
        changed += Number(add.run(key, STATES.indexOf(value.state), value.count, value.flags, value.observed, value.expires).changes);
      }
      return changed;
    });
  }

  async lease(keys: readonly CacheKey[], owner: string, now: number, until: number): Promise<readonly LeaseAnswer[]> {
    return this.#atomically(() =>
      keys.map((key): LeaseAnswer => {
        const row = this.#statements.lookLease.get(key) as unknown as (number | string | null)[] | undefined;
        if (row !== undefined) {
          const [state, , , , expires, holder, end] = row;
          if (state !== null && (expires === null || Number(expires) > now)) {
            return { kind: 'answered', value: toValue(row as number[]) };
          }
          if (typeof holder === 'string' && holder !== owner && Number(end) > now && isAlive(holder)) {
            return { kind: 'taken', until: Number(end) };
          }
        }
        this.#statements.take.run(key, owner, until);
        return { kind: 'ours' };
      }),
    );
  }

  async settle(entries: readonly CacheEntry[], owner: string): Promise<readonly boolean[]> {
    return this.#atomically(() =>
      entries.map(({ key, value }) => {
        const { state, count, flags, observed, expires } = value;
        return this.#statements.settle.run(STATES.indexOf(state), count, flags, observed, expires, key, owner).changes === 1;
      }),
    );
  }

  async release(keys: readonly CacheKey[], owner: string): Promise<void> {
    this.#atomically(() => {
      for (const key of keys) this.#statements.release.run(key, owner);
    });
  }

  statistics(now: number): CacheStatistics {
    const statistics = (): CacheStatistics =>
      this.#database
        .prepare(`SELECT
        count(*) FILTER (WHERE state = 0 AND count > 0) AS counts, count(*) FILTER (WHERE state = 0 AND count = 0) AS zeros,
        count(*) FILTER (WHERE state = 1) AS notExpressible, count(*) FILTER (WHERE state = 2) AS failed,
        count(*) FILTER (WHERE owner IS NOT NULL AND until > $now) AS leased, count(*) FILTER (WHERE expires <= $now) AS expired
        FROM counts`)
        .get({ $now: now }) as unknown as CacheStatistics;
    return soundly(this.#file, statistics);
  }

  /** All answers in the order of their keys, for an export. */
  *entries(): Generator<CacheEntry> {
    const all = this.#database.prepare(
      'SELECT key, state, count, flags, observed, expires FROM counts WHERE state IS NOT NULL ORDER BY key',
    );
    all.setReturnArrays(true);
    const rows = all.iterate() as Iterator<unknown> as Iterator<[Uint8Array, ...number[]]>;
    for (;;) {
      const next = soundly(this.#file, () => rows.next());
      if (next.done === true) return;
      const [key, ...value] = next.value;
      yield { key, value: toValue(value) };
    }
  }

  /** Deletes everything, or what has expired by a time. Returns the number of rows. */
  purge(expiredBy?: number): number {
    const { changes } =
      expiredBy === undefined
        ? this.#database.prepare('DELETE FROM counts').run()
        : this.#database.prepare('DELETE FROM counts WHERE expires <= ?').run(expiredBy);
    this.#database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    return Number(changes);
  }

  #atomically<T>(change: () => T): T {
    return soundly(this.#file, () => atomically(this.#database, change));
  }

  close(): void {
    this.#database.close();
  }
}

type Statements = Readonly<Record<'get' | 'lookLease' | 'put' | 'take' | 'settle' | 'release', StatementSync>>;

function opened(database: DatabaseSync): Statements {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA mmap_size = 268435456');
  // Checked inside the transaction: if two processes open a new store at once, the second must not empty it.
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
  // The keys are one blob, which the statement cuts up: neither side converts them to text.
  const get = database.prepare(`WITH RECURSIVE asked(at) AS (SELECT 0 UNION ALL SELECT at + 1 FROM asked WHERE at + 1 < ?2)
    SELECT at, state, count, flags, observed, expires FROM asked CROSS JOIN counts ON key = substr(?1, at * 16 + 1, 16)
    WHERE state IS NOT NULL AND (expires IS NULL OR expires > ?3)`);
  get.setReturnArrays(true);
  const lookLease = database.prepare('SELECT state, count, flags, observed, expires, owner, until FROM counts WHERE key = ?');
  lookLease.setReturnArrays(true);
  return {
    get,
    lookLease,
    put: database.prepare(`INSERT INTO counts VALUES (?, ?, ?, ?, ?, ?, NULL, NULL) ON CONFLICT (key) DO UPDATE SET
      state = excluded.state, count = excluded.count, flags = excluded.flags, observed = excluded.observed,
      expires = excluded.expires, owner = NULL, until = NULL`),
    take: database.prepare(`INSERT INTO counts (key, owner, until) VALUES (?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, until = excluded.until`),
    settle: database.prepare(`UPDATE counts SET state = ?, count = ?, flags = ?, observed = ?, expires = ?, owner = NULL, until = NULL
      WHERE key = ? AND owner = ?`),
    release: database.prepare('UPDATE counts SET owner = NULL, until = NULL WHERE key = ? AND owner = ?'),
  };
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
