import type { Chunk, DisassociatedRelease, SubRecord } from '../../model/disassociated.ts';
import type { CodedRecords } from './coded-records.ts';
import type { SharedTerms } from './refine.ts';

/** A cluster as it is to be published: of each record chunk the terms; where items were suppressed, what is left of each record. */
interface FinishedCluster {
  readonly records: Int32Array;
  readonly recordChunks: readonly Int32Array[];
  readonly termChunk: Int32Array;
}

/** Occurrences that are not published: `record * terms + term`. */
type Suppressed = ReadonlySet<number>;

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
    // The sub-records of a chunk one after the other, and where each begins: a list of its own for each would mostly be thrown away.
    const items: number[][] = chunks.map(() => []);
    const begins: number[][] = chunks.map(() => []);
    const latest = new Int32Array(chunks.length).fill(-1);
    for (const record of records) {
      for (let at = data.starts[record] as number; at < (data.starts[record + 1] as number); at += 1) {
        const term = data.items[at] as number;
        const chunk = chunkOfTerm[term] as number;
        if (chunk === -1 || (suppressed.size > 0 && suppressed.has(record * data.terms.length + term))) continue;
        const own = items[chunk] as number[];
        if (latest[chunk] !== record) begins[chunk]?.push(own.length);
        latest[chunk] = record;
        own.push(term);
      }
    }
    for (const terms of chunks) for (const term of terms) chunkOfTerm[term] = -1;
    return items.map((own, chunk) => inOrder(own, begins[chunk] as number[]));
  };
  const named = (terms: ArrayLike<number>, from = 0, end = terms.length): SubRecord => {
    const names: string[] = [];
    for (let at = from; at < end; at += 1) names.push(data.terms[terms[at] as number] as string);
    return names;
  };
  // Of one term alone there is one list in all chunks: most sub-records are of that kind.
  const alone: (SubRecord | undefined)[] = [];
  const subRecord = (items: readonly number[], from: number, end: number): SubRecord => {
    if (end - from > 1) return named(items, from, end);
    const term = items[from] as number;
    const known = alone[term] ?? named(items, from, end);
    alone[term] = known;
    return known;
  };
  // Every itemset of a chunk occurs k times and more, so sub-records repeat: equal ones are one list.
  const inOrder = (items: readonly number[], begins: readonly number[]): Chunk => {
    const end = (row: number): number => begins[row + 1] ?? items.length;
    const compare = (a: number, b: number): number => {
      const [x, y] = [begins[a] as number, begins[b] as number];
      const [left, right] = [end(a) - x, end(b) - y];
      for (let at = 0; at < left && at < right; at += 1) {
        const difference = (items[x + at] as number) - (items[y + at] as number);
        if (difference !== 0) return difference;
      }
      return left - right;
    };
    const order = begins.map((_, row) => row).sort(compare);
    const chunk: SubRecord[] = [];
    for (const [at, row] of order.entries()) {
      const same = at > 0 && compare(order[at - 1] as number, row) === 0;
      chunk.push(same ? (chunk[at - 1] as SubRecord) : subRecord(items, begins[row] as number, end(row)));
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
