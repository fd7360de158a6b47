import { compareCodePoints } from '../../../../core/model/code-points.ts';
import type { Cluster } from '../model.ts';

/** A piece separated from the anchoring chunk: a sub-record of a later chunk, or a term. */
export interface Piece {
  readonly chunk: number | null;
  /** In code-point order. */
  readonly items: readonly string[];
  readonly places: number;
}

export interface Puzzle {
  /** The anchoring sub-records, padded with empty ones to the size of the cluster. None: there is no anchor, and nothing to attack. */
  readonly anchors: readonly (readonly string[])[];
  readonly pieces: readonly Piece[];
  readonly hasTermChunk: boolean;
}

/** How often a term is placed: less often than k, and at least once. */
export const termPlaces = (k: number): number => Math.max(1, k - 1);

/** Pieces in the order of chunks, of first occurrence within one, then terms as published. */
export function puzzleOf({ size, recordChunks, termChunk }: Cluster, placements: number): Puzzle {
  const [anchoring, ...later] = recordChunks;
  const anchors = anchoring === undefined ? [] : [...anchoring, ...Array.from({ length: size - anchoring.length }, () => [])];
  const pieces: Piece[] = [];
  later.forEach((chunk, at) => {
    const counts = new Map<string, { readonly items: readonly string[]; count: number }>();
    for (const subRecord of chunk) {
      if (subRecord.length === 0) continue;
      const items = subRecord.toSorted(compareCodePoints);
      const known = counts.get(pieceKey(items));
      if (known === undefined) counts.set(pieceKey(items), { items, count: 1 });
      else known.count += 1;
    }
    for (const { items, count } of counts.values()) pieces.push({ chunk: at + 1, items, places: count });
  });
  for (const term of termChunk) pieces.push({ chunk: null, items: [term], places: Math.min(size, placements) });
  return { anchors, pieces, hasTermChunk: termChunk.length > 0 };
}

/** No item holds a control character. */
export const pieceKey = (items: readonly string[]): string => items.toSorted(compareCodePoints).join('\u001f');

/**
 * Which pieces a transaction holds: a sub-record when its items from the terms of that chunk are exactly that sub-record, a
 * term when it contains it.
 */
export function heldPieces(cluster: Cluster, puzzle: Puzzle, originals: readonly (readonly string[])[]): number[][] {
  const terms = cluster.recordChunks.map((chunk) => new Set(chunk.flat()));
  const pieceOf = new Map(puzzle.pieces.map(({ chunk, items }, at) => [`${chunk} ${pieceKey(items)}`, at]));
  return originals.map((items) => {
    const held: number[] = [];
    for (let chunk = 1; chunk < terms.length; chunk += 1) {
      const part = items.filter((item) => terms[chunk]?.has(item));
      const piece = part.length === 0 ? undefined : pieceOf.get(`${chunk} ${pieceKey(part)}`);
      if (piece !== undefined) held.push(piece);
    }
    for (const item of items) {
      const piece = pieceOf.get(`null ${item}`);
      if (piece !== undefined) held.push(piece);
    }
    return held;
  });
}
