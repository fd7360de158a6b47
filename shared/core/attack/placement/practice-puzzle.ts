import { type Puzzle, pieceKey, puzzleOf } from '../reassociation/pieces.ts';
import type { PracticeCluster } from './practice-clusters.ts';

interface PracticePuzzle {
  readonly puzzle: Puzzle;
  /** By piece: the rows that hold it. */
  readonly holders: readonly (readonly number[])[];
}

/** A practice cluster as the attack sees a cluster, and where its pieces belong: equal rows take their records in order. */
export function practicePuzzle({ cluster, records }: PracticeCluster): PracticePuzzle {
  const puzzle = puzzleOf(cluster, 1);
  const anchoring = new Set(puzzle.anchors.flat());
  const rowsOf = new Map<string, number[]>();
  for (const [row, anchor] of puzzle.anchors.entries()) rowsOf.set(pieceKey(anchor), [...(rowsOf.get(pieceKey(anchor)) ?? []), row]);
  const terms = cluster.recordChunks.map((chunk) => new Set(chunk.flat()));
  const pieceOf = new Map(puzzle.pieces.map(({ chunk, items }, at) => [`${chunk} ${pieceKey(items)}`, at]));
  const holders = puzzle.pieces.map((): number[] => []);
  for (const record of records) {
    const row = rowsOf.get(pieceKey(record.filter((item) => anchoring.has(item))))?.shift();
    if (row === undefined) continue;
    for (let chunk = 1; chunk < terms.length; chunk += 1) {
      const part = record.filter((item) => terms[chunk]?.has(item));
      const piece = part.length === 0 ? undefined : pieceOf.get(`${chunk} ${pieceKey(part)}`);
      if (piece !== undefined) holders[piece]?.push(row);
    }
    for (const item of record) {
      const piece = pieceOf.get(`null ${item}`);
      if (piece !== undefined) holders[piece]?.push(row);
    }
  }
  return { puzzle, holders };
}
