import { canonicalItems, canonicalSubRecords } from '../../../core/model/canonical-order.ts';

/** A transaction's terms from one chunk: a set, in published order; may be empty. */
export type SubRecord = readonly string[];

/** A multiset of sub-records: which transaction each belongs to is what the release hides. */
export type Chunk = readonly SubRecord[];

/** Stands for `size` transactions. The first record chunk is the anchoring chunk. */
export interface Cluster {
  readonly size: number;
  readonly recordChunks: readonly Chunk[];
  /** Single terms, each of at least one of the transactions. Empty: there is no term chunk. */
  readonly termChunk: readonly string[];
}

/** Chunks over the transactions of several clusters, made by refining. A cluster may lie in joint clusters one within the other. */
export interface JointCluster {
  readonly clusters: readonly number[];
  readonly sharedChunks: readonly Chunk[];
}

export interface DisassociatedRelease {
  readonly clusters: readonly Cluster[];
  readonly jointClusters: readonly JointCluster[];
  /**
   * Clusters whose size the file does not state, as the public tools leave it out: it is the most sub-records that one of
   * its chunks shows, so the cluster may stand for more transactions.
   */
  readonly sizesInferred: boolean;
}

/** The terms of a chunk, each once, in the order of their first occurrence. */
export const chunkTerms = (chunk: Chunk): Set<string> => new Set(chunk.flat());

/** An empty sub-record tells nothing, whether it is written out or left out. */
export const nonEmpty = (chunk: Chunk): number => chunk.reduce((count, subRecord) => count + (subRecord.length > 0 ? 1 : 0), 0);

/**
 * A disassociated release with its sub-records and terms in the canonical order; clusters and chunks, whose numbers name them, stay where they
 * are. Empty sub-records are left out: whether and where they are written says nothing.
 */
export const canonicalRelease = (release: DisassociatedRelease, seed: string): DisassociatedRelease => {
  const chunk = (subRecords: readonly (readonly string[])[]): string[][] =>
    canonicalSubRecords(
      subRecords.filter(({ length }) => length > 0),
      seed,
    );
  return {
    ...release,
    clusters: release.clusters.map(({ size, recordChunks, termChunk }) => ({
      size,
      recordChunks: recordChunks.map(chunk),
      termChunk: canonicalItems(termChunk, seed),
    })),
    jointClusters: release.jointClusters.map(({ clusters, sharedChunks }) => ({ clusters, sharedChunks: sharedChunks.map(chunk) })),
  };
};
