import { compareCodePoints } from '../../../../core/model/code-points.ts';
import { seeded } from '../../../../core/random/random.ts';
import { codeRecords } from '../disassociate/coded-records.ts';
import { disassociate } from '../disassociate/disassociate.ts';
import type { Cluster, DisassociatedRelease } from '../model.ts';
import { heldPieces, type Puzzle, pieceKey, puzzleOf } from '../reassociation/pieces.ts';

/** A cluster made for practice, with the records it was made from: the truth that the release itself gives. */
export interface PracticeCluster {
  readonly cluster: Cluster;
  readonly records: readonly (readonly string[])[];
}

interface PracticeOptions {
  readonly k: number;
  readonly m: number;
  readonly seed: string;
  /** Rounds stop when there are this many separated occurrences to learn from, */
  readonly occurrences: number;
  /** and after this many rounds. */
  readonly rounds: number;
}

/** The share of the sub-records in one round: few enough that terms frequent in their own cluster are rare in the new ones. */
const SHARE = 0.15;

/**
 * Practice without the truth: every sub-record of two items or more is a part of a transaction whose items are known to belong
 * together. A sample of them, from all clusters, is disassociated anew in the release's own way: what that separates, rare terms
 * in mixed clusters, stands for what the release separated. (Items hidden within their own cluster would teach the wrong
 * thing: there, what a chunk may show together was chosen by k^m-anonymity itself.)
 */
export function practiceClusters(release: DisassociatedRelease, options: PracticeOptions): PracticeCluster[] {
  const known = knownParts(release);
  const maxCluster = release.clusters.reduce((most, { size }) => Math.max(most, size), 2 * options.k - 1);
  const made: PracticeCluster[] = [];
  let separated = 0;
  for (let round = 0; round < options.rounds && separated < options.occurrences; round += 1) {
    const random = seeded(options.seed, 'practice', round);
    const records = known.filter(() => random.unit() < SHARE);
    if (records.length < 2 * options.k) continue;
    const { release: practice, clusterOf } = disassociate(codeRecords(records), { k: options.k, m: options.m, maxCluster });
    const members = practice.clusters.map((): (readonly string[])[] => []);
    for (const [at, record] of records.entries()) members[clusterOf[at]]?.push(record);
    for (const [at, cluster] of practice.clusters.entries()) {
      if (cluster.recordChunks.length === 0) continue;
      made.push({ cluster, records: members[at] });
      const anchoring = new Set(cluster.recordChunks[0]?.flat());
      for (const record of members[at]) separated += record.filter((item) => !anchoring.has(item)).length;
    }
  }
  return made;
}

/** Sub-records of two items or more, in an order that does not depend on the order of clusters. */
function knownParts({ clusters, jointClusters }: DisassociatedRelease): (readonly string[])[] {
  const chunks = [...clusters.flatMap(({ recordChunks }) => recordChunks), ...jointClusters.flatMap(({ sharedChunks }) => sharedChunks)];
  const parts = chunks.flatMap((chunk) =>
    chunk.filter(({ length }) => length > 1).map((subRecord) => subRecord.toSorted(compareCodePoints)),
  );
  const keyed = parts.map((items) => ({ key: items.join('\u001f'), items }));
  return keyed.sort((a, b) => compareCodePoints(a.key, b.key)).map(({ items }) => items);
}

/** A practice cluster as the attack sees a cluster, and by piece the rows that hold it: equal rows take their records in order. */
export function practicePuzzle({ cluster, records }: PracticeCluster): {
  readonly puzzle: Puzzle;
  readonly holders: readonly (readonly number[])[];
} {
  const puzzle = puzzleOf(cluster, 1);
  const anchoring = new Set(puzzle.anchors.flat());
  const rowsOf = Map.groupBy(puzzle.anchors.keys(), (row) => pieceKey(puzzle.anchors[row]));
  const held = heldPieces(cluster, puzzle, records);
  const holders = puzzle.pieces.map((): number[] => []);
  for (const [at, record] of records.entries()) {
    const row = rowsOf.get(pieceKey(record.filter((item) => anchoring.has(item))))?.shift();
    if (row !== undefined) for (const piece of held[at]) holders[piece].push(row);
  }
  return { puzzle, holders };
}
