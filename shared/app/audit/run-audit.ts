import type { AuditRequest } from '../../contracts/audit-request.ts';
import type { ReportData } from '../../contracts/report-data.ts';
import type { UnitPointer } from '../../contracts/work.ts';
import type { GateVerdict } from '../../core/measure/gate.ts';
import type { ContextRule } from '../../core/model/context.ts';
import type { Verdict } from '../../core/verdict/verdict.ts';
import { attackSet } from '../../kinds/set-generalised/attack/attack-set.ts';
import { processUnits } from '../../kinds/set-generalised/attack/process-units.ts';
import { decideUnits, fitRelease, type ViewInput, withLead } from '../../kinds/set-generalised/learn/release-attack.ts';
import type { ClaimFinding } from '../../kinds/set-generalised/measure/claim.ts';
import { measureSlice, type SliceFigures } from '../../kinds/set-generalised/measure/measure-slice.ts';
import type { PlanSummary } from '../../kinds/set-generalised/plan/plan-groups.ts';
import { prepareAudit, type ReleaseInput } from '../../kinds/set-generalised/plan/prepare-audit.ts';
import { type AttackResult, addFigures } from '../../kinds/set-generalised/publish/attack-results.ts';
import { finishAudit, measureOptions, type PlannedAudit, storedPlans } from '../../kinds/set-generalised/publish/finish-audit.ts';
import type { HonestChoice } from '../../kinds/set-generalised/publish/honest-choice.ts';
import type { ReleaseSummary } from '../../kinds/set-generalised/read/store-release.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Embeddings } from '../../ports/embeddings.ts';
import type { HitCounter, SourceVersion } from '../../ports/hit-counter.ts';
import type { Progress } from '../../ports/log.ts';
import type { TableEncoder } from '../../ports/table-encoder.ts';
import { readJsonLines } from '../blobs/json-lines.ts';
import { fetchNeeded, type LiveFetch } from '../fetch/fetch-needed.ts';
import type { Parameters } from './attack/attack-identity.ts';
import type { PeopleFindings } from './people/finish-people.ts';
import { type BatchLimits, batches, bySlice, HOME_BATCH } from './plan/batches.ts';
import { MANIFEST } from './plan/units.ts';
import type { Notice } from './publish/notice.ts';
import { type TextsHeld, textNotices } from './read/texts-held.ts';

/** What an audit of a set-generalised release is made of. Adapters are handed in: this runs in one process, the cloud runs the steps one by one. */
export interface AuditInput extends ReleaseInput {
  readonly name: string;
  readonly sources: readonly HitCounter[];
  /** Those of the sources that have to be asked over the network before anything is scored. */
  readonly live?: readonly LiveFetch[];
  readonly embeddings: Embeddings | null;
  /** What the sources hold of the texts that the release was made from; left out where none are given. */
  readonly texts?: readonly TextsHeld[];
  /** Names of content, known once the streams have been read. */
  readonly identity: () => AuditIdentity;
}

export interface AuditIdentity {
  readonly auditId: string;
  readonly requestHash: string;
  readonly releaseSha256: string;
  readonly originalSha256: string | null;
  readonly unveilVersion: string;
}

export interface AuditPorts {
  /** Intermediate blobs, removed by the caller when all is done. */
  readonly work: BlobStore;
  readonly results: BlobStore;
  readonly encoders: readonly TableEncoder[];
  readonly clock: Clock;
  readonly progress: Progress;
  /** The page of a report. */
  readonly render: (data: ReportData) => Iterable<string>;
  readonly batch?: BatchLimits;
}

export interface AuditOutcome {
  readonly identity: AuditIdentity;
  readonly release: ReleaseSummary;
  readonly plan: PlanSummary;
  readonly context: ContextRule;
  readonly attacks: readonly AttackResult[];
  /** Null: no k is claimed. */
  readonly claim: ClaimFinding | null;
  /** Who is exposed; null where no attack states a probability. */
  readonly people: PeopleFindings | null;
  readonly verdict: Verdict;
  /** The sentences that a publisher can quote of the leading attack. */
  readonly statement: string;
  /** The best attack, quoted where it was not chosen; null without the original. */
  readonly choice: HonestChoice | null;
  readonly unmatched: readonly (readonly [item: string, times: number])[];
  readonly notices: readonly Notice[];
  /** What the request's policy gate says; null where it has none. */
  readonly gate: GateVerdict | null;
}

/** Reading, planning, attacking, measuring, protections and writing; each attack on the whole release learns and decides beside them. */
const STEPS = 6;

/** Reads, plans, scores, attacks, measures and publishes. */
export async function runAudit(input: AuditInput, ports: AuditPorts): Promise<AuditOutcome> {
  const { request, name, sources, labels, embeddings } = input;
  const { work, progress } = ports;
  const started = ports.clock.now();
  progress.plan?.(STEPS + 2 * attackSet(request, {}).release.length);
  const prepared = await prepareAudit(input, work, progress);
  const { plan, context } = prepared;
  const { smoothing } = request;
  const notices = await fetchNeeded(work, ports.batch ?? HOME_BATCH, sources, input.live ?? [], { labels, smoothing });

  const asked = attackSet(
    request,
    scoringParameters(
      request,
      context,
      sources.map(({ source }) => source),
    ),
  );
  const view = viewInput({ request, prepared, sources, labels, embeddings, work });
  await forEachBatch(work, 'attack', plan, ports, (batch) =>
    processUnits(work, batch, { sources, attacks: asked.tables, smoothing: request.smoothing, labels }),
  );
  for (const attack of asked.release) await fitRelease(attack, view, progress);
  if (asked.release.length > 0) await forEachBatch(work, 'decide', plan, ports, (batch) => decideUnits(asked.release, batch, view));

  const attacks = await withLead(asked, work);
  const sized = await Promise.all(sources.map(async (counter) => ({ source: counter.source, size: await counter.size() })));
  const audit = { request, name, prepared, attacks, sources: sized };
  const figures = await addFigures(attacks.all.length, measuredSlices(audit, ports));
  const texts = input.texts ?? null;
  return finishAudit(
    { ...audit, identity: input.identity(), started, notices: [...textNotices(texts ?? []), ...notices], texts },
    figures,
    ports,
  );
}

/** One slice after another, at home. */
async function* measuredSlices(audit: PlannedAudit, { work, progress, encoders }: AuditPorts): AsyncGenerator<SliceFigures> {
  const { plan, release } = audit.prepared;
  const options = measureOptions(audit, encoders);
  const plans = storedPlans(audit.attacks);
  progress.step('measure', plan.slices);
  let slice = 0;
  for await (const pointers of bySlice(readJsonLines<UnitPointer>(work, MANIFEST))) {
    yield await measureSlice(work, { slice, pointers, plans, hasOriginal: release.hasOriginal }, options);
    slice += 1;
    progress.advance(slice);
  }
  progress.end();
}

interface Viewed {
  readonly request: AuditRequest;
  readonly prepared: { readonly release: ReleaseSummary; readonly context: ContextRule };
  readonly sources: readonly HitCounter[];
  readonly embeddings: Embeddings | null;
  readonly labels: ReadonlyMap<string, string> | undefined;
  readonly work: BlobStore;
}

/** What an attack on the whole release is shown. */
export const viewInput = ({ request, prepared, sources, embeddings, labels, work }: Viewed): ViewInput => ({
  work,
  blocks: prepared.release.blocks,
  // A list of this audit's own: what attacks keep for it never meets another release.
  sources: [...sources],
  embeddings,
  labels,
  context: prepared.context,
  inferred: prepared.release.inferred !== null,
  smoothing: request.smoothing,
  seed: request.seed,
});

/** One batch after another, at home. */
async function forEachBatch(
  work: BlobStore,
  step: string,
  plan: PlanSummary,
  { progress, batch = HOME_BATCH }: AuditPorts,
  run: (pointers: readonly UnitPointer[]) => Promise<void>,
): Promise<void> {
  progress.step(step, plan.cells);
  let done = 0;
  for await (const pointers of batches(readJsonLines<UnitPointer>(work, MANIFEST), batch)) {
    await run(pointers);
    done += pointers.reduce((total, { cells }) => total + cells, 0);
    progress.advance(done);
  }
  progress.end();
}

/** What the distances depend on: part of every attack's parameters. */
export const scoringParameters = ({ smoothing }: AuditRequest, context: ContextRule, sources: readonly SourceVersion[]): Parameters => ({
  context: context.kind === 'nearest' ? `nearest ${context.w}` : context.kind,
  smoothing,
  sources: sources.map(({ id, version }) => `${id}@${version}`).join(', '),
});
