import { takeMean } from '../../../../core/relatedness/centring.ts';
import { type Piece, type Puzzle, pieceKey } from '../reassociation/pieces.ts';
import type { KnownChoice } from './fit-measures.ts';
import type { ClusterEvidence } from './soft-placement.ts';

/** The items of one cluster and how near each separated one is to every other, by each measure. NaN where nothing is known. */
export interface PairScores {
  /** Items of pieces, each once, then items of anchoring sub-records. */
  readonly items: readonly string[];
  readonly separated: number;
  /** By measure, row-major: separated items by all items. */
  readonly values: readonly Float64Array[];
}

/** The same less what is common to a row or column; 0 where nothing is known. */
export interface CentredScores {
  /** Where an item stands as a separated one, and as an anchoring one: an unsound release may hold it as both. */
  readonly separatedAt: (item: string) => number;
  readonly anchoringAt: (item: string) => number;
  readonly width: number;
  /** By measure, row-major: separated items by all items. */
  readonly centred: readonly Float64Array[];
}

export function scoredItems({ pieces, anchors }: Puzzle): { readonly items: readonly string[]; readonly separated: number } {
  const separated = new Set(pieces.flatMap(({ items }) => items));
  const anchoring = new Set(anchors.flat());
  return { items: [...separated, ...anchoring], separated: separated.size };
}

/**
 * Scores without what is common to a row or a column of the table, anchoring items and separated ones apart: a frequent word is
 * near everything, and says nothing about which transaction it came from. Unknown scores become 0, the mean.
 */
export function centredScores({ items, separated, values }: PairScores): CentredScores {
  const width = items.length;
  const centred = values.map((from) => {
    const cells = from.slice();
    for (const [first, end] of [
      [0, separated],
      [separated, width],
    ] as const) {
      for (let column = first; column < end; column += 1) takeMean(cells, column, separated, width);
      for (let row = 0; row < separated; row += 1) takeMean(cells, row * width + first, end - first, 1);
    }
    return cells.map((value) => (Number.isNaN(value) ? 0 : value));
  });
  const first = new Map(items.slice(0, separated).map((item, at) => [item, at]));
  const second = new Map(items.slice(separated).map((item, at) => [item, separated + at]));
  return { separatedAt: (item) => first.get(item) as number, anchoringAt: (item) => second.get(item) as number, width, centred };
}

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
        for (const from of own) for (const column of row) total += values[from + column];
        out[cell] = total / own.length;
        cell += 1;
      }
    }
  }
  return out;
}

/** Training choices from every known occurrence of a piece: its row among the other rows. */
export function choicesOf(puzzle: Puzzle, scores: CentredScores, holders: readonly (readonly number[])[]): KnownChoice[] {
  const measures = scores.centred.length;
  const evidence = anchorEvidence(puzzle, scores);
  const rows = puzzle.anchors.length;
  const filled = puzzle.anchors.flatMap((anchor, row) => (anchor.length > 0 ? [row] : []));
  return puzzle.pieces.flatMap(({ items }, piece) => {
    const own = holders[piece];
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
        const occurrence = `${pieceKey(items)} ${pieceKey(puzzle.anchors[holder])}`;
        return { evidence: chosen, rows: others.length + 1, right: 0, occurrence };
      });
  });
}

/** Evidence of all measures, weighed: an item in a row says as much whether the release shows it there or a piece brings it. */
export function weighedEvidence(puzzle: Puzzle, scores: CentredScores, weights: readonly number[]): ClusterEvidence {
  const { pieces } = puzzle;
  const each = anchorEvidence(puzzle, scores);
  const anchors = Float64Array.from({ length: pieces.length * puzzle.anchors.length }, (_, cell) => {
    let total = 0;
    for (const [measure, weight] of weights.entries()) total += weight * each[cell * weights.length + measure];
    return total;
  });
  const numbers = pieces.map(({ items }) => items.map(scores.separatedAt));
  const between = new Float64Array(pieces.length * pieces.length);
  for (const [piece, own] of numbers.entries()) {
    for (let other = piece + 1; other < pieces.length; other += 1) {
      if (apart(pieces[piece], pieces[other])) continue;
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
    const values = centred[measure];
    for (const x of own) {
      for (const y of theirs) total += (weight * (values[x * width + y] + values[y * width + x])) / 2;
    }
  }
  return total / own.length / theirs.length;
}

/** Evidence of one anchoring item for a piece: weighted scores, averaged over the piece's items. */
export function itemEvidence(
  piece: Piece,
  item: string,
  { separatedAt, anchoringAt, width, centred }: CentredScores,
  weights: readonly number[],
): number {
  let total = 0;
  for (const [measure, weight] of weights.entries()) {
    const values = centred[measure];
    for (const own of piece.items) total += weight * values[separatedAt(own) * width + anchoringAt(item)];
  }
  return total / piece.items.length;
}
