import { type EstimateWithError, shapeOf } from './by-shape.ts';
import { marginalsOf, type ScoredTable } from './marginals.ts';

/** Limit of the shift: practice already matches the release's share of partners from one transaction, so a larger rest is the model's own error. */
const FURTHEST = 0.1;
const ROUNDS = 6;

export interface BaseRate {
  readonly shift: number;
  /** Expected share of original cells after it. */
  readonly density: number;
}

const expected = (tables: readonly ScoredTable[], seed: string, shift: number): number => {
  let total = 0;
  for (const table of tables) {
    for (const p of marginalsOf({ ...table, s: table.s.map((each) => each + shift) }, true, seed)) total += p;
  }
  return total;
};

/** Without evidence a table is only its shape. */
const flatTables = (tables: readonly ScoredTable[]): { readonly table: ScoredTable; readonly times: number }[] =>
  Array.from(Map.groupBy(tables, shapeOf), ([key, alike]) => {
    const { rows, columns } = alike[0] as ScoredTable;
    return { table: { key, rows, columns, s: new Float64Array(rows * columns) }, times: alike.length };
  });

/** The constant log-odds at which the tables are expected to hold the wanted share of original cells. */
function flatOdds(tables: readonly ScoredTable[], seed: string, wanted: number): number {
  const shapes = flatTables(tables);
  let [low, high] = [-8, 8];
  for (let round = 0; round < 14; round += 1) {
    const middle = (low + high) / 2;
    if (shapes.reduce((total, { table, times }) => total + times * expected([table], seed, middle), 0) < wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * Prior shift by expectation maximisation (Saerens et al., 2002): the posterior of the unlabelled tables agrees with the prior. The model learned
 * the practice density as its prior; under the table constraint a prior is a constant log-odds.
 */
function ownShift(tables: readonly ScoredTable[], practiceDensity: number, seed: string): number {
  const cells = tables.reduce((total, { s }) => total + s.length, 0);
  const learned = flatOdds(tables, seed, practiceDensity * cells);
  let shift = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = clamp(flatOdds(tables, seed, expected(tables, seed, shift)) - learned);
    const moved = Math.abs(next - shift);
    shift = next;
    if (moved < 1e-2) break;
  }
  return shift;
}

const clamp = (shift: number): number => Math.max(-FURTHEST, Math.min(FURTHEST, shift));

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

/**
 * Base rate of the release, starting from log-odds shifted by `raised`. The same estimate on held-out practice, whose true shift is 0, is
 * subtracted: it removes the model's own bias.
 */
export function baseRate(
  release: readonly ScoredTable[],
  heldOut: readonly ScoredTable[],
  practiceDensity: number,
  seed: string,
  raised = 0,
): BaseRate {
  const cells = release.reduce((total, { s }) => total + s.length, 0);
  const at = raised === 0 ? release : release.map((table) => ({ ...table, s: table.s.map((each) => each + raised) }));
  const shift = raised + clamp(ownShift(at, practiceDensity, seed) - ownShift(heldOut, practiceDensity, seed));
  return { shift, density: expected(release, seed, shift) / Math.max(1, cells) };
}
