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
  const [said, was, weights] = [new Float64Array(cell.length), new Uint8Array(cell.length), new Float64Array(cell.length)];
  let count = 0;
  for (let at = 0; at < cell.length; at += 1) {
    const number = table[at] as number;
    if (!serves(number)) continue;
    const place = cell[at] as number;
    const { probability, original, weight } = tables[number] as HeldOutTable;
    said[count] = probability[place] as number;
    was[count] = original[place] as number;
    weights[count] = weight;
    count += 1;
  }
  return isotonic(said.subarray(0, count), was.subarray(0, count), weights.subarray(0, count));
}
