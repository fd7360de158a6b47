import type { EstimateWithError } from './by-shape.ts';
import { marginalsOf, type ScoredTable } from './marginals.ts';

/** Practice is as dense as the release by its share of partners from one transaction: what is left over is small, or the model's own error. */
const FURTHEST = 0.1;
const ROUNDS = 6;

export interface BaseRate {
  /** Added to every log-odds. */
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

/** How many tables of each shape there are: without evidence a table is its shape. */
function shapesOf(tables: readonly ScoredTable[]): { readonly table: ScoredTable; readonly times: number }[] {
  const shapes = new Map<string, { table: ScoredTable; times: number }>();
  for (const { rows, columns } of tables) {
    const key = `${rows} x ${columns}`;
    const shape = shapes.get(key);
    if (shape === undefined) shapes.set(key, { table: { key, rows, columns, s: new Float64Array(rows * columns) }, times: 1 });
    else shape.times += 1;
  }
  return [...shapes.values()];
}

/** The constant log-odds under which the tables, without evidence, are expected to hold so many original cells. */
function flatOdds(tables: readonly ScoredTable[], seed: string, wanted: number): number {
  const shapes = shapesOf(tables);
  let [low, high] = [-8, 8];
  for (let round = 0; round < 14; round += 1) {
    const middle = (low + high) / 2;
    if (shapes.reduce((total, { table, times }) => total + times * expected([table], seed, middle), 0) < wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * The shift of log-odds at which the unlabelled tables' own posterior agrees with the prior, by expectation and maximisation (Saerens and
 * others, 2002): the practice density is the prior that the model learned. Under the table constraint a prior is a constant log-odds.
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
 * By how much the log-odds are raised because the release looks denser than practice does, and how unsure that is. What may well be chance is
 * shrunk away (positive part of James and Stein); a release that looks sparser raises nothing, since that would only make the attack surer of itself.
 */
export function precaution(denser: EstimateWithError | null, practiceDensity: number): EstimateWithError {
  const scale = practiceDensity * (1 - practiceDensity);
  if (denser === null || !(scale > 0)) return { value: 0, error: 0 };
  const { value, error } = denser;
  const kept = value > error ? value - (error * error) / value : 0;
  // Denser by at most half of what is left: nobody generalises into tables that are nearly all original.
  const density = practiceDensity + Math.min(kept, (1 - practiceDensity) / 2);
  return { value: Math.log((density * (1 - practiceDensity)) / (practiceDensity * (1 - density))), error: error / scale };
}

/**
 * The base rate of the release, from log-odds raised by `raised` on, less what the same estimate says of held-out practice, where the true shift is 0: what the table model gets
 * wrong it gets wrong on both.
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
