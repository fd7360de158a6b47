/** 16 bytes: see core/keys/count-key. */
export type CacheKey = Uint8Array;

/**
 * An earlier answer of a source. A count is a value, also zero. `not expressible` is an answer about the question. `failed` is none: it is kept for
 * minutes, so that a broken source is not asked again at once.
 */
export interface CachedCount {
  readonly state: 'counted' | 'not expressible' | 'failed';
  /** The count; 0 without one. */
  readonly count: number;
  /** Bits of CountFlag. */
  readonly flags: number;
  /** Epoch seconds: the time of the answer, and the time at which it expires (null: never). */
  readonly observed: number;
  readonly expires: number | null;
}

export interface CacheEntry {
  readonly key: CacheKey;
  readonly value: CachedCount;
}

/** Result of a request for a lease: ours, held by another until `until`, or answered meanwhile. */
export type LeaseAnswer =
  | { readonly kind: 'ours' }
  | { readonly kind: 'taken'; readonly until: number }
  | { readonly kind: 'answered'; readonly value: CachedCount };

/** Counts by key, shared by workers and audits, without terms. Times are passed in, in epoch seconds. */
export interface ScoreCache {
  /** In the order of the keys; null if the row is absent, leased or expired. */
  get(keys: readonly CacheKey[], now: number): Promise<readonly (CachedCount | null)[]>;
  /** The last writer wins: all writers have the same value for a key. */
  put(entries: readonly CacheEntry[]): Promise<void>;
  /** Single flight: only one owner at a time may ask for a key. An expired lease can be taken over. */
  lease(keys: readonly CacheKey[], owner: string, now: number, until: number): Promise<readonly LeaseAnswer[]>;
  /** Writes the answer if the owner still has the lease; returns whether it had. */
  settle(entries: readonly CacheEntry[], owner: string): Promise<readonly boolean[]>;
  /** Gives leases back without an answer, so that others may ask at once. */
  release(keys: readonly CacheKey[], owner: string): Promise<void>;
}
