import type { CacheKey } from './score-cache.ts';

/** A row as it was read. */
export interface HeldRow {
  /** As core/relatedness/term-row makes it: counts and tags, no terms. */
  readonly bytes: Uint8Array;
  /** Which writing of the row this is. */
  readonly version: number;
}

export interface RowChange {
  readonly key: CacheKey;
  readonly bytes: Uint8Array;
  /** What was read before the change; null where there was no row. */
  readonly over: HeldRow | null;
}

/**
 * Counts by term, shared by all audits. What is read may be a moment old, and what is written may go at any time: a row that is not there
 * is counted again. Times are epoch seconds.
 */
export interface TermRows {
  /** In the order of the keys; null where there is none, or none that has not expired. */
  get(keys: readonly CacheKey[], now: number): Promise<readonly (HeldRow | null)[]>;
  /** Writes each row unless another wrote it since it was read; says which were written. */
  put(changes: readonly RowChange[], now: number, expires: number): Promise<readonly boolean[]>;
}
