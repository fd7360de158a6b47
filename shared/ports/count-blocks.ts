import type { CacheKey } from './score-cache.ts';

export interface CountBlock {
  readonly key: CacheKey;
  /** As core/relatedness/count-block makes it: counts, no terms. */
  readonly bytes: Uint8Array;
}

/**
 * The counts that one generalised item needs of one corpus, as one value: a read of the cache is billed by the row, and a table of
 * 4 by 4 with two context items a row needs 44 counts.
 */
export interface CountBlocks {
  /** In the order of the keys; null where there is none. */
  get(keys: readonly CacheKey[]): Promise<readonly (Uint8Array | null)[]>;
  put(blocks: readonly CountBlock[]): Promise<void>;
}
