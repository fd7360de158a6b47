import { logistic, powerOfTwo } from '../../../../core/numeric/numeric.ts';
import { type Random, seeded } from '../../../../core/random/random.ts';
import { EXACT_SIDE, exactMarginals } from './table-model.ts';

export interface ScoredTable {
  readonly key: string;
  readonly rows: number;
  readonly columns: number;
  /** Log-odds that each cell is original, row-major. */
  readonly s: Float64Array;
}

/**
 * Limit of exact sums (cells x column sets), about 20 ms; beyond it Gibbs sampling. An audit needs thousands of tables, and one of 64 rows and 16
 * members took 200 ms.
 */
const MOST_WORK = 1e7;

const isSummed = ({ rows, columns }: Pick<ScoredTable, 'rows' | 'columns'>): boolean =>
  Math.min(rows, columns) <= EXACT_SIDE && rows * columns * powerOfTwo(Math.min(rows, columns)) <= MOST_WORK;

/** Cost of a table in elementary sums: doubles with each column up to about ten, then that of sampling. */
export const sumsOf = (table: Pick<ScoredTable, 'rows' | 'columns'>): number =>
  table.rows * table.columns * (isSummed(table) ? powerOfTwo(Math.min(table.rows, table.columns)) : SUMS_A_CELL);

/** Without the constraint (rows or columns may be missing) cells are independent. */
export function marginalsOf({ key, rows, columns, s }: ScoredTable, constrained: boolean, seed: string): Float64Array {
  if (!constrained) return s.map(logistic);
  if (isSummed({ rows, columns })) return exactMarginals(s, rows, columns).probability;
  return gibbsMarginals(s, rows, columns, `${seed}|${key}`);
}

const SWEEPS = 400;
const WARMING = 100;
/** Cost of one cell in elementary sums of the exact method. */
const SUMS_A_CELL = 4 * (SWEEPS + WARMING);

/**
 * Marginals of the table model by Gibbs sampling, for tables too large for exact sums. A cell that its row or column needs stays. Averages
 * conditional probabilities, which vary less than draws. Starts with all cells original.
 */
export function gibbsMarginals(s: Float64Array, rows: number, columns: number, seed: string): Float64Array {
  const random: Random = seeded('gibbs', seed);
  const original = new Uint8Array(s.length).fill(1);
  const inRow = new Int32Array(rows).fill(columns);
  const inColumn = new Int32Array(columns).fill(rows);
  const odds = s.map(logistic);
  const total = new Float64Array(s.length);
  for (let sweep = 0; sweep < SWEEPS + WARMING; sweep += 1) {
    for (let row = 0, cell = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1, cell += 1) {
        const now = original[cell];
        const needed = inRow[row] === now || inColumn[column] === now;
        const p = needed ? 1 : odds[cell];
        if (sweep >= WARMING) total[cell] += p;
        const next = needed || random.unit() < p ? 1 : 0;
        if (next === now) continue;
        original[cell] = next;
        inRow[row] = inRow[row] + next - now;
        inColumn[column] = inColumn[column] + next - now;
      }
    }
  }
  return total.map((each) => each / SWEEPS);
}
