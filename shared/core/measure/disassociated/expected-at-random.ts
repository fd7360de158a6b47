import { anchorClasses } from '../../attack/reassociation/optimal.ts';
import type { Puzzle } from '../../attack/reassociation/pieces.ts';
import { placeAtRandom } from '../../attack/reassociation/random-placement.ts';
import type { Cluster } from '../../model/disassociated.ts';
import type { Random } from '../../random/random.ts';
import { type ClassCount, type PlacementExpectation, randomExpectation } from './expectation.ts';
import { heldPieces, pair } from './pairing.ts';

/** Draws where no formula holds; over the clusters of a release the error of their mean shrinks further. */
const DRAWS = 40;

/**
 * Random placement in one cluster, summed over its pieces. Exact where no two pieces can compete for a partner: in classes of
 * one row, or with one piece. Elsewhere the pairing trades pieces off against each other, no formula is known, and the mean
 * of 40 seeded draws, paired like every attack, is taken.
 */
export function expectedAtRandom(
  cluster: Cluster,
  puzzle: Puzzle,
  originals: readonly (readonly string[])[],
  random: Random,
): PlacementExpectation {
  const classes = anchorClasses(puzzle.anchors).filter(([row]) => (puzzle.anchors[row as number] as readonly string[]).length > 0);
  const { partnerOf } = pair(cluster, puzzle, [], originals, null);
  const held = heldPieces(cluster, puzzle, originals);
  const counts = puzzle.pieces.map((_, piece) =>
    classes.map(
      (rows): ClassCount => ({ rows: rows.length, holders: rows.filter((row) => held[partnerOf[row] as number]?.includes(piece)).length }),
    ),
  );
  const attackable = puzzle.pieces.map((_, piece) => (counts[piece] as readonly ClassCount[]).some(({ holders }) => holders > 0));
  if (puzzle.pieces.length === 1 || classes.every((rows) => rows.length === 1)) {
    const each = puzzle.pieces.flatMap(({ places }, piece) =>
      attackable[piece] === true ? [randomExpectation(counts[piece] as readonly ClassCount[], places)] : [],
    );
    return { hit: each.reduce((sum, { hit }) => sum + hit, 0), correct: each.reduce((sum, { correct }) => sum + correct, 0) };
  }
  const filled = new Set(classes.flat());
  let hits = 0;
  let correct = 0;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const pairing = pair(cluster, puzzle, placeAtRandom(puzzle, random), originals, null);
    const right = new Set<number>();
    pairing.correct.forEach((pieces, row) => {
      if (!filled.has(row)) return;
      correct += pieces.length;
      for (const piece of pieces) right.add(piece);
    });
    hits += right.size;
  }
  return { hit: hits / DRAWS, correct: correct / DRAWS };
}
