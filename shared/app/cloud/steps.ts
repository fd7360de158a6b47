import type { BucketPointer, PartPointer, PlanAnswer, ReadAnswer, SlicePointer } from '../../contracts/execution.ts';
import type { UnitPointer } from '../../contracts/work.ts';
import type { Cut, Files } from '../../kinds/kind.ts';
import type { SourceVersion } from '../../ports/hit-counter.ts';
import type { TableEncoder } from '../../ports/table-encoder.ts';
import { batches, HOME_BATCH, unitsIn } from '../audit/plan/batches.ts';
import { BUCKETS, isMapped, PARTS, planInParts } from '../audit/plan/parts.ts';
import { SLICES, writeSliceManifest } from '../audit/plan/slice-manifest.ts';
import { MANIFEST } from '../audit/plan/units.ts';
import { encodersFor } from '../audit/publish/redacted.ts';
import { type Kinds, kindOf } from '../audit/read/kind-of.ts';
import { stampedKind, stampWork } from '../audit/stamp.ts';
import { jsonLines } from '../blobs/json-lines.ts';
import { KeptCounter } from '../fetch/kept-counter.ts';
import type { SoughtOf } from '../fetch/sought.ts';
import type { AuditFolder, PlannedKnowledge } from './audit-folder.ts';
import { unitsPerBatch } from './cost/units.ts';
import { type CountPorts, countersOf } from './counters.ts';
import { type Assets, stepsOf } from './knowledge.ts';

/** The steps of an audit in the cloud: each a function of its own, each safe to run again at any point, since its keys follow from its input. */

export async function readStep(
  folder: AuditFolder,
  kinds: Kinds,
  files: Files,
  labels: ReadonlyMap<string, string> | null,
  prefix: string,
): Promise<ReadAnswer> {
  const request = await folder.request();
  const kind = await kindOf(kinds, request, files.release);
  kind.suits(request);
  const given = await kind.open(files, request);
  if (labels !== null) await folder.writeLabels(labels);
  await stampWork(folder.store, kind);
  const audit = await folder.audit();
  const { transactions } = await kind.read(given, audit);
  const counted = (await kind.cut?.count(audit)) ?? { parts: 0, buckets: 0 };
  const { parts, buckets } = isMapped(counted) ? counted : { parts: 0, buckets: 0 };
  await folder.store.write(PARTS, jsonLines(Array.from({ length: parts }, (_, part): PartPointer => ({ part }))));
  await folder.store.write(BUCKETS, jsonLines(Array.from({ length: buckets }, (_, bucket): BucketPointer => ({ bucket }))));
  return { kind: kind.name, transactions, parts, buckets, partsManifest: `${prefix}${PARTS}`, bucketsManifest: `${prefix}${BUCKETS}` };
}

/** A child of the spreading map: its parts of what was read. */
export async function spreadStep(folder: AuditFolder, kinds: Kinds, pointers: readonly PartPointer[]): Promise<void> {
  const parts = pointers.map(({ part }) => part);
  await (await cutOf(folder, kinds)).spread(await folder.audit(), parts);
}

/** A child of the gathering map: its buckets of units. */
export async function gatherStep(folder: AuditFolder, kinds: Kinds, pointers: readonly BucketPointer[]): Promise<void> {
  const buckets = pointers.map(({ bucket }) => bucket);
  await (await cutOf(folder, kinds)).gather(await folder.audit(), buckets);
}

async function cutOf(folder: AuditFolder, kinds: Kinds): Promise<Cut> {
  const { name, cut } = await stampedKind(folder.store, kinds);
  if (cut === undefined) throw new Error(`planning of the kind ${name} has no parts`);
  return cut;
}

interface Pinning {
  /** The version of the word vectors, where the request names some. */
  readonly vectors: SourceVersion | null;
  /** Where the list of common nouns stands; a BadInput where the stack has none. */
  nouns(): Promise<string>;
}

/** What the state machine has to know of the units that the manifest lists, and of the steps that are to come. */
export async function planStep(
  folder: AuditFolder,
  kinds: Kinds,
  knowledge: PlannedKnowledge,
  { vectors, nouns }: Pinning,
  prefix: string,
): Promise<PlanAnswer> {
  const kind = await stampedKind(folder.store, kinds);
  const pinned = { sources: knowledge.sources.map(({ source }) => source), embeddings: vectors, measuresVectors: vectors !== null };
  const audit = await folder.audit();
  if (kind.cut !== undefined && !isMapped(await kind.cut.count(audit))) await planInParts(kind, audit);
  const planned = await kind.plan(audit, pinned);
  const { largest, units, pointers } = await writeSliceManifest(folder.store);
  await folder.writePlan({ ...planned, units, nounsKey: planned.nouns ? await nouns() : null }, knowledge);
  return {
    manifest: `${prefix}${MANIFEST}`,
    slices: `${prefix}${SLICES}`,
    units,
    unitsPerBatch: unitsPerBatch(largest, units / Math.max(1, pointers)),
    live: planned.asks ? knowledge.sources.filter(({ index }) => index === null).map(({ spec }) => spec) : [],
    learns: planned.learns,
    measuresRelease: planned.measuresRelease,
  };
}

/** A child of the attacking map: counts and scores its units, and runs all attacks on them. */
export async function attackStep(
  folder: AuditFolder,
  kinds: Kinds,
  pointers: readonly UnitPointer[],
  counting: CountPorts,
  assets: Assets,
): Promise<SoughtOf[]> {
  const { steps, sources } = await stepsOf(folder, kinds, assets);
  const { asks, units } = await folder.planned();
  const counters = asks ? countersOf(sources, counting, unitsIn(pointers) / units) : [];
  for await (const batch of batches(listed(pointers), HOME_BATCH)) await steps.attack(batch, counters);
  return counters.flatMap((counter) => (counter instanceof KeptCounter ? [{ source: counter.source.id, ...counter.sought }] : []));
}

/** Fits the attacks that need the whole release; `fits` fails where what that takes is more than the function has. */
export async function learnStep(folder: AuditFolder, kinds: Kinds, assets: Assets, fits: (bytes: number) => void): Promise<void> {
  const { steps } = await stepsOf(folder, kinds, assets);
  fits(steps.learningBytes?.() ?? 0);
  await steps.learn?.();
}

/** A child of the deciding map: what the fitted attacks say of its units. */
export async function decideStep(folder: AuditFolder, kinds: Kinds, pointers: readonly UnitPointer[], assets: Assets): Promise<void> {
  const { steps } = await stepsOf(folder, kinds, assets);
  for await (const batch of batches(listed(pointers), HOME_BATCH)) await steps.decide?.(batch);
}

/** A child of the measuring map: its slices. */
export async function measureStep(
  folder: AuditFolder,
  kinds: Kinds,
  pointers: readonly SlicePointer[],
  encoders: readonly TableEncoder[],
  assets: Assets,
): Promise<void> {
  const { steps } = await stepsOf(folder, kinds, assets);
  const written = encodersFor(await folder.request(), encoders);
  for (const slice of pointers) await steps.measure(slice, written);
}

/** A child of the finishing map: its parts of the release. */
export async function finishStep(
  folder: AuditFolder,
  kinds: Kinds,
  pointers: readonly PartPointer[],
  encoders: readonly TableEncoder[],
): Promise<void> {
  const { steps } = await stepsOf(folder, kinds);
  await steps.finish?.(
    pointers.map(({ part }) => part),
    encodersFor(await folder.request(), encoders),
  );
}

/** Measures what needs the whole release. */
export async function measureReleaseStep(folder: AuditFolder, kinds: Kinds, assets: Assets): Promise<void> {
  await (await stepsOf(folder, kinds, assets)).steps.measureRelease?.();
}

async function* listed(pointers: readonly UnitPointer[]): AsyncGenerator<UnitPointer> {
  yield* pointers;
}
