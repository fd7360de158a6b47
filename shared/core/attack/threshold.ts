import { mean } from '../numeric/numeric.ts';
import type { AttackOptions } from './attack.ts';

/** The given threshold, else the mean of the values times the ratio; null of no values. */
export function thresholdOf(values: readonly number[] | Float64Array, { delta, ratio = 1 }: AttackOptions): number | null {
  if (delta !== undefined) return delta;
  return values.length === 0 ? null : mean(values) * ratio;
}
