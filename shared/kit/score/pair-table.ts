import * as z from 'zod';
import { workBlob } from '../../contracts/work-blob.ts';
import type { RelatednessState } from '../../core/relatedness/relatedness.ts';

/** A distance as JSON has it: `null` is undefined, `"never"` a pair never together under `infinite` smoothing. */
type StoredDistance = number | null | 'never';

/**
 * Counts of the pairs of one group: columns of equal length, where place c * members + m is the pair of context item c and
 * member m. NaN where there is no number.
 */
export interface PairColumns {
  /** Position in the order of preference; -1 when no source relates the two. */
  readonly source: Int8Array;
  /** Position in `STATES`. */
  readonly state: Uint8Array;
  /** Bits of CountFlag. */
  readonly flags: Uint8Array;
  readonly distance: Float64Array;
  /** Documents with the member, with the context item, with both. */
  readonly item: Float64Array;
  readonly context: Float64Array;
  readonly both: Float64Array;
}

/** Counts of one unit, and the table that follows. */
export interface ScoredRecord {
  readonly unit: number;
  /** By row and then column; NaN is undefined, infinite a pair never together under `infinite` smoothing. */
  readonly cells: Float64Array;
  /** Positions of members and context items that no source holds. */
  readonly unmatchedMembers: Int32Array;
  readonly unmatchedContext: Int32Array;
  readonly counts: Pick<PairColumns, 'source' | 'flags' | 'both'>;
  readonly pairs: PairColumns;
}

/** Columns (stored-scores). */
export const SCORED = workBlob('scored', 2, z.instanceof(Uint8Array));

/** The states in the order of their stored numbers. Append only. */
export const STATES: readonly RelatednessState[] = ['ok', 'never together', 'unreliable', 'undefined'];

const NUMBERS = new Map(STATES.map((state, at) => [state, at]));
export const stateNumber = (state: RelatednessState): number => NUMBERS.get(state) as number;

export const storeDistance = (value: number): StoredDistance =>
  value === Number.POSITIVE_INFINITY ? 'never' : Number.isNaN(value) ? null : value;
export const restoreDistance = (value: StoredDistance): number =>
  value === null ? Number.NaN : value === 'never' ? Number.POSITIVE_INFINITY : value;

export const noPairs = (length: number): PairColumns => ({
  source: new Int8Array(length).fill(-1),
  state: new Uint8Array(length),
  flags: new Uint8Array(length),
  distance: new Float64Array(length).fill(Number.NaN),
  item: new Float64Array(length).fill(Number.NaN),
  context: new Float64Array(length).fill(Number.NaN),
  both: new Float64Array(length).fill(Number.NaN),
});
