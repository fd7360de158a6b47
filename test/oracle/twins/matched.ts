import type { Random } from '../../../shared/core/random/random.ts';

const TRIES = 20;

/**
 * For each of `counts` and each draw the cells of the first order that is long enough, else of the longest: plainly, one count after another.
 * `randomOf` starts a draw's stream anew.
 */
export const matchedAlone = (
  rows: number,
  columns: number,
  counts: readonly number[],
  draws: number,
  randomOf: (draw: number) => Random,
): number[][][] => counts.map((count) => Array.from({ length: draws }, (_, draw) => cellsOf(rows, columns, count, randomOf(draw))));

function cellsOf(rows: number, columns: number, count: number, random: Random): number[] {
  let longest: number[] = [];
  for (let attempt = 0; attempt < TRIES && longest.length < count; attempt += 1) {
    const left = Array.from({ length: rows * columns }, (_, cell) => cell);
    const taken: number[] = [];
    const taking = (of: (cell: number) => number, cell: number): number => taken.filter((each) => of(each) === of(cell)).length;
    while (taken.length < count && left.length > 0) {
      const at = random.below(left.length);
      const cell = left[at];
      left[at] = left.at(-1) as number;
      left.pop();
      const inRow = taking((each) => Math.floor(each / columns), cell);
      const inColumn = taking((each) => each % columns, cell);
      if (inRow < columns - 1 && inColumn < rows - 1) taken.push(cell);
    }
    if (taken.length > longest.length) longest = taken;
  }
  return longest;
}
