import type { PlanAnswer, SlicePointer } from '../../contracts/execution.ts';
import type { UnitPointer } from '../../contracts/work.ts';
import { unitsPerBatch } from '../../core/measure/cloud-units.ts';
import type { MatchedFile } from '../../core/model/match-original.ts';
import { processUnits } from '../../kinds/set-generalised/attack/process-units.ts';
import { decideUnits, fitRelease, withLead } from '../../kinds/set-generalised/learn/release-attack.ts';
import { measureSlice } from '../../kinds/set-generalised/measure/measure-slice.ts';
import { planGroups } from '../../kinds/set-generalised/plan/plan-groups.ts';
import { contextRule, readInto } from '../../kinds/set-generalised/plan/prepare-audit.ts';
import { measureOptions, storedPlans } from '../../kinds/set-generalised/publish/finish-audit.ts';
import type { Embeddings } from '../../ports/embeddings.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import type { Progress } from '../../ports/log.ts';
import type { TableEncoder } from '../../ports/table-encoder.ts';
import { batches, HOME_BATCH, unitsIn, unitsOf } from '../audit/plan/batches.ts';
import { SLICES, writeSliceManifest } from '../audit/plan/slice-manifest.ts';
import { MANIFEST } from '../audit/plan/units.ts';
import { viewInput } from '../audit/run-audit.ts';
import { readAllJsonLines, readJsonLines } from '../blobs/json-lines.ts';
import type { SoughtOf } from '../fetch/sought.ts';
import type { AuditFolder, PlannedKnowledge, ReadOutcome } from './audit-folder.ts';
import { type CountPorts, countersOf } from './counters.ts';
import { writeSought } from './sought.ts';

/** The steps of an audit in the cloud: each a function of its own, each safe to run again at any point, since its keys follow from its input. */

export const QUIET: Progress = { step: () => {}, advance: () => {}, end: () => {} };

export interface ReadInput {
  readonly release: MatchedFile;
  readonly original: MatchedFile | null;
  readonly ordered: boolean;
  readonly labels: ReadonlyMap<string, string> | null;
}

export async function readStep(folder: AuditFolder, input: ReadInput): Promise<{ readonly kind: string; readonly transactions: number }> {
  const request = await folder.request();
  const release = await readInto(
    { request, release: input.release, original: input.original, ordered: input.ordered, labels: input.labels ?? undefined },
    folder.store,
    QUIET,
  );
  if (input.labels !== null) await folder.writeLabels(input.labels);
  await folder.writeRead({ kind: 'set-generalised', release, ordered: input.ordered });
  return { kind: 'set-generalised', transactions: release.transactions };
}

export async function planStep(
  folder: AuditFolder,
  { release, ordered }: Extract<ReadOutcome, { kind: 'set-generalised' }>,
  knowledge: PlannedKnowledge,
  prefix: string,
): Promise<PlanAnswer> {
  const request = await folder.request();
  const context = contextRule(request, release, ordered);
  const plan = await planGroups(folder.store, release, context, request.seed, QUIET);
  await folder.writePlan({ release, context, plan }, knowledge);
  return answerOf(folder, knowledge, (await folder.planned('')).attacks.release.length > 0, prefix);
}

/** What the state machine has to know of the units that the manifest lists. */
export async function answerOf(folder: AuditFolder, { sources }: PlannedKnowledge, learns: boolean, prefix: string): Promise<PlanAnswer> {
  await writeSliceManifest(folder.store);
  let [largest, units, pointers] = [0, 0, 0];
  for await (const pointer of readJsonLines<UnitPointer>(folder.store, MANIFEST)) {
    largest = Math.max(largest, pointer.cells);
    units += unitsOf(pointer);
    pointers += 1;
  }
  return {
    manifest: `${prefix}${MANIFEST}`,
    slices: `${prefix}${SLICES}`,
    units,
    unitsPerBatch: unitsPerBatch(largest, units / Math.max(1, pointers)),
    live: sources.filter(({ index }) => index === null).map(({ spec }) => spec),
    learns,
  };
}

/** A child of the attacking map: counts and scores its units, and runs all attacks on tables. */
export async function attackStep(
  folder: AuditFolder,
  pointers: readonly UnitPointer[],
  counting: CountPorts,
  labels: ReadonlyMap<string, string> | undefined,
): Promise<SoughtOf[]> {
  const { request, prepared, sources, attacks } = await folder.planned('');
  const { smoothing } = request;
  const counters = countersOf(sources, counting, unitsIn(pointers) / prepared.plan.groups);
  for await (const batch of batches(listed(pointers), HOME_BATCH)) {
    await processUnits(folder.store, batch, { sources: counters, attacks: attacks.tables, smoothing, labels });
  }
  return writeSought(folder, pointers[0]?.unit ?? 0, counters);
}

export interface LearnPorts {
  /** Corpora answer anything here, from their index; live sources what the cache holds. */
  readonly counters: readonly HitCounter[];
  readonly embeddings: Embeddings | null;
  readonly labels: ReadonlyMap<string, string> | undefined;
}

/** Fits the attacks that need the whole release. */
export async function learnStep(folder: AuditFolder, { counters, embeddings, labels }: LearnPorts): Promise<void> {
  const { request, prepared, attacks } = await folder.planned('');
  const view = viewInput({ request, prepared, sources: counters, embeddings, labels, work: folder.store });
  for (const attack of attacks.release) await fitRelease(attack, view, QUIET);
  await folder.writeLead((await withLead(attacks, folder.store)).leading);
}

/** A child of the deciding map: what the fitted attacks say of its units. */
export async function decideStep(folder: AuditFolder, pointers: readonly UnitPointer[], ports: LearnPorts): Promise<void> {
  const { request, prepared, attacks } = await folder.planned('');
  const { counters: sources, embeddings, labels } = ports;
  const view = viewInput({ request, prepared, sources, embeddings, labels, work: folder.store });
  for await (const batch of batches(listed(pointers), HOME_BATCH)) await decideUnits(attacks.release, batch, view);
}

/** A child of the measuring map: one slice. */
export async function measureStep(
  folder: AuditFolder,
  { slice, start, end }: SlicePointer,
  encoders: readonly TableEncoder[],
): Promise<void> {
  const audit = await folder.fitted('');
  const pointers = await readAllJsonLines<UnitPointer>(folder.store, MANIFEST, { start, end });
  const input = { slice, pointers, plans: storedPlans(audit.attacks), hasOriginal: audit.prepared.release.hasOriginal };
  await measureSlice(folder.store, input, measureOptions(audit, encoders));
}

export async function* listed(pointers: readonly UnitPointer[]): AsyncGenerator<UnitPointer> {
  yield* pointers;
}
