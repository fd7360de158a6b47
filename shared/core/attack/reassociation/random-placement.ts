import type { Random } from '../../random/random.ts';
import type { Puzzle } from './pieces.ts';
import type { Placement } from './reconstruct.ts';

/**
 * The baseline: as many places for each piece, drawn uniformly without repetition among the anchoring sub-records that hold
 * anything, where every attack puts its pieces first; what is left over goes to empty ones.
 */
export function placeAtRandom(puzzle: Puzzle, random: Random): Placement[] {
  const rows = puzzle.anchors.map((_, row) => row);
  const filled = rows.filter((row) => (puzzle.anchors[row] as readonly string[]).length > 0);
  const empty = rows.filter((row) => (puzzle.anchors[row] as readonly string[]).length === 0);
  if (rows.length === 0) return [];
  return puzzle.pieces.map(({ places }, piece) => {
    const within = Math.min(places, filled.length);
    const chosen = [...draw(filled, within, random), ...draw(empty, places - within, random)];
    return { piece, rows: chosen, values: chosen.map(() => Number.NaN) };
  });
}

/** The first `wanted` of a shuffle; `rows` keeps its members in another order. */
function draw(rows: number[], wanted: number, random: Random): number[] {
  for (let at = 0; at < wanted; at += 1) {
    const other = at + random.below(rows.length - at);
    [rows[at], rows[other]] = [rows[other] as number, rows[at] as number];
  }
  return rows.slice(0, wanted);
}
