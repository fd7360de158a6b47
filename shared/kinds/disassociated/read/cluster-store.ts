import { runsOfSlices } from '../../../app/audit/plan/unit-writer.ts';
import { MANIFEST, sliceName, unitKey } from '../../../app/audit/plan/units.ts';
import { jsonLines, readAllJsonLines, readJson, readJsonLines, writeJson } from '../../../app/blobs/json-lines.ts';
import {
  CLUSTER_OUTCOMES,
  CLUSTER_RECORDS,
  type ClusterOutcome,
  JOINT_CLUSTERS,
  LEARNED_OUTCOMES,
  type LearnedOutcome,
  type StoredPlacements,
  type UnitPointer,
} from '../../../contracts/work.ts';
import type { WorkBlob } from '../../../contracts/work-blob.ts';
import type { ParsedDisassociated } from '../../../core/format/disassociated.ts';
import type { DisassociatedRelease } from '../../../core/model/disassociated.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { ORIGINALS, type StoredClusters } from '../blobs.ts';
import { clusterSlices } from './cluster-units.ts';
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

/** The whole release again, for what needs all of it. */
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

/** What found it: attacks on each cluster by itself, or those that learned. */
type Found = 'placed' | 'decided';
const foundPrefix = (found: Found, slice: number): string => `${found}/${sliceName(slice)}/`;

/** What attacking a batch found; the keys follow from the clusters, so it may be written twice. */
export async function writeOutcomes(
  store: BlobStore,
  found: Found,
  pointers: readonly UnitPointer[],
  outcomes: readonly LearnedOutcome[],
): Promise<void> {
  for (const { slice, from, to } of runsOfSlices(pointers)) {
    await store.write(unitKey(foundPrefix(found, slice), (pointers[from] as UnitPointer).unit), jsonLines(outcomes.slice(from, to)));
  }
}

/**
 * The outcomes of one slice by unit, whatever batches wrote them, the attacks in the audit's order; `learned` says which of them learn. What
 * those left nothing of is errored.
 */
export async function readOutcomes(
  store: BlobStore,
  slice: number,
  learned: readonly boolean[],
): Promise<ReadonlyMap<number, ClusterOutcome>> {
  const placed = await byUnit(store, foundPrefix('placed', slice), CLUSTER_OUTCOMES);
  if (!learned.includes(true)) return placed;
  const decided = await byUnit(store, foundPrefix('decided', slice), LEARNED_OUTCOMES);
  const merged = new Map<number, ClusterOutcome>();
  for (const [unit, outcome] of placed) merged.set(unit, joinedOutcomes(learned, outcome, decided.get(unit) ?? null));
  return merged;
}

/** What all attacks found of a cluster, in the audit's order. */
export function joinedOutcomes(learned: readonly boolean[], placed: ClusterOutcome, decided: LearnedOutcome | null): ClusterOutcome {
  const alone = placed.attacks.values();
  const fitted = (decided?.attacks ?? []).values();
  return { ...placed, attacks: learned.map((learns) => (learns ? fitted : alone).next().value ?? MISSING) };
}

const MISSING: StoredPlacements = { kind: 'errored', error: 'missing' };

async function byUnit<T extends LearnedOutcome>(store: BlobStore, prefix: string, blob: WorkBlob<T>): Promise<Map<number, T>> {
  const outcomes = new Map<number, T>();
  for await (const { key } of store.list(prefix)) {
    for await (const outcome of readJsonLines(store, key, blob)) outcomes.set(outcome.unit, outcome);
  }
  return outcomes;
}
