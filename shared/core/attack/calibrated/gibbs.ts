import { logistic } from '../../numeric/numeric.ts';
import { type Random, seeded } from '../../random/random.ts';

const SWEEPS = 400;
const WARMING = 100;
/** Elementary sums that one cell takes: a draw costs as much as some of those of an exact sum. */
export const SUMS_A_CELL = 4 * (SWEEPS + WARMING);

/**
 * Marginals of the table model by Gibbs sampling, for tables too large to be summed: each cell in turn given the others; the cell that
 * its row or column needs stays. Averages the conditional probabilities, which vary less than the draws. Starts with all cells original.
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
        const now = original[cell] as number;
        const needed = (inRow[row] as number) === now || (inColumn[column] as number) === now;
        const p = needed ? 1 : (odds[cell] as number);
        if (sweep >= WARMING) total[cell] = (total[cell] as number) + p;
        const next = needed || random.unit() < p ? 1 : 0;
        if (next === now) continue;
        original[cell] = next;
        inRow[row] = (inRow[row] as number) + next - now;
        inColumn[column] = (inColumn[column] as number) + next - now;
      }
    }
  }
  return total.map((each) => each / SWEEPS);
}
