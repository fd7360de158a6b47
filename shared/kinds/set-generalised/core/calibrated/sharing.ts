import { commonShapes, differenceByShape, type EstimateWithError, type ShapedValue, shapeOf, shapesOf } from './by-shape.ts';
import type { ScoredTable } from './marginals.ts';

/** By how much more of their cells the tables of another world are original, compared on the release's shapes; 0 where no shape is common. */
export function denserWorld(release: readonly ScoredTable[], base: readonly KnownScores[], other: readonly KnownScores[]): number {
  const common = commonShapes(meanScores(base), meanScores(other));
  const own = meanScores(release);
  const [least, most] = [differenceByShape(own, shareOriginal(base), common), differenceByShape(own, shareOriginal(other), common)];
  return least === null || most === null ? 0 : least.value - most.value;
}

/** Least error of a density that says too little, however alike the worlds are. */
const UNTOLD = 0.1;

/** The density of the release is as unsure as the worlds differ in it: what it is cannot be said. */
export const isDensityUntold = (witness: EstimateWithError | null, ofWorlds: readonly number[]): boolean =>
  witness === null || witness.error >= Math.max(UNTOLD, Math.max(...ofWorlds) - Math.min(...ofWorlds));

/** Scored by a model fitted on other tables. */
export interface KnownScores extends ScoredTable {
  readonly original: Uint8Array;
}

export const meanScores = (tables: readonly ScoredTable[]): ShapedValue[] => tables.map((table) => cellsOf(table, table.s));

export const shareOriginal = (tables: readonly KnownScores[]): ShapedValue[] => tables.map((table) => cellsOf(table, table.original));

function cellsOf(table: ScoredTable, cells: Float64Array | Uint8Array): ShapedValue {
  let total = 0;
  for (const each of cells) total += each;
  return { shape: shapeOf(table), value: total / cells.length, weight: cells.length };
}

/**
 * Density difference between release and practice: the difference of mean log-odds divided by the gap between original and added cells. An
 * uncertain gap widens the error. Null if the gap is negative or no shape is common.
 */
export function denserThan(
  practice: readonly KnownScores[],
  release: readonly ScoredTable[],
  shapes = shapesOf(meanScores(practice)),
): EstimateWithError | null {
  const gap = gapOf(practice);
  const moved = differenceByShape(meanScores(release), meanScores(practice), shapes);
  if (gap === null || moved === null || gap.value <= 0) return null;
  const value = moved.value / gap.value;
  const unsure = value * gap.error;
  return { value, error: Math.sqrt(moved.error * moved.error + unsure * unsure) / gap.value };
}

/** Mean gap between log-odds of original and added cells within tables, weighted by precision. */
function gapOf(tables: readonly KnownScores[]): EstimateWithError | null {
  const gaps: { readonly gap: number; readonly weight: number }[] = [];
  for (const { s, original } of tables) {
    const count = [0, 0];
    const total = [0, 0];
    for (const [cell, each] of s.entries()) {
      const kind = original[cell];
      count[kind] += 1;
      total[kind] += each;
    }
    const [added, kept] = count as [number, number];
    if (added === 0 || kept === 0) continue;
    gaps.push({ gap: total[1] / kept - total[0] / added, weight: (kept * added) / (kept + added) });
  }
  const weight = gaps.reduce((sum, each) => sum + each.weight, 0);
  if (gaps.length < 2) return null;
  const value = gaps.reduce((sum, each) => sum + each.gap * each.weight, 0) / weight;
  const squares = gaps.reduce((sum, each) => sum + each.weight * each.weight * (each.gap - value) * (each.gap - value), 0);
  return { value, error: Math.sqrt((squares * gaps.length) / (gaps.length - 1)) / weight };
}
