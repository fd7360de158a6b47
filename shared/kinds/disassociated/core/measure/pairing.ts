import { assign } from '../../../../core/numeric/assignment.ts';
import type { Cluster } from '../model.ts';
import { anchorClasses } from '../reassociation/optimal.ts';
import { heldPieces, type Puzzle, pieceKey } from '../reassociation/pieces.ts';
import { type Placement, reconstructed } from '../reassociation/reconstruct.ts';
import { type VectorOf, wordMoversDistance } from './word-movers-distance.ts';

/** Pairing of a cluster's rows with original transactions, and the correctly placed pieces. */
export interface Pairing {
  /** By row: position of the partner among the cluster's original transactions. */
  readonly partnerOf: Int32Array;
  readonly correct: readonly (readonly number[])[];
  /** By original transaction: the pieces that it holds. */
  readonly held: readonly (readonly number[])[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Equal anchoring sub-records cannot be told apart: within each class, rows and originals are paired so that as many pieces as
 * possible are where they belong, then so that the Word Mover's Distance is least. Originals that no anchoring sub-record
 * fits (partial suppression took something out of theirs) are paired with the rows left over.
 */
export function pair(
  cluster: Cluster,
  puzzle: Puzzle,
  placements: readonly Placement[],
  originals: readonly (readonly string[])[],
  vectorOf: VectorOf | null,
): Pairing {
  const held = heldPieces(cluster, puzzle, originals);
  const placed: number[][] = puzzle.anchors.map(() => []);
  for (const { piece, rows } of placements) for (const row of rows) placed[row]?.push(piece);
  const rows = reconstructed(puzzle, placements);
  const partnerOf = new Int32Array(rows.length).fill(-1);
  for (const { rows: own, originals: theirs } of classesOfPairs(cluster, puzzle, originals)) match(own, theirs);
  const correct = rows.map((_, row) => {
    const partner = held[partnerOf[row]] ?? [];
    return placed[row].filter((piece) => partner.includes(piece));
  });
  return { partnerOf, correct, held, rows };

  function match(own: readonly number[], theirs: readonly number[]): void {
    if (own.length === 1) {
      partnerOf[own[0]] = theirs[0];
      return;
    }
    const known = new Map<string, number>();
    const costs = new Float64Array(own.length * theirs.length);
    own.forEach((row, i) => {
      theirs.forEach((original, j) => {
        const hits = placed[row].reduce((count, piece) => count + (held[original]?.includes(piece) ? 1 : 0), 0);
        // No two distances differ by as much as one piece counts.
        costs[i * theirs.length + j] = distance(row, original, known) - 4 * own.length * hits;
      });
    });
    assign(own.length, theirs.length, costs)?.columnOf.forEach((column, i) => {
      partnerOf[own[i]] = theirs[column];
    });
  }

  /** Pairs that cannot be computed are no reason for or against a partner. */
  function distance(row: number, original: number, known: Map<string, number>): number {
    if (vectorOf === null) return 0;
    const [x, y] = [rows[row] as readonly string[], originals[original]];
    const key = `${pieceKey(x)}\u001e${pieceKey(y)}`;
    let value = known.get(key);
    if (value === undefined) {
      value = wordMoversDistance(x, y, vectorOf) ?? 0;
      known.set(key, value);
    }
    return value;
  }
}

function classesOfPairs(cluster: Cluster, puzzle: Puzzle, originals: readonly (readonly string[])[]) {
  const anchorTerms = new Set(cluster.recordChunks[0]?.flat());
  const byAnchor = Map.groupBy(originals.keys(), (at) => pieceKey(originals[at].filter((item) => anchorTerms.has(item))));
  const classes: { readonly rows: readonly number[]; readonly originals: readonly number[] }[] = [];
  const rest: number[] = [];
  for (const rows of anchorClasses(puzzle.anchors)) {
    const theirs = byAnchor.get(pieceKey(puzzle.anchors[rows[0]])) ?? [];
    const both = Math.min(rows.length, theirs.length);
    // Without suppression the numbers agree.
    if (both > 0) classes.push({ rows: rows.slice(0, both), originals: theirs.splice(0, both) });
    rest.push(...rows.slice(both));
  }
  if (rest.length > 0) classes.push({ rows: rest, originals: [...byAnchor.values()].flat() });
  return classes;
}
