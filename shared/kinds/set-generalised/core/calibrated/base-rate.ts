import type { EstimateWithError } from './by-shape.ts';
import { marginalsOf, type ScoredTable } from './marginals.ts';

/**
 * Shift of log-odds if the release looks denser than practice, with its standard error. Chance is shrunk away (positive-part James-Stein). A
 * sparser release shifts nothing, since that would only raise the attack's confidence.
 */
export function precaution(denser: EstimateWithError | null, practiceDensity: number): EstimateWithError {
  const scale = practiceDensity * (1 - practiceDensity);
  if (denser === null || !(scale > 0)) return { value: 0, error: 0 };
  const { value, error } = denser;
  const kept = value > error ? value - (error * error) / value : 0;
  // At most half of the remaining way to 1: no publisher makes tables of almost only original cells.
  const density = practiceDensity + Math.min(kept, (1 - practiceDensity) / 2);
  return { value: Math.log((density * (1 - practiceDensity)) / (practiceDensity * (1 - density))), error: error / scale };
}

/** A release is denser if two witnesses say so, by the lesser; the first one's error counts. */
export const lessDense = (first: EstimateWithError | null, second: EstimateWithError | null): EstimateWithError | null =>
  first === null || second === null ? first : { value: Math.min(first.value, second.value), error: first.error };

/** Expected share of original cells, all log-odds moved by `shift`. */
export function expectedDensity(tables: readonly ScoredTable[], seed: string, shift: number): number {
  let [total, cells] = [0, 0];
  for (const table of tables) {
    for (const p of marginalsOf({ ...table, s: table.s.map((each) => each + shift) }, true, seed)) total += p;
    cells += table.s.length;
  }
  return total / Math.max(1, cells);
}
