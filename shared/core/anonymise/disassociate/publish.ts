import type { Chunk, DisassociatedRelease, SubRecord } from '../../model/disassociated.ts';
import type { CodedRecords } from './coded-records.ts';
import { compareTerms } from './compare-terms.ts';
import type { SharedTerms } from './refine.ts';

/** A cluster as it is to be published: of each record chunk the terms; where items were suppressed, what is left of each record. */
export interface FinishedCluster {
  readonly records: Int32Array;
  readonly recordChunks: readonly Int32Array[];
  readonly termChunk: Int32Array;
}

/** Occurrences that are not published: `record * terms + term`. */
export type Suppressed = ReadonlySet<number>;

/**
 * Writes terms for numbers. Sub-records are put in order of their terms: the order of the transactions would tell which belong
 * together. Empty ones are left out.
 */
export function publish(
  data: CodedRecords,
  clusters: readonly FinishedCluster[],
  joint: readonly SharedTerms[],
  suppressed: Suppressed,
): DisassociatedRelease {
  const chunkOfTerm = new Int32Array(data.terms.length).fill(-1);
  const project = (records: Int32Array, chunks: readonly Int32Array[]): Chunk[] => {
    chunks.forEach((terms, chunk) => {
      for (const term of terms) chunkOfTerm[term] = chunk;
    });
    const rows: number[][][] = chunks.map(() => []);
    const parts: number[][] = chunks.map(() => []);
    for (const record of records) {
      for (let at = data.starts[record] as number; at < (data.starts[record + 1] as number); at += 1) {
        const term = data.items[at] as number;
        const chunk = chunkOfTerm[term] as number;
        if (chunk !== -1 && !(suppressed.size > 0 && suppressed.has(record * data.terms.length + term))) parts[chunk]?.push(term);
      }
      parts.forEach((part, chunk) => {
        if (part.length === 0) return;
        rows[chunk]?.push(part);
        parts[chunk] = [];
      });
    }
    for (const terms of chunks) for (const term of terms) chunkOfTerm[term] = -1;
    return rows.map((subRecords) => inOrder(subRecords));
  };
  const named = (terms: ArrayLike<number>): SubRecord => {
    const names: string[] = [];
    for (let at = 0; at < terms.length; at += 1) names.push(data.terms[terms[at] as number] as string);
    return names;
  };
  // Every itemset of a chunk occurs k times and more, so most sub-records repeat: equal ones are one list.
  const inOrder = (subRecords: number[][]): Chunk => {
    subRecords.sort(compareTerms);
    const chunk: SubRecord[] = [];
    for (const [at, terms] of subRecords.entries()) {
      const before = subRecords[at - 1];
      chunk.push(before !== undefined && compareTerms(before, terms) === 0 ? (chunk[at - 1] as SubRecord) : named(terms));
    }
    return chunk;
  };
  return {
    clusters: clusters.map(({ records, recordChunks, termChunk }) => ({
      size: records.length,
      recordChunks: project(records, recordChunks),
      termChunk: named(termChunk),
    })),
    jointClusters: joint.map(({ clusters: members, chunks, records }) => ({ clusters: members, sharedChunks: project(records, chunks) })),
    sizesInferred: false,
  };
}
