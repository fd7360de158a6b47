import type { CacheKey } from './score-cache.ts';

/** A row and the version that was read. */
export interface HeldRow {
  /** Counts and tags without terms, as in core/relatedness/term-row. */
  readonly bytes: Uint8Array;
  readonly version: number;
}

export interface RowChange {
  readonly key: CacheKey;
  readonly bytes: Uint8Array;
  /** The row before the change; null without one. */
  readonly over: HeldRow | null;
}

/** Counts by term, shared by all audits. Reads may be slightly stale, and rows may disappear: a missing row is counted again. Times in epoch seconds. */
export interface TermRows {
  /** In the order of the keys; null if the row is absent or expired. */
  get(keys: readonly CacheKey[], now: number): Promise<readonly (HeldRow | null)[]>;
  /** Writes each row unless it changed since it was read; returns which were written. */
  put(changes: readonly RowChange[], now: number, expires: number): Promise<readonly boolean[]>;
}
