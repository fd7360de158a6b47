import { differenceByShape, type EstimateWithError, type ShapedValue, shapeOf, shapesOf } from './by-shape.ts';
import type { ScoredTable } from './marginals.ts';

/** A practice table, scored by a model that was fitted on others, and its truth. */
export interface KnownScores extends ScoredTable {
  readonly original: Uint8Array;
}

/** Mean log-odds of a table. */
export const meanScores = (tables: readonly ScoredTable[]): ShapedValue[] => tables.map((table) => cellsOf(table, table.s));

/** Share of original cells of a table. */
export const shareOriginal = (tables: readonly KnownScores[]): ShapedValue[] => tables.map((table) => cellsOf(table, table.original));

function cellsOf(table: ScoredTable, cells: Float64Array | Uint8Array): ShapedValue {
  let total = 0;
  for (const each of cells) total += each;
  return { shape: shapeOf(table), value: total / cells.length, weight: cells.length };
}

/**
 * How much denser the release is than practice: its mean log-odds are greater by this share of the gap between original and added cells. Where
 * the gap itself is unsure, so is the share: a model that tells nothing apart says nothing of density. Null where it tells them apart the wrong way
 * round, or no shape is common.
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

/** How much greater the log-odds of original cells are than those of added ones, within a table: as sure of each as its cells allow. */
function gapOf(tables: readonly KnownScores[]): EstimateWithError | null {
  const gaps: { readonly gap: number; readonly weight: number }[] = [];
  for (const { s, original } of tables) {
    const count = [0, 0];
    const total = [0, 0];
    for (const [cell, each] of s.entries()) {
      const kind = original[cell] as number;
      count[kind] = (count[kind] as number) + 1;
      total[kind] = (total[kind] as number) + each;
    }
    const [added, kept] = count as [number, number];
    if (added === 0 || kept === 0) continue;
    gaps.push({ gap: (total[1] as number) / kept - (total[0] as number) / added, weight: (kept * added) / (kept + added) });
  }
  const weight = gaps.reduce((sum, each) => sum + each.weight, 0);
  if (gaps.length < 2) return null;
  const value = gaps.reduce((sum, each) => sum + each.gap * each.weight, 0) / weight;
  const squares = gaps.reduce((sum, each) => sum + each.weight * each.weight * (each.gap - value) * (each.gap - value), 0);
  return { value, error: Math.sqrt((squares * gaps.length) / (gaps.length - 1)) / weight };
}
