import { type Reliability, reliability, Stated } from '../../measure/reliability.ts';
import { calibrated, isotonic } from './isotonic.ts';
import type { HeldOutTable } from './precise-decision.ts';

/**
 * How well calibrated the model is on practice that it was not fitted on. The map that calibrates it comes from the same tables, so each half
 * of them is judged by the map of the other half.
 */
export function practisedReliability(heldOut: readonly HeldOutTable[]): Reliability | null {
  const stated = new Stated();
  for (const half of [0, 1]) {
    const others = heldOut.filter((_, at) => at % 2 !== half);
    const map = isotonic(
      others.flatMap(({ probability }) => [...probability]),
      others.flatMap(({ original }) => [...original]),
      others.flatMap(({ original, weight }) => Array.from(original, () => weight)),
    );
    for (const { probability, original } of heldOut.filter((_, at) => at % 2 === half)) {
      for (const [cell, p] of probability.entries()) stated.add(1 - calibrated(map, p), original[cell] === 1 ? 0 : 1);
    }
  }
  return reliability(stated.counts());
}
