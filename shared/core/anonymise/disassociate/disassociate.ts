import type { DisassociatedRelease } from '../../model/disassociated.ts';
import type { CodedRecords } from './coded-records.ts';
import { horpart } from './horpart.ts';
import { makeClusterSafe, type SafeCluster } from './make-safe.ts';
import { publish } from './publish.ts';
import { refineClusters } from './refine.ts';
import { VerticalPartitioner } from './verpart.ts';

export interface DisassociateOptions {
  readonly k: number;
  readonly m: number;
  /** The most transactions of a cluster, at least 2k - 1. */
  readonly maxCluster: number;
  readonly refine?: boolean;
  readonly safe?: boolean;
}

/** What protection cost: occurrences of terms, of all in the original. */
interface DisassociationUtility {
  readonly occurrences: number;
  /** In record chunks and in shared chunks: published together with others. */
  readonly inRecordChunks: number;
  readonly inSharedChunks: number;
  /** Left out by partial suppression: nowhere in the release. */
  readonly suppressed: number;
  /** Moved to term chunks by partial suppression. */
  readonly moved: number;
}

interface Disassociated {
  readonly release: DisassociatedRelease;
  /** For each transaction its cluster. */
  readonly clusterOf: Int32Array;
  readonly utility: DisassociationUtility;
}

/** Why these options cannot be met, or null. */
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

/** How many occurrences the record chunks held before anything was suppressed. */
function occurrencesIn(
  { starts, items, terms }: CodedRecords,
  clusters: readonly { readonly records: Int32Array; readonly recordChunks: readonly Int32Array[] }[],
): number {
  const inChunk = new Uint8Array(terms.length);
  let count = 0;
  for (const { records, recordChunks } of clusters) {
    for (const chunk of recordChunks) for (const term of chunk) inChunk[term] = 1;
    for (const record of records)
      for (let at = starts[record] as number; at < (starts[record + 1] as number); at += 1) count += inChunk[items[at] as number] as number;
    for (const chunk of recordChunks) for (const term of chunk) inChunk[term] = 0;
  }
  return count;
}
