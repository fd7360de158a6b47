import { type Reliability, reliability, Stated } from '../../measure/reliability.ts';
import type { HeldOut, HeldOutTable } from './held-out.ts';
import { type CalibrationMap, calibrated, isotonic } from './isotonic.ts';

/**
 * How well calibrated the model is on practice that it was not fitted on. The map that calibrates it comes from the same tables, so each half
 * of them is judged by the map of the other half.
 */
export function practisedReliability(held: HeldOut): Reliability | null {
  const stated = new Stated();
  for (const half of [0, 1]) {
    const map = calibrationBy(held, (table) => table % 2 !== half);
    for (const [at, { probability, original }] of held.tables.entries()) {
      if (at % 2 !== half) continue;
      for (const [cell, p] of probability.entries()) stated.add(1 - calibrated(map, p), original[cell] === 1 ? 0 : 1);
    }
  }
  return reliability(stated.counts());
}

/** What the model says, and how often it was so, of those tables that serve. */
export function calibrationBy({ tables, table, cell }: HeldOut, serves: (table: number) => boolean = () => true): CalibrationMap {
  const [said, was, weights]: [number[], number[], number[]] = [[], [], []];
  for (const [at, place] of cell.entries()) {
    const number = table[at] as number;
    if (!serves(number)) continue;
    const { probability, original, weight } = tables[number] as HeldOutTable;
    said.push(probability[place] as number);
    was.push(original[place] as number);
    weights.push(weight);
  }
  return isotonic(said, was, weights);
}
