import type { UnitPointer } from '../../../contracts/work.ts';
import { jsonLines, readAllJsonLines, readJson, readJsonLines, writeJson } from '../../../kit/blobs/json-lines.ts';
import { runsOfSlices, type UnitPlace, UnitSlices } from '../../../kit/plan/unit-writer.ts';
import { MANIFEST, sliceName, unitKey } from '../../../kit/plan/units.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { ORIGINALS, type StoredClusters } from '../blobs.ts';
import { CLUSTER_OUTCOMES, CLUSTER_RECORDS, type ClusterOutcome, type ClusterRecord, JOINT_CLUSTERS } from '../contracts.ts';
import type { ParsedDisassociated } from '../core/format/clusters-json.ts';
import type { Cluster, DisassociatedRelease } from '../core/model.ts';
import type { OriginalClusters } from './original-clusters.ts';

const CLUSTERS_KEY = 'clusters.jsonl';
const JOINT = 'joint-clusters.json';
const originalKey = (slice: number): string => `original/${sliceName(slice)}.jsonl`;

/** Stores clusters as units of work, with the manifest that points to them, and the originals slice by slice. */
export async function storeClusters(
  store: BlobStore,
  { release, warnings }: ParsedDisassociated,
  original: { readonly clusters: OriginalClusters | null } | null,
): Promise<StoredClusters> {
  const pointers: UnitPointer[] = [];
  await store.write(CLUSTERS_KEY, clusterLines(release, pointers));
  await store.write(MANIFEST, jsonLines(pointers));
  await writeJson(store, JOINT, release.jointClusters);
  const slices = (pointers.at(-1)?.slice ?? -1) + 1;
  const originals = original?.clusters ?? null;
  if (originals !== null) {
    for (const { slice, from, to } of runsOfSlices(pointers)) await store.write(originalKey(slice), jsonLines(originals.slice(from, to)));
  }
  return {
    transactions: release.clusters.reduce((sum, { size }) => sum + size, 0),
    clusters: release.clusters.length,
    slices,
    sizesInferred: release.sizesInferred,
    warnings,
    original: original !== null,
    measured: originals !== null,
  };
}

async function* clusterLines(release: DisassociatedRelease, pointers: UnitPointer[]): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let start = 0;
  for (const slice of clusterSlices(release)) {
    for (const { unit, slice: number, cells, record } of slice) {
      const line = encoder.encode(`${JSON.stringify(record)}\n`);
      pointers.push({ unit, slice: number, blob: CLUSTERS_KEY, start, end: start + line.length, cells });
      start += line.length;
      yield line;
    }
  }
}

export async function readWholeRelease(store: BlobStore, { sizesInferred }: StoredClusters): Promise<DisassociatedRelease> {
  const clusters = [];
  for await (const { cluster } of readJsonLines(store, CLUSTERS_KEY, CLUSTER_RECORDS)) clusters.push(cluster);
  return { clusters, jointClusters: await readJson(store, JOINT, JOINT_CLUSTERS), sizesInferred };
}

/** The originals of the clusters of one slice, in their order. Measures alone read them. */
export const readOriginals = (store: BlobStore, slice: number): Promise<OriginalClusters> =>
  readAllJsonLines(store, originalKey(slice), ORIGINALS);

export async function readAllOriginals(store: BlobStore, { slices }: StoredClusters): Promise<OriginalClusters> {
  const all: OriginalClusters[number][] = [];
  for (let slice = 0; slice < slices; slice += 1) for (const cluster of await readOriginals(store, slice)) all.push(cluster);
  return all;
}

const placedPrefix = (slice: number): string => `placed/${sliceName(slice)}/`;

/** Stores the outcomes of a batch. The keys follow from the clusters, so it may be written twice. Clusters that scoring lost have no outcome. */
export async function writeOutcomes(
  store: BlobStore,
  pointers: readonly UnitPointer[],
  outcomes: readonly (ClusterOutcome | null)[],
): Promise<void> {
  for (const { slice, from, to } of runsOfSlices(pointers)) {
    const found = outcomes.slice(from, to).filter((outcome) => outcome !== null);
    await store.write(unitKey(placedPrefix(slice), pointers[from].unit), jsonLines(found));
  }
}

/** The outcomes of one slice by unit, whatever batches wrote them. */
export async function readOutcomes(store: BlobStore, slice: number): Promise<ReadonlyMap<number, ClusterOutcome>> {
  const outcomes = new Map<number, ClusterOutcome>();
  for await (const { key } of store.list(placedPrefix(slice))) {
    for await (const outcome of readJsonLines(store, key, CLUSTER_OUTCOMES)) outcomes.set(outcome.unit, outcome);
  }
  return outcomes;
}

/** A cluster as a unit of work: its separated items are the members, its anchoring items the context. */
export function clusterRecord(unit: number, cluster: Cluster, first: number): ClusterRecord {
  const [anchoring = [], ...later] = cluster.recordChunks;
  const members = new Set(later.flat(2));
  for (const term of cluster.termChunk) members.add(term);
  return { id: String(unit), members: [...members], context: [...new Set(anchoring.flat())], rows: [], cluster, first };
}

export function* clusterSlices({ clusters }: DisassociatedRelease): Generator<readonly PlannedCluster[]> {
  const slices = new UnitSlices();
  let open: PlannedCluster[] = [];
  let first = 0;
  for (const [at, cluster] of clusters.entries()) {
    const record = clusterRecord(at, cluster, first);
    first += cluster.size;
    const planned = { ...slices.next(cellsOf(record)), record };
    if (open.length > 0 && open[0]?.slice !== planned.slice) {
      yield open;
      open = [];
    }
    open.push(planned);
  }
  if (open.length > 0) yield open;
}

/** Anchoring items times separated ones: what there is to score; at least 1. */
const cellsOf = ({ members, context }: ClusterRecord): number => Math.max(1, members.length * context.length);

interface PlannedCluster extends UnitPlace {
  readonly record: ClusterRecord;
}
