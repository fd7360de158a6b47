import type { PlanAnswer, SlicePointer } from '../../contracts/execution.ts';
import type { ClusterRecord, UnitPointer } from '../../contracts/work.ts';
import type { PlacementModel } from '../../core/attack/placement/placement-model.ts';
import { reconstructed } from '../../core/attack/reassociation/reconstruct.ts';
import type { ParsedDisassociated } from '../../core/format/disassociated.ts';
import { canonicalRelease } from '../../core/model/canonical-order.ts';
import type { LocatedTransaction } from '../../core/model/transaction.ts';
import { attackClusters } from '../../kinds/disassociated/attack/attack-clusters.ts';
import { plannedReassociations } from '../../kinds/disassociated/attack/strategies.ts';
import { learnPlacements } from '../../kinds/disassociated/learn/learn-placements.ts';
import { claimOf } from '../../kinds/disassociated/measure/breach-report.ts';
import { type FinishedCluster, measureClusters, solved } from '../../kinds/disassociated/measure/measure-clusters.ts';
import { Breakage, findInRelease, type Pairs } from '../../kinds/disassociated/measure/release-findings.ts';
import { writeClusterSlice } from '../../kinds/disassociated/measure/write-cluster-slice.ts';
import {
  readAllOriginals,
  readOriginals,
  readOutcomes,
  readWholeRelease,
  type StoredClusters,
  storeClusters,
  writeOutcomes,
} from '../../kinds/disassociated/read/cluster-store.ts';
import { originalClusters } from '../../kinds/disassociated/read/original-clusters.ts';
import type { Embeddings } from '../../ports/embeddings.ts';
import type { HitCounter, SourceVersion } from '../../ports/hit-counter.ts';
import type { TableEncoder } from '../../ports/table-encoder.ts';
import { batches, HOME_BATCH, unitsIn } from '../audit/plan/batches.ts';
import { SLICES } from '../audit/plan/slice-manifest.ts';
import { figuresKey, MANIFEST, readUnits } from '../audit/plan/units.ts';
import { readAllJsonLines, readJson, readJsonLines, writeJson } from '../blobs/json-lines.ts';
import type { SoughtOf } from '../fetch/sought.ts';
import type { AuditFolder, PlannedKnowledge } from './audit-folder.ts';
import { BREAKAGE, exposedKey, FINDINGS, type Partners, PLACEMENT_MODEL, partnersKey } from './cluster-keys.ts';
import { type CountPorts, countersOf } from './counters.ts';
import { writeSought } from './sought.ts';
import { answerOf, type LearnPorts, listed } from './steps.ts';

/** The steps of an audit of a disassociated release, where they are others than a set-generalised one's: clusters are units of work as groups are. */

export interface ReadClustersInput {
  readonly parsed: ParsedDisassociated;
  readonly original: { readonly name: string; readonly transactions: AsyncIterable<LocatedTransaction> } | null;
  readonly labels: ReadonlyMap<string, string> | null;
}

export async function readClustersStep(
  folder: AuditFolder,
  { parsed, original, labels }: ReadClustersInput,
): Promise<{ readonly kind: string; readonly transactions: number }> {
  const { seed } = await folder.request();
  const clusters = original === null ? null : await originalClusters(original.name, original.transactions, parsed.release, seed);
  const canonical = { ...parsed, release: canonicalRelease(parsed.release, seed) };
  const stored = await storeClusters(folder.store, canonical, original === null ? null : { clusters });
  if (labels !== null) await folder.writeLabels(labels);
  await folder.writeRead({ kind: 'disassociated', ...stored });
  return { kind: 'disassociated', transactions: stored.transactions };
}

export interface ClusterKnowledge {
  /** The version of the word vectors, where the request names some. */
  readonly vectors: SourceVersion | null;
  /** Where the weak attacker's dictionary stands; a BadInput where the stack has none. */
  nouns(): Promise<string>;
}

export async function planClustersStep(
  folder: AuditFolder,
  knowledge: PlannedKnowledge,
  { vectors, nouns }: ClusterKnowledge,
  prefix: string,
): Promise<PlanAnswer> {
  const request = await folder.request();
  const used = vectors === null ? knowledge.sources.map(({ source }) => source) : [vectors];
  // Names of attacks on another kind of release are refused here.
  const { attacks } = plannedReassociations(request, used);
  await folder.writePlan({ used, nouns: claimOf(request) === null ? null : await nouns() }, knowledge);
  const learns = attacks.some((attack) => attack.learns);
  // Where vectors relate the items, nothing has to be asked of anybody.
  return answerOf(folder, vectors === null ? knowledge : { ...knowledge, sources: [] }, learns, prefix);
}

/** Trains the attack that learns; the one step of it that needs the whole release. Nothing of the original is read. */
export async function learnPlacementsStep(folder: AuditFolder, { counters, embeddings, labels }: LearnPorts): Promise<void> {
  const { request, read } = await folder.plannedClusters();
  const relating = { sources: counters, embeddings, smoothing: request.smoothing, labels };
  const release = await readWholeRelease(folder.store, read);
  const model = await learnPlacements(release, relating, { claim: claimOf(request), seed: request.seed });
  await writeJson(folder.store, PLACEMENT_MODEL, model);
}

export interface AttackClustersPorts {
  /** For the clusters' own tables. */
  readonly counting: CountPorts;
  /** For the attack that learns: corpora, which answer anything from their index. */
  readonly counters: readonly HitCounter[];
  readonly embeddings: Embeddings | null;
  readonly labels: ReadonlyMap<string, string> | undefined;
}

/** A child of the attacking map: scores its clusters by counts or by vectors, and runs all attacks. */
export async function attackClustersStep(
  folder: AuditFolder,
  pointers: readonly UnitPointer[],
  { counting, counters, embeddings, labels }: AttackClustersPorts,
): Promise<SoughtOf[]> {
  const [{ request, read, attacks, termPlaces }, sources] = await Promise.all([folder.plannedClusters(), folder.sources()]);
  const common = { embeddings, smoothing: request.smoothing, labels };
  const learned = attacks.some(({ learns }) => learns)
    ? { model: await readJson<PlacementModel>(folder.store, PLACEMENT_MODEL), relating: { ...common, sources: counters } }
    : null;
  const relating = { ...common, sources: embeddings === null ? countersOf(sources, counting, unitsIn(pointers) / read.clusters) : [] };
  for await (const batch of batches(listed(pointers), HOME_BATCH)) {
    const records = await readUnits<ClusterRecord>(folder.store, batch);
    const work = batch.map(({ unit }, at) => ({ unit, record: records[at] as ClusterRecord }));
    await writeOutcomes(folder.store, batch, await attackClusters(work, { relating, termPlaces, attacks, learned }));
  }
  return writeSought(folder, pointers[0]?.unit ?? 0, relating.sources);
}

/** A child of the measuring map: one slice. */
export async function measureClustersStep(
  folder: AuditFolder,
  pointer: SlicePointer,
  encoders: readonly TableEncoder[],
  vectors: Embeddings | null,
): Promise<void> {
  const [{ request, read, attacks, termPlaces }, labels] = await Promise.all([folder.plannedClusters(), folder.labels()]);
  const slice = await loadSlice(folder, pointer, read);
  const measures = { attacks: attacks.length, termPlaces, seed: request.seed, vectors, labels };
  const { figures, results } = await measureClusters(slice, measures);
  const people = await writeClusterSlice(folder.store, pointer.slice, results, { request, attacks, encoders });
  if (people !== null) await writeJson(folder.store, exposedKey(pointer.slice), people);
  const partners: Partners = results.map(({ pairings }) => pairings.map((pairing) => (pairing === null ? null : [...pairing.partnerOf])));
  if (read.measured) await writeJson(folder.store, partnersKey(pointer.slice), partners);
  await writeJson(folder.store, figuresKey(pointer.slice), figures);
}

async function loadSlice(
  folder: AuditFolder,
  { slice, start, end }: SlicePointer,
  { measured }: StoredClusters,
): Promise<FinishedCluster[]> {
  const pointers = await readAllJsonLines<UnitPointer>(folder.store, MANIFEST, { start, end });
  const records = await readUnits<ClusterRecord>(folder.store, pointers);
  const outcomes = await readOutcomes(folder.store, slice);
  const originals = measured ? await readOriginals(folder.store, slice) : null;
  return pointers.map(({ unit }, at) => ({
    unit,
    record: records[at] as ClusterRecord,
    outcome: outcomes.get(unit) ?? null,
    originals: originals === null ? null : (originals[at] ?? []),
  }));
}

/**
 * What needs all of the release: the claim, breaches, possible worlds, and the rare itemsets that the attacks put together. Memory: the
 * release with its original, and their itemsets.
 */
export async function measureReleaseStep(folder: AuditFolder, readNouns: (key: string) => Promise<readonly string[]>): Promise<void> {
  const { request, read, nouns, attacks, termPlaces } = await folder.plannedClusters();
  const claim = claimOf(request);
  const release = await readWholeRelease(folder.store, read);
  const originals = read.measured ? await readAllOriginals(folder.store, read) : null;
  await writeJson(folder.store, FINDINGS, findInRelease(release, originals, nouns === null ? [] : await readNouns(nouns), request));
  const breakage = originals === null || claim === null ? null : new Breakage(release, originals, claim, attacks.length);
  if (breakage !== null) {
    for await (const pointer of readJsonLines<SlicePointer>(folder.store, SLICES)) {
      const partners = await readJson<Partners>(folder.store, partnersKey(pointer.slice));
      for (const [at, cluster] of (await loadSlice(folder, pointer, read)).entries()) {
        breakage.add(cluster.unit, pairsOf(cluster, partners[at] ?? [], termPlaces));
      }
    }
  }
  await writeJson(folder.store, BREAKAGE, breakage?.results() ?? null);
}

/** Reconstructed transactions with their partners, attack by attack; null where nothing could be paired. */
function pairsOf({ record, outcome }: FinishedCluster, partners: Partners[number], termPlaces: number): readonly (Pairs | null)[] {
  const { puzzle, placements } = solved(record.cluster, outcome, partners.length, termPlaces);
  return partners.map((partnerOf, at) => (partnerOf === null ? null : { rows: reconstructed(puzzle, placements[at] ?? []), partnerOf }));
}
