import type { CellValue } from '../../../contracts/table.ts';
import { share } from '../../../core/measure/share.ts';
import type { FinishedAudit } from './finish-audit.ts';
import type { SetGeneralisedOutcome } from './outcome.ts';

/** Cells in the order of the table `audits`. */
export function auditRow(
  { request, name, sources, started, texts = null, counts }: FinishedAudit,
  { identity, release, plan, context, claimHolds, choice, unmatched, notices }: SetGeneralisedOutcome,
  finished: Date,
): CellValue[] {
  return [
    name,
    'set-generalised',
    started.toISOString(),
    finished.toISOString(),
    (finished.getTime() - started.getTime()) / 1000,
    identity.unveilVersion,
    identity.requestHash,
    identity.releaseSha256,
    identity.originalSha256,
    release.transactions,
    plan.groups,
    plan.groupsOfOne,
    release.inferred,
    plan.rows,
    plan.cells,
    plan.rowsWithoutContext,
    plan.originalCells === null ? null : plan.cells - plan.originalCells,
    plan.originalCells === null ? null : share(plan.originalCells, plan.cells),
    context.kind,
    context.kind === 'nearest' ? context.w : null,
    JSON.stringify(sources.map(({ source }) => `${source.id}@${source.version}`)),
    request.seed,
    request.claim.k ?? null,
    request.claim.m ?? null,
    claimHolds,
    unmatched.length,
    unmatched.reduce((total, [, times]) => total + times, 0),
    choice?.attack.name ?? null,
    choice?.tried ?? null,
    ...[choice?.precision, choice?.recall, choice?.f1].flatMap((quoted) => [
      quoted?.value ?? null,
      quoted?.interval?.low ?? null,
      quoted?.interval?.high ?? null,
    ]),
    texts === null ? null : JSON.stringify(texts),
    counts === undefined ? null : JSON.stringify(counts),
    JSON.stringify(notices),
  ];
}
