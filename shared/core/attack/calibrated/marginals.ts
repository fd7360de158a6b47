import { logistic, powerOfTwo } from '../../numeric/numeric.ts';
import { gibbsMarginals } from './gibbs.ts';
import { EXACT_SIDE, exactMarginals } from './table-model.ts';

export interface ScoredTable {
  readonly key: string;
  readonly rows: number;
  readonly columns: number;
  /** Log-odds of each cell to be original, row-major. */
  readonly s: Float64Array;
}

/** Cells that an exact sum may touch, times the sets of columns: a second's work. Beyond it Gibbs sampling is used too. */
const MOST_WORK = 3e8;

/** Probability of each cell to be original. Without the constraint, where rows or columns may be missing, the cells are independent. */
export function marginalsOf({ key, rows, columns, s }: ScoredTable, constrained: boolean, seed: string): Float64Array {
  if (!constrained) return s.map(logistic);
  const side = Math.min(rows, columns);
  if (side <= EXACT_SIDE && s.length * powerOfTwo(side) <= MOST_WORK) return exactMarginals(s, rows, columns).probability;
  return gibbsMarginals(s, rows, columns, `${seed}|${key}`);
}
