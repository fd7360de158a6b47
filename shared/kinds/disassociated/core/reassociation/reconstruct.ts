import { type Closeness, closenessOf, ranking, type Strategy } from '../../../../core/closeness/closeness.ts';
import { draw, type Random } from '../../../../core/random/random.ts';
import { type Piece, type Puzzle, pieceKey } from './pieces.ts';

/** Where one piece was put: rows are anchoring sub-records by position, in the order in which they were chosen. */
export interface Placement {
  readonly piece: number;
  readonly rows: readonly number[];
  readonly values: readonly number[];
}

interface GreedyOptions {
  /** For the pieces of later record chunks: the sources use ABA whatever is used for terms. */
  readonly recordChunks: Strategy;
  readonly terms: Strategy;
  /** Items that earlier chunks brought to an anchoring sub-record count as its own from the next chunk on. */
  readonly merging?: boolean;
}

/** Each piece by itself goes to the anchoring sub-records that are closest to it. */
export function reconstruct(puzzle: Puzzle, closeness: Closeness, options: GreedyOptions): Placement[] {
  let anchors: readonly (readonly string[])[] = puzzle.anchors;
  const placements: Placement[] = [];
  if (anchors.length === 0) return placements;
  for (let at = 0; at < puzzle.pieces.length; ) {
    const { chunk } = puzzle.pieces[at];
    const values = valuesFor(anchors, closeness, chunk === null ? options.terms : options.recordChunks);
    const added: { readonly row: number; readonly items: readonly string[] }[] = [];
    for (; at < puzzle.pieces.length && puzzle.pieces[at].chunk === chunk; at += 1) {
      const piece = puzzle.pieces[at];
      const worth = values(piece);
      const rows = ranking(worth).slice(0, piece.places);
      placements.push({ piece: at, rows, values: rows.map((row) => worth[row]) });
      for (const row of rows) added.push({ row, items: piece.items });
    }
    if (options.merging === true) anchors = merged(anchors, added);
  }
  return placements;
}

/** The worth of every row to a piece; equal anchoring sub-records are scored once. */
export function valuesFor(anchors: readonly (readonly string[])[], closeness: Closeness, strategy: Strategy): (piece: Piece) => number[] {
  const keys = anchors.map(pieceKey);
  return (piece) => {
    const known = new Map<string, number>();
    return anchors.map((anchor, row) => {
      const key = keys[row];
      let value = known.get(key);
      if (value === undefined) {
        value = strategy(closenessOf(piece, anchor, closeness));
        known.set(key, value);
      }
      return value;
    });
  };
}

function merged(
  anchors: readonly (readonly string[])[],
  added: readonly { readonly row: number; readonly items: readonly string[] }[],
): string[][] {
  const whole = anchors.map((anchor) => [...anchor]);
  for (const { row, items } of added) for (const item of items) if (!whole[row]?.includes(item)) whole[row]?.push(item);
  return whole;
}

/** The reconstructed transactions: each anchoring sub-record with what was put to it, in the order of the pieces. */
export function reconstructed(puzzle: Puzzle, placements: readonly Placement[]): string[][] {
  const rows = puzzle.anchors.map((anchor) => [...anchor]);
  for (const { piece, rows: chosen } of placements) {
    for (const row of chosen) for (const item of puzzle.pieces[piece]?.items ?? []) if (!rows[row]?.includes(item)) rows[row]?.push(item);
  }
  return rows;
}

/**
 * The baseline: as many places for each piece, drawn uniformly without repetition among the anchoring sub-records that hold
 * anything, where every attack puts its pieces first; the rest goes to empty ones.
 */
export function placeAtRandom(puzzle: Puzzle, random: Random): Placement[] {
  const rows = puzzle.anchors.map((_, row) => row);
  const filled = rows.filter((row) => puzzle.anchors[row].length > 0);
  const empty = rows.filter((row) => puzzle.anchors[row].length === 0);
  if (rows.length === 0) return [];
  return puzzle.pieces.map(({ places }, piece) => {
    const within = Math.min(places, filled.length);
    const chosen = [...draw(filled, within, random), ...draw(empty, places - within, random)];
    return { piece, rows: chosen, values: chosen.map(() => Number.NaN) };
  });
}
