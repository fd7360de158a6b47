import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { ContextRule } from '../../../core/model/context.ts';
import type { MatchedFile } from '../../../core/model/match-original.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Progress } from '../../../ports/log.ts';
import { inferRelease, type ReleaseSummary, storeRelease } from '../read/store-release.ts';
import { type PlanSummary, planGroups } from './plan-groups.ts';

/** What the steps after reading and planning need to know of both. */
export interface PreparedAudit {
  readonly release: ReleaseSummary;
  readonly context: ContextRule;
  readonly plan: PlanSummary;
}

export interface ReleaseInput {
  readonly request: AuditRequest;
  readonly release: MatchedFile;
  /** The format keeps the published order of items. */
  readonly ordered: boolean;
  readonly original: MatchedFile | null;
}

export async function prepareAudit(input: ReleaseInput, work: BlobStore, progress: Progress): Promise<PreparedAudit> {
  const release = await readInto(input, work, progress);
  const context = contextRule(input.request, release, input.ordered);
  return { release, context, plan: await planGroups(work, release, context, input.request.seed, progress) };
}

/** Stores the release, its generalised items inferred where none is marked. */
export async function readInto(input: ReleaseInput, work: BlobStore, progress: Progress): Promise<ReleaseSummary> {
  const { request } = input;
  const read = await storeRelease(input.release, input.original, work, progress, { allowSuppressed: request.allowSuppressed });
  if (read.marked) return read;
  const { k, utilityConstraints: utility } = request.claim;
  return inferRelease(work, read, { ...(k === undefined ? {} : { k }), ...(Array.isArray(utility) ? { utility } : {}) });
}

/** Where order carries nothing, what stands near says nothing: all context items are used instead. */
export function contextRule({ context }: AuditRequest, { order }: ReleaseSummary, ordered: boolean): ContextRule {
  if (context.select !== 'nearest') return { kind: context.select };
  const meaningless = !ordered || context.order === 'meaningless' || order.carriesNothing;
  return meaningless ? { kind: 'all' } : { kind: 'nearest', w: context.width };
}
