import type { Random } from '../../../../core/random/random.ts';
import type { Cluster } from '../model.ts';
import { anchorClasses } from '../reassociation/optimal.ts';
import { heldPieces, type Puzzle } from '../reassociation/pieces.ts';
import { placeAtRandom } from '../reassociation/reconstruct.ts';
import { pair } from './pairing.ts';

/** Rows of one class: how many there are, and how many of its originals hold the piece. */
interface ClassCount {
  readonly rows: number;
  readonly holders: number;
}

/** Expectation under random placement, for one piece or summed over a cluster. */
export interface PlacementExpectation {
  /** Probability of at least one correct place; summed over pieces: the expected number of pieces with one. */
  readonly hit: number;
  readonly correct: number;
}

/**
 * `places` rows drawn uniformly without repetition out of all classes. In a class, whose rows cannot be told apart, as many
 * places are correct as there are both places and holders: the mean of the lesser of the two under the hypergeometric law.
 * Exact for a piece that competes with no other for partners within a class.
 */
export function randomExpectation(classes: readonly ClassCount[], places: number): PlacementExpectation {
  const total = classes.reduce((sum, { rows }) => sum + rows, 0);
  const drawn = Math.min(places, total);
  const holding = classes.reduce((sum, { rows, holders }) => sum + (holders > 0 ? rows : 0), 0);
  let correct = 0;
  for (const { rows, holders } of classes) {
    for (let hits = 1; hits <= Math.min(rows, drawn); hits += 1)
      correct += hypergeometric(total, rows, drawn, hits) * Math.min(hits, holders);
  }
  return { hit: 1 - hypergeometric(total, holding, drawn, 0), correct };
}

/**
 * Hypergeometric probability of `hits` marked ones in `drawn` draws from `total`, of which `marked` are marked: a product of ratios, so nothing
 * overflows.
 */
export function hypergeometric(total: number, marked: number, drawn: number, hits: number): number {
  if (hits > marked || drawn - hits > total - marked) return 0;
  let probability = 1;
  for (let at = 0; at < hits; at += 1) probability *= ((drawn - at) * (marked - at)) / ((at + 1) * (total - at));
  // The remaining draws miss.
  for (let at = 0; at < drawn - hits; at += 1) probability *= (total - marked - at) / (total - hits - at);
  return probability;
}

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
  const classes = anchorClasses(puzzle.anchors).filter(([row]) => puzzle.anchors[row as number].length > 0);
  const { partnerOf } = pair(cluster, puzzle, [], originals, null);
  const held = heldPieces(cluster, puzzle, originals);
  const counts = puzzle.pieces.map((_, piece) =>
    classes.map((rows): ClassCount => ({ rows: rows.length, holders: rows.filter((row) => held[partnerOf[row]]?.includes(piece)).length })),
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
