import type { AuditRequest } from '../../contracts/audit-request.ts';
import { ATTACKS } from '../../contracts/tables/attacks.ts';
import { AUDITS } from '../../contracts/tables/audits.ts';
import { DECISIONS } from '../../contracts/tables/decisions.ts';
import { GROUPS } from '../../contracts/tables/groups.ts';
import { SCORES } from '../../contracts/tables/scores.ts';
import type { UnitPointer } from '../../contracts/work.ts';
import type { ContextRule } from '../../core/model/context.ts';
import type { MatchedFile } from '../../core/model/match-original.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Embeddings } from '../../ports/embeddings.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import type { Progress } from '../../ports/log.ts';
import type { TableEncoder } from '../../ports/table-encoder.ts';
import { readAllJsonLines, readJsonLines } from '../blobs/json-lines.ts';
import { type AttackResult, addFigures, attackResults, attackRow } from './attack-results.ts';
import { attackSet } from './attack-set.ts';
import { attackedLines } from './attacked.ts';
import { auditRow } from './audit-row.ts';
import { type BatchLimits, batches, HOME_BATCH } from './batches.ts';
import { measureSlice, REMOVALS, type SliceFigures } from './measure-slice.ts';
import { type Notice, planNotices } from './notices.ts';
import { MANIFEST, type PlanSummary, planGroups } from './plan-groups.ts';
import type { Parameters } from './planned-attack.ts';
import { processUnits, TABLE_ATTACKS } from './process-units.ts';
import { type Partition, Publisher, publishParts, publishRows } from './publish.ts';
import { decideUnits, fitRelease, releaseDetails, type ViewInput } from './release-attack.ts';
import { inferRelease, type ReleaseSummary, storeRelease } from './store-release.ts';

/** What an audit of a set-generalised release is made of. Adapters are handed in: this runs in one process, the cloud runs the steps one by one. */
export interface AuditInput {
  readonly request: AuditRequest;
  readonly name: string;
  readonly release: MatchedFile;
  /** The format keeps the published order of items. */
  readonly ordered: boolean;
  readonly original: MatchedFile | null;
  /** Utility constraints, where they are known: used to infer generalised items that are not marked. */
  readonly utility?: readonly (readonly string[])[];
  readonly labels?: ReadonlyMap<string, string>;
  readonly sources: readonly HitCounter[];
  readonly embeddings: Embeddings | null;
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
  readonly batch?: BatchLimits;
}

export interface AuditOutcome {
  readonly identity: AuditIdentity;
  readonly release: ReleaseSummary;
  readonly plan: PlanSummary;
  readonly context: ContextRule;
  readonly attacks: readonly AttackResult[];
  readonly unmatched: readonly (readonly [item: string, times: number])[];
  readonly notices: readonly Notice[];
}

/** Reads, plans, scores, attacks, measures and publishes. */
export async function runAudit(input: AuditInput, ports: AuditPorts): Promise<AuditOutcome> {
  const { request, sources } = input;
  const { work, progress, encoders } = ports;
  const started = ports.clock.now();
  const read = await storeRelease(input.release, input.original, work, progress);
  const knowledge = {
    ...(request.claim.k === undefined ? {} : { k: request.claim.k }),
    ...(input.utility === undefined ? {} : { utility: input.utility }),
  };
  const release = read.marked ? read : await inferRelease(work, read, knowledge);
  const context = contextRule(request, release, input.ordered);
  const plan = await planGroups(work, release, context, progress);
  const pointers = await readAllJsonLines<UnitPointer>(work, MANIFEST);

  const attacks = attackSet(request, scoringParameters(request, context, sources));
  const view: ViewInput = {
    work,
    blocks: release.blocks,
    sources,
    embeddings: input.embeddings,
    labels: input.labels,
    context,
    inferred: release.inferred !== null,
    smoothing: request.smoothing,
    seed: request.seed,
  };
  await forEachBatch(work, 'attack', plan, ports, (batch) =>
    processUnits(work, batch, { sources, attacks: attacks.tables, smoothing: request.smoothing, labels: input.labels }),
  );
  for (const attack of attacks.release) {
    await fitRelease(attack, view, progress);
    await forEachBatch(work, attack.name, plan, ports, (batch) => decideUnits(attack, batch, view));
  }

  progress.step('measure', plan.slices);
  const sized = await Promise.all(sources.map(async (counter) => ({ source: counter.source, size: await counter.size() })));
  const leading = request.output.attacked ? attacks.leading : null;
  const plans = [...attacks.release.map(({ name }) => ({ name, attacks: 1 })), { name: TABLE_ATTACKS, attacks: attacks.tables.length }];
  const figures: SliceFigures[] = [];
  for (let slice = 0; slice < plan.slices; slice += 1) {
    const own = pointers.filter((pointer) => pointer.slice === slice);
    const sliceInput = { slice, pointers: own, plans, hasOriginal: release.hasOriginal };
    figures.push(
      await measureSlice(work, sliceInput, {
        attacks: attacks.all,
        sources: sized,
        blocks: release.blocks,
        seed: request.seed,
        leading,
        encoders,
      }),
    );
    progress.advance(slice + 1);
  }
  progress.end();

  const total = addFigures(attacks.all.length, figures);
  const details = new Map(
    await Promise.all(attacks.release.map(async (attack) => [attack.name, await releaseDetails(attack, work)] as const)),
  );
  const results = attackResults(attacks.all, total, release.hasOriginal, details);
  const identity = input.identity();
  const notices = planNotices({ request, release, plan, context });
  const outcome: AuditOutcome = { identity, release, plan, context, attacks: results, unmatched: total.unmatched, notices };

  progress.step('write', null);
  const finished = ports.clock.now();
  const partition: Partition = { day: started.toISOString().slice(0, 10), auditId: identity.auditId };
  const publisher = new Publisher(ports.results);
  if (leading !== null) await publisher.file('attacked.jsonl', attackedLines(work, REMOVALS, release.blocks));
  await publishRows(publisher, AUDITS, [auditRow(input, outcome, sized, started, finished)], encoders, partition);
  await publishRows(publisher, ATTACKS, results.map(attackRow), encoders, partition);
  for (const table of [GROUPS, DECISIONS, SCORES]) await publishParts(publisher, work, table, plan.slices, encoders, partition);
  await publisher.success({ audit_id: identity.auditId, finished: finished.toISOString() });
  progress.end();
  return outcome;
}

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
function scoringParameters({ smoothing }: AuditRequest, context: ContextRule, sources: readonly HitCounter[]): Parameters {
  return {
    context: context.kind === 'nearest' ? `nearest ${context.w}` : context.kind,
    smoothing,
    sources: sources.map(({ source }) => `${source.id}@${source.version}`).join(', '),
  };
}

/** Where order carries nothing, what stands near says nothing: all context items are used instead. */
export function contextRule({ context }: AuditRequest, { order }: ReleaseSummary, ordered: boolean): ContextRule {
  if (context.select !== 'nearest') return { kind: context.select };
  const meaningless = !ordered || context.order === 'meaningless' || order.carriesNothing;
  return meaningless ? { kind: 'all' } : { kind: 'nearest', w: context.width };
}
