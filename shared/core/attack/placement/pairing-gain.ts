import { assign } from '../../optimise/assignment.ts';
import type { Random } from '../../random/random.ts';

/** Truths drawn for one cluster. */
const DRAWS = 12;

/**
 * Rows with equal anchoring sub-records cannot be told apart, and a placement counts as right under the pairing of such rows with
 * transactions that gets most pieces right. What that adds: right places under the best pairing, for each that is right under any one
 * fixed pairing. Truths are drawn from the model's own probabilities, and paired as the measure does.
 *
 * `places` and `probability` are by piece: rows of the class (from 0) that it was put to; the probability that each of them holds it.
 */
export function pairingGain(
  rows: number,
  places: readonly (readonly number[])[],
  probability: readonly Float64Array[],
  random: Random,
): number {
  if (rows === 1) return 1;
  let [right, expected] = [0, 0];
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const costs = new Float64Array(rows * rows);
    for (const [piece, own] of places.entries()) {
      const p = probability[piece] as Float64Array;
      for (let truth = 0; truth < rows; truth += 1) {
        const holds = random.unit() < (p[truth] as number);
        for (const row of own) {
          if (row === truth) expected += p[truth] as number;
          if (holds) costs[row * rows + truth] = (costs[row * rows + truth] as number) - 1;
        }
      }
    }
    right -= assign(rows, rows, costs)?.cost ?? 0;
  }
  return expected > 0 ? right / expected : 1;
}
