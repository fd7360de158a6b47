import { compareCodePoints } from '../../model/code-points.ts';
import type { Cluster } from '../../model/disassociated.ts';

/** What the release separated from the anchoring chunk: a sub-record of a later chunk, or a term. */
export interface Piece {
  /** The record chunk, from 1; null for a term of the term chunk. */
  readonly chunk: number | null;
  /** In code-point order. */
  readonly items: readonly string[];
  /** How many anchoring sub-records it is given. */
  readonly places: number;
}

/** A cluster as an attack sees it. */
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
