import { type Piece, type Puzzle, pieceKey } from '../reassociation/pieces.ts';
import type { CentredScores } from './affinity.ts';
import type { KnownChoice } from './choice-model.ts';
import type { ClusterEvidence } from './soft-placement.ts';

/** For each piece and row, by measure: the sum over the row's items of the mean over the piece's items. Pieces by rows by measures. */
function anchorEvidence({ anchors, pieces }: Puzzle, { separatedAt, anchoringAt, width, centred }: CentredScores): Float64Array {
  const rows = anchors.map((anchor) => anchor.map(anchoringAt));
  const out = new Float64Array(pieces.length * rows.length * centred.length);
  let cell = 0;
  for (const { items } of pieces) {
    const own = items.map((item) => separatedAt(item) * width);
    for (const row of rows) {
      for (const values of centred) {
        let total = 0;
        for (const from of own) for (const column of row) total += values[from + column] as number;
        out[cell] = total / own.length;
        cell += 1;
      }
    }
  }
  return out;
}

/** What every known occurrence of a piece teaches: the row that holds it, among the rows that do not. */
export function choicesOf(puzzle: Puzzle, scores: CentredScores, holders: readonly (readonly number[])[]): KnownChoice[] {
  const measures = scores.centred.length;
  const evidence = anchorEvidence(puzzle, scores);
  const rows = puzzle.anchors.length;
  const filled = puzzle.anchors.flatMap((anchor, row) => (anchor.length > 0 ? [row] : []));
  return puzzle.pieces.flatMap(({ items }, piece) => {
    const own = holders[piece] as readonly number[];
    const others = filled.filter((row) => !own.includes(row));
    if (others.length === 0) return [];
    return own
      .filter((row) => filled.includes(row))
      .map((holder) => {
        const chosen = new Float64Array((others.length + 1) * measures);
        for (const [position, row] of [holder, ...others].entries()) {
          const from = (piece * rows + row) * measures;
          chosen.set(evidence.subarray(from, from + measures), position * measures);
        }
        const occurrence = `${pieceKey(items)} ${pieceKey(puzzle.anchors[holder] as readonly string[])}`;
        return { evidence: chosen, rows: others.length + 1, occurrence };
      });
  });
}

/** Evidence of all measures, weighed: an item in a row says as much whether the release shows it there or a piece brings it. */
export function weighedEvidence(puzzle: Puzzle, scores: CentredScores, weights: readonly number[]): ClusterEvidence {
  const { pieces } = puzzle;
  const each = anchorEvidence(puzzle, scores);
  const anchors = Float64Array.from({ length: pieces.length * puzzle.anchors.length }, (_, cell) => {
    let total = 0;
    for (const [measure, weight] of weights.entries()) total += weight * (each[cell * weights.length + measure] as number);
    return total;
  });
  const numbers = pieces.map(({ items }) => items.map(scores.separatedAt));
  const between = new Float64Array(pieces.length * pieces.length);
  for (const [piece, own] of numbers.entries()) {
    for (let other = piece + 1; other < pieces.length; other += 1) {
      if (apart(pieces[piece] as Piece, pieces[other] as Piece)) continue;
      const pull = drawn(own, numbers[other] as readonly number[], scores, weights);
      between[piece * pieces.length + other] = pull;
      between[other * pieces.length + piece] = pull;
    }
  }
  return { anchors, pieces: between };
}

/** Sub-records of one chunk are in different transactions by the release itself. */
const apart = (a: Piece, b: Piece): boolean => a.chunk !== null && a.chunk === b.chunk;

/** How much two pieces draw each other: the mean over their items, either way. */
function drawn(own: readonly number[], theirs: readonly number[], { width, centred }: CentredScores, weights: readonly number[]): number {
  let total = 0;
  for (const [measure, weight] of weights.entries()) {
    if (weight === 0) continue;
    const values = centred[measure] as Float64Array;
    for (const x of own) {
      for (const y of theirs) total += (weight * ((values[x * width + y] as number) + (values[y * width + x] as number))) / 2;
    }
  }
  return total / own.length / theirs.length;
}

/** What one anchoring item says for a piece: the weighed scores, the mean over the piece's items. */
export function itemEvidence(
  piece: Piece,
  item: string,
  { separatedAt, anchoringAt, width, centred }: CentredScores,
  weights: readonly number[],
): number {
  let total = 0;
  for (const [measure, weight] of weights.entries()) {
    const values = centred[measure] as Float64Array;
    for (const own of piece.items) total += weight * (values[separatedAt(own) * width + anchoringAt(item)] as number);
  }
  return total / piece.items.length;
}
