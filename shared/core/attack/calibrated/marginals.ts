import { logistic, powerOfTwo } from '../../numeric/numeric.ts';
import { gibbsMarginals, SUMS_A_CELL } from './gibbs.ts';
import { EXACT_SIDE, exactMarginals } from './table-model.ts';

export interface ScoredTable {
  readonly key: string;
  readonly rows: number;
  readonly columns: number;
  /** Log-odds of each cell to be original, row-major. */
  readonly s: Float64Array;
}

/**
 * Cells that an exact sum may touch, times the sets of columns: some 20 ms. Beyond it Gibbs sampling is used too: an audit asks for the marginals of
 * thousands of tables, and the sum of one of 64 rows and 16 members took 200 ms.
 */
const MOST_WORK = 1e7;

const isSummed = ({ rows, columns }: Pick<ScoredTable, 'rows' | 'columns'>): boolean =>
  Math.min(rows, columns) <= EXACT_SIDE && rows * columns * powerOfTwo(Math.min(rows, columns)) <= MOST_WORK;

/** Elementary sums of a table: they double with each column up to some ten, and are as many as are drawn beyond. */
export const sumsOf = (table: Pick<ScoredTable, 'rows' | 'columns'>): number =>
  table.rows * table.columns * (isSummed(table) ? powerOfTwo(Math.min(table.rows, table.columns)) : SUMS_A_CELL);

/** Probability of each cell to be original. Without the constraint, where rows or columns may be missing, the cells are independent. */
export function marginalsOf({ key, rows, columns, s }: ScoredTable, constrained: boolean, seed: string): Float64Array {
  if (!constrained) return s.map(logistic);
  if (isSummed({ rows, columns })) return exactMarginals(s, rows, columns).probability;
  return gibbsMarginals(s, rows, columns, `${seed}|${key}`);
}
