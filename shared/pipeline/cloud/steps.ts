import type {
  Admission,
  BucketPointer,
  DroppedObject,
  PartPointer,
  PlanAnswer,
  ReadAnswer,
  SlicesPointer,
} from '../../contracts/execution.ts';
import type { UnitPointer } from '../../contracts/work.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { jsonLines } from '../../kit/blobs/json-lines.ts';
import type { Cut, Files } from '../../kit/kind.ts';
import { batches, HOME_BATCH, unitsIn } from '../../kit/plan/batches.ts';
import { BUCKETS, isMapped, PARTS, planInParts } from '../../kit/plan/parts.ts';
import { SLICES, writeSliceManifest } from '../../kit/plan/slice-manifest.ts';
import { MANIFEST } from '../../kit/plan/units.ts';
import { encodersFor } from '../../kit/publish/redacted.ts';
import { openFile } from '../../kit/read/read-release.ts';
import type { Gunzip } from '../../ports/gunzip.ts';
import type { SourceVersion } from '../../ports/hit-counter.ts';
import type { TableEncoder } from '../../ports/table-encoder.ts';
import { type Kinds, kindOf } from '../audit/kind-of.ts';
import { stampedKind, stampWork } from '../audit/stamp.ts';
import { KeptCounter, type SoughtOf } from '../fetch/kept-counter.ts';
import { readLabels } from '../read/read-labels.ts';
import type { AuditFolder, PlannedKnowledge } from './audit-folder.ts';
import { unitsPerBatch } from './cost/units.ts';
import { type CountPorts, countersOf } from './counters.ts';
import { type Assets, stepsOf } from './knowledge.ts';
import { askingModel, type LearnAnswer, type ModelTurnPorts } from './model-turn.ts';

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
  kind.validate(request);
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

export async function spreadStep(folder: AuditFolder, kinds: Kinds, pointers: readonly PartPointer[]): Promise<void> {
  const parts = pointers.map(({ part }) => part);
  await (await cutOf(folder, kinds)).spread(await folder.audit(), parts);
}

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

/** Tells the state machine the number of units and the steps that are needed. */
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
  const { learnsFromPart = false, ...planned } = await kind.plan(audit, pinned);
  if (audit.request.languageModel !== undefined && planned.learns && learnsFromPart)
    throw new BadInput(
      'languageModel: of a release of this size a part is learned from, and the cloud asks a model about that part alone: run unveil audit, which asks about all rows, or leave it out',
    );
  const { largest, units, pointers } = await writeSliceManifest(folder.store);
  await folder.writePlan({ ...planned, units, nounsKey: planned.nouns ? await nouns() : null }, knowledge);
  return {
    manifest: `${prefix}${MANIFEST}`,
    slices: `${prefix}${SLICES}`,
    units,
    unitsPerBatch: unitsPerBatch(largest, units / Math.max(1, pointers)),
    scores: planned.scores,
    live: planned.asks ? knowledge.sources.filter(({ index }) => index === null).map(({ spec }) => spec) : [],
    learns: planned.learns,
    measuresRelease: planned.measuresRelease,
  };
}

export async function scoreStep(
  folder: AuditFolder,
  kinds: Kinds,
  pointers: readonly UnitPointer[],
  counting: CountPorts,
  assets: Assets,
): Promise<SoughtOf[]> {
  const { steps, sources } = await stepsOf(folder, kinds, assets);
  const { units } = await folder.planned();
  const counters = await countersOf(sources, counting, unitsIn(pointers) / units);
  for await (const batch of batches(listed(pointers), HOME_BATCH)) await steps.score?.(batch, counters);
  return counters.flatMap((counter) => (counter instanceof KeptCounter ? [{ source: counter.source.id, ...counter.sought }] : []));
}

/** `fits` fails if learning needs more memory than the function has. */
export async function learnStep(
  folder: AuditFolder,
  kinds: Kinds,
  assets: Assets,
  fits: (bytes: number) => void,
  asking: ModelTurnPorts,
): Promise<LearnAnswer> {
  return askingModel(folder, asking, async (judge) => {
    const { steps } = await stepsOf(folder, kinds, assets, judge);
    fits(steps.learningBytes?.() ?? 0);
    await steps.learn?.();
  });
}

export async function attackStep(folder: AuditFolder, kinds: Kinds, pointers: readonly UnitPointer[], assets: Assets): Promise<void> {
  const { steps } = await stepsOf(folder, kinds, assets);
  for await (const batch of batches(listed(pointers), HOME_BATCH)) await steps.attack(batch);
}

export async function measureStep(
  folder: AuditFolder,
  kinds: Kinds,
  pointers: readonly SlicesPointer[],
  encoders: readonly TableEncoder[],
  assets: Assets,
): Promise<void> {
  const { steps, audit } = await stepsOf(folder, kinds, assets);
  const written = encodersFor(audit.request, encoders);
  for (const { slices } of pointers) await steps.measure(slices, written);
}

export async function finishStep(
  folder: AuditFolder,
  kinds: Kinds,
  pointers: readonly PartPointer[],
  encoders: readonly TableEncoder[],
): Promise<void> {
  const { steps, audit } = await stepsOf(folder, kinds);
  await steps.finish?.(
    pointers.map(({ part }) => part),
    encodersFor(audit.request, encoders),
  );
}

export async function measureReleaseStep(folder: AuditFolder, kinds: Kinds, assets: Assets): Promise<void> {
  await (await stepsOf(folder, kinds, assets)).steps.measureRelease?.();
}

async function* listed(pointers: readonly UnitPointer[]): AsyncGenerator<UnitPointer> {
  yield* pointers;
}

interface DropPorts {
  readonly open: (object: DroppedObject) => AsyncIterable<Uint8Array>;
  readonly gunzip: Gunzip;
  /** The audit's prefix in the work bucket. */
  readonly prefix: string;
}

/** Errors name files as the user does. */
export async function readDrop(
  folder: AuditFolder,
  kinds: Kinds,
  admitted: Admission,
  { open, gunzip, prefix }: DropPorts,
): Promise<ReadAnswer> {
  const file = (object: DroppedObject) => ({ name: object.key.split('/').at(-1) ?? object.key, bytes: open(object) });
  const { encoding } = await folder.request();
  const reading = { gunzip, encoding };
  const release = await openFile(file(admitted.release), reading);
  const original = admitted.original === null ? null : file(admitted.original);
  const labels = admitted.labels === null ? null : await readLabels(file(admitted.labels), reading);
  const beside = async (path: string) => {
    const object = admitted.beside[path];
    // Admission pinned all that the kind names.
    if (object === undefined) throw new BadInput('there is no such file in the drop', { file: path });
    return { name: path, bytes: open(object) };
  };
  return readStep(folder, kinds, { release, original, reading, beside }, labels, prefix);
}
