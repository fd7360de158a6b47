/** 16 bytes: see core/keys/count-key. */
export type CacheKey = Uint8Array;

/**
 * What a source once answered. A count and a zero are values; `not expressible` is an answer about the question;
 * `failed` is no answer: it is kept for minutes, so that a broken source is not asked at once again.
 */
export interface CachedCount {
  readonly state: 'counted' | 'not expressible' | 'failed';
  /** The count; 0 where there is none. */
  readonly count: number;
  /** Bits of CountFlag. */
  readonly flags: number;
  /** Epoch seconds: when the source said it, and when it stops being an answer (null: never). */
  readonly observed: number;
  readonly expires: number | null;
}

export interface CacheEntry {
  readonly key: CacheKey;
  readonly value: CachedCount;
}

/** What became of one wish to ask: ours to ask, being asked by another until `until`, or answered meanwhile. */
export type LeaseAnswer =
  | { readonly kind: 'ours' }
  | { readonly kind: 'taken'; readonly until: number }
  | { readonly kind: 'answered'; readonly value: CachedCount };

/** Counts by key, shared by workers and audits. It holds no term. Times are passed in, in epoch seconds. */
export interface ScoreCache {
  /** In the order of the keys; null where there is no answer: absent, leased or expired. */
  get(keys: readonly CacheKey[], now: number): Promise<readonly (CachedCount | null)[]>;
  /** The last writer wins: all writers say the same of one key. */
  put(entries: readonly CacheEntry[]): Promise<void>;
  /** Single flight: at most one owner at a time may ask for a key; a lease that has run out can be taken over. */
  lease(keys: readonly CacheKey[], owner: string, now: number, until: number): Promise<readonly LeaseAnswer[]>;
  /** Writes the answer if the lease is still the owner's, and says whether it was. */
  settle(entries: readonly CacheEntry[], owner: string): Promise<readonly boolean[]>;
  /** Gives leases back without an answer, so that another may ask at once. */
  release(keys: readonly CacheKey[], owner: string): Promise<void>;
}
