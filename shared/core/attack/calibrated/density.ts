import { differenceByShape, type Estimate, type ShapedValue, shapeOf, shapesOf } from './by-shape.ts';
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
 * How much denser the release is than practice: its mean log-odds are greater by this share of the gap between original and added cells. Null where
 * nothing tells them apart, or no shape is common.
 */
export function denserThan(
  practice: readonly KnownScores[],
  release: readonly ScoredTable[],
  shapes = shapesOf(meanScores(practice)),
): Estimate | null {
  const gap = gapOf(practice);
  const moved = differenceByShape(meanScores(release), meanScores(practice), shapes);
  return gap > 0 && moved !== null ? { value: moved.value / gap, error: moved.error / gap } : null;
}

/** How much greater the log-odds of original cells are than those of added ones, within a shape: as sure of each shape as its cells allow. */
function gapOf(tables: readonly KnownScores[]): number {
  const sums = new Map<string, [count: number, total: number][]>();
  for (const table of tables) {
    const shape = shapeOf(table);
    const pair = sums.get(shape) ?? [
      [0, 0],
      [0, 0],
    ];
    sums.set(shape, pair);
    for (const [cell, each] of table.s.entries()) {
      const kind = pair[table.original[cell] as number] as [number, number];
      kind[0] += 1;
      kind[1] += each;
    }
  }
  let [gap, weight] = [0, 0];
  for (const [[added, addedTotal], [original, originalTotal]] of sums.values() as Iterable<[[number, number], [number, number]]>) {
    if (added === 0 || original === 0) continue;
    const own = (original * added) / (original + added);
    gap += own * (originalTotal / original - addedTotal / added);
    weight += own;
  }
  return weight === 0 ? 0 : gap / weight;
}
