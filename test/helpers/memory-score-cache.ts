import type { CachedCount, CacheEntry, CacheKey, LeaseAnswer, ScoreCache } from '../../shared/ports/score-cache.ts';

interface Row {
  value: CachedCount | null;
  owner: string | null;
  until: number;
}

/** For tests, and for runs that keep nothing. */
export class MemoryScoreCache implements ScoreCache {
  readonly #rows = new Map<string, Row>();

  async get(keys: readonly CacheKey[], now: number): Promise<readonly (CachedCount | null)[]> {
    return keys.map((key) => valid(this.#rows.get(text(key))?.value ?? null, now));
  }

  async put(entries: readonly CacheEntry[]): Promise<void> {
    for (const { key, value } of entries) this.#rows.set(text(key), { value, owner: null, until: 0 });
  }

  async lease(keys: readonly CacheKey[], owner: string, now: number, until: number): Promise<readonly LeaseAnswer[]> {
    return keys.map((key): LeaseAnswer => {
      const row = this.#rows.get(text(key)) ?? { value: null, owner: null, until: 0 };
      const value = valid(row.value, now);
      if (value !== null) return { kind: 'answered', value };
      if (row.owner !== null && row.owner !== owner && row.until > now) return { kind: 'taken', until: row.until };
      this.#rows.set(text(key), { ...row, owner, until });
      return { kind: 'ours' };
    });
  }

  async settle(entries: readonly CacheEntry[], owner: string): Promise<readonly boolean[]> {
    return entries.map(({ key, value }) => {
      if (this.#rows.get(text(key))?.owner !== owner) return false;
      this.#rows.set(text(key), { value, owner: null, until: 0 });
      return true;
    });
  }

  async release(keys: readonly CacheKey[], owner: string): Promise<void> {
    for (const key of keys) {
      const row = this.#rows.get(text(key));
      if (row?.owner === owner) this.#rows.set(text(key), { ...row, owner: null, until: 0 });
    }
  }
}

const text = (key: CacheKey): string => Buffer.from(key).toString('latin1');
const valid = (value: CachedCount | null, now: number): CachedCount | null =>
  value === null || (value.expires !== null && value.expires <= now) ? null : value;
