import type { ContextRule } from '../../shared/kinds/set-generalised/core/context.ts';
import { gatherGroups } from '../../shared/kinds/set-generalised/plan/gather-groups.ts';
import { joinGroups, type PlanSummary } from '../../shared/kinds/set-generalised/plan/plan-groups.ts';
import { spreadRows } from '../../shared/kinds/set-generalised/plan/spread-rows.ts';
import { bucketCount, partCount, type ReleaseSummary } from '../../shared/kinds/set-generalised/read/store-release.ts';
import type { BlobStore } from '../../shared/ports/blob-store.ts';

/** All parts and buckets of planning, one after another. */
export async function planGroups(work: BlobStore, release: ReleaseSummary, context: ContextRule, seed: string): Promise<PlanSummary> {
  for (let part = 0; part < partCount(release); part += 1) await spreadRows(work, release, context, seed, part);
  await gatherGroups(work, release, seed, [...Array(bucketCount(release)).keys()]);
  return joinGroups(work, release);
}
