import type { Chunk, DisassociatedRelease, SubRecord } from '../model.ts';
import type { CodedRecords } from './coded-records.ts';
import { horpart } from './horpart.ts';
import { makeClusterSafe, type SafeCluster } from './make-safe.ts';
import { refineClusters, type SharedTerms } from './refine.ts';
import { VerticalPartitioner } from './verpart.ts';

export interface DisassociateOptions {
  readonly k: number;
  readonly m: number;
  readonly maxCluster: number;
  readonly refine?: boolean;
  readonly safe?: boolean;
}

interface DisassociationUtility {
  readonly occurrences: number;
  readonly inRecordChunks: number;
  readonly inSharedChunks: number;
  readonly suppressed: number;
  readonly moved: number;
}

interface Disassociated {
  readonly release: DisassociatedRelease;
  readonly clusterOf: Int32Array;
  readonly utility: DisassociationUtility;
}

export function disassociationFault({ k, m, maxCluster }: DisassociateOptions, records: number): string | null {
  if (!Number.isSafeInteger(k) || k < 2) return 'k is a whole number, at least 2';
  if (!Number.isSafeInteger(m) || m < 1) return 'm is a whole number, at least 1';
  if (!Number.isSafeInteger(maxCluster) || maxCluster < 2 * k - 1)
    return `the maximum cluster size is at least 2k - 1 = ${2 * k - 1}: a larger cluster must divide into two of at least k`;
  if (records < k) return `${records} transactions cannot hide among k = ${k}`;
  return null;
}

/** Horizontal partitioning, vertical partitioning; then, where asked for, partial suppression and refining. */
export function disassociate(data: CodedRecords, options: DisassociateOptions): Disassociated {
  const { k, m } = options;
  const partitioner = new VerticalPartitioner(data, k, m);
  const divided = horpart(data, k, options.maxCluster).map((records) => partitioner.divide(records));
  const clusters: readonly SafeCluster[] = divided.map((cluster) =>
    options.safe === true ? makeClusterSafe(data, cluster, k, m) : { ...cluster, suppressed: [] },
  );
  const refined = options.refine === true ? refineClusters(data, clusters, k, m) : null;
  const suppressed = new Set(clusters.flatMap((cluster) => cluster.suppressed));
  const release = publish(
    data,
    clusters.map((cluster, at) => ({ ...cluster, termChunk: refined?.termChunks[at] ?? cluster.termChunk })),
    refined?.joint ?? [],
    suppressed,
  );
  const clusterOf = new Int32Array(data.starts.length - 1);
  clusters.forEach(({ records }, at) => {
    for (const record of records) clusterOf[record] = at;
  });
  const inRecordChunks = itemsIn(release.clusters.map(({ recordChunks }) => recordChunks));
  const safely = occurrencesIn(data, divided) - inRecordChunks;
  return {
    release,
    clusterOf,
    utility: {
      occurrences: data.items.length,
      inRecordChunks,
      inSharedChunks: itemsIn(release.jointClusters.map(({ sharedChunks }) => sharedChunks)),
      suppressed: suppressed.size,
      moved: safely - suppressed.size,
    },
  };
}

const itemsIn = (chunks: readonly (readonly (readonly (readonly string[])[])[])[]): number => {
  let count = 0;
  for (const of of chunks) for (const chunk of of) for (const subRecord of chunk) count += subRecord.length;
  return count;
};

function occurrencesIn(
  { starts, items, terms }: CodedRecords,
  clusters: readonly { readonly records: Int32Array; readonly recordChunks: readonly Int32Array[] }[],
): number {
  const inChunk = new Uint8Array(terms.length);
  let count = 0;
  for (const { records, recordChunks } of clusters) {
    for (const chunk of recordChunks) for (const term of chunk) inChunk[term] = 1;
    for (const record of records) for (let at = starts[record]; at < starts[record + 1]; at += 1) count += inChunk[items[at]];
    for (const chunk of recordChunks) for (const term of chunk) inChunk[term] = 0;
  }
  return count;
}

interface FinishedCluster {
  readonly records: Int32Array;
  readonly recordChunks: readonly Int32Array[];
  readonly termChunk: Int32Array;
}

type Suppressed = ReadonlySet<number>;

/**
 * Writes terms for numbers. Sub-records are put in order of their terms: the order of the transactions would tell which belong
 * together. Empty ones are left out.
 */
function publish(
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
      for (let at = data.starts[record]; at < data.starts[record + 1]; at += 1) {
        const term = data.items[at];
        const chunk = chunkOfTerm[term];
        if (chunk === -1 || (suppressed.size > 0 && suppressed.has(record * data.terms.length + term))) continue;
        const own = items[chunk];
        if (latest[chunk] !== record) begins[chunk]?.push(own.length);
        latest[chunk] = record;
        own.push(term);
      }
    }
    for (const terms of chunks) for (const term of terms) chunkOfTerm[term] = -1;
    return items.map((own, chunk) => inOrder(own, begins[chunk]));
  };
  const named = (terms: ArrayLike<number>, from = 0, end = terms.length): SubRecord => {
    const names: string[] = [];
    for (let at = from; at < end; at += 1) names.push(data.terms[terms[at]]);
    return names;
  };
  // Of one term alone there is one list in all chunks: most sub-records are of that kind.
  const alone: (SubRecord | undefined)[] = [];
  const subRecord = (items: readonly number[], from: number, end: number): SubRecord => {
    if (end - from > 1) return named(items, from, end);
    const term = items[from];
    const known = alone[term] ?? named(items, from, end);
    alone[term] = known;
    return known;
  };
  // Every itemset of a chunk occurs k times and more, so sub-records repeat: equal ones are one list.
  const inOrder = (items: readonly number[], begins: readonly number[]): Chunk => {
    const end = (row: number): number => begins[row + 1] ?? items.length;
    const compare = (a: number, b: number): number => {
      const [x, y] = [begins[a], begins[b]];
      const [left, right] = [end(a) - x, end(b) - y];
      for (let at = 0; at < left && at < right; at += 1) {
        const difference = items[x + at] - items[y + at];
        if (difference !== 0) return difference;
      }
      return left - right;
    };
    const order = begins.map((_, row) => row).sort(compare);
    const chunk: SubRecord[] = [];
    for (const [at, row] of order.entries()) {
      const same = at > 0 && compare(order[at - 1], row) === 0;
      chunk.push(same ? chunk[at - 1] : subRecord(items, begins[row], end(row)));
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
