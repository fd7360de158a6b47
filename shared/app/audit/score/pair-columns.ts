import type { PairColumns, StoredDistance } from '../../../contracts/work.ts';
import type { RelatednessState } from '../../../core/relatedness/relatedness.ts';

/** The states in the order of their stored numbers. Append only. */
export const STATES: readonly RelatednessState[] = ['ok', 'never together', 'unreliable', 'undefined'];

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
