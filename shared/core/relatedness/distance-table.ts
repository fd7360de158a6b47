import type { DistanceTable } from '../attack/table.ts';
import { mean } from '../numeric/numeric.ts';

/** Distances of the members of a generalised item to the context items of its group: flat, a row for each context item. */
interface PairDistances {
  readonly members: number;
  /** NaN where undefined or unreliable: left out of means. Infinity for a pair never together under `infinite` smoothing. */
  readonly values: Float64Array;
}

/**
 * The table of a group: a cell is the mean distance between its item and the context items of its row, NaN if none is defined. The sum is exact, so the
 * order of the context items does not matter.
 */
export function distanceTable(contexts: readonly (readonly number[])[], { members, values }: PairDistances): DistanceTable {
  const cells = new Float64Array(contexts.length * members);
  const held: number[] = [];
  for (const [row, context] of contexts.entries()) {
    for (let member = 0; member < members; member += 1) {
      held.length = 0;
      for (const item of context) {
        const value = values[item * members + member];
        if (!Number.isNaN(value)) held.push(value);
      }
      cells[row * members + member] = meanOf(held);
    }
  }
  return { rows: contexts.length, columns: members, cells };
}

function meanOf(values: readonly number[]): number {
  if (values.length === 0) return Number.NaN;
  // Two values, the usual case, need one rounding and no exact sum.
  if (values.length === 2) return (values[0] + values[1]) / 2;
  return values.includes(Number.POSITIVE_INFINITY) ? Number.POSITIVE_INFINITY : mean(values);
}
