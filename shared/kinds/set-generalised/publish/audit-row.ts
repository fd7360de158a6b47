import { auditColumns } from '../../../app/audit/publish/audit-columns.ts';
import { type CellValue, rowOf } from '../../../contracts/table.ts';
import { AUDITS } from '../../../contracts/tables/audits.ts';
import { share } from '../../../core/measure/share.ts';
import type { FinishedAudit } from './finish-audit.ts';
import type { SetGeneralisedOutcome } from './outcome.ts';

export function auditRow(audit: FinishedAudit, outcome: SetGeneralisedOutcome, finished: Date): CellValue[] {
  const { sources, texts = null } = audit;
  const { release, plan, context, choice, unmatched } = outcome;
  return rowOf(AUDITS, {
    ...auditColumns('set-generalised', audit, outcome, finished),
    transactions: release.transactions,
    groups: plan.groups,
    groups_of_one: plan.groupsOfOne,
    inferred: release.inferred,
    rows: plan.rows,
    cells: plan.cells,
    rows_without_context: plan.rowsWithoutContext,
    added: plan.originalCells === null ? null : plan.cells - plan.originalCells,
    density: plan.originalCells === null ? null : share(plan.originalCells, plan.cells),
    context: context.kind,
    context_width: context.kind === 'nearest' ? context.w : null,
    sources: JSON.stringify(sources.map(({ source }) => `${source.id}@${source.version}`)),
    unmatched_items: unmatched.length,
    unmatched_occurrences: unmatched.reduce((total, [, times]) => total + times, 0),
    best_attack: choice?.attack.name ?? null,
    best_of: choice?.tried ?? null,
    ...(choice === null ? {} : quoted('precision', choice.precision)),
    ...(choice === null ? {} : quoted('recall', choice.recall)),
    ...(choice === null ? {} : quoted('f1', choice.f1)),
    texts: texts === null ? null : JSON.stringify(texts),
  });
}

function quoted(
  measure: string,
  { value, interval }: NonNullable<SetGeneralisedOutcome['choice']>['f1'],
): Readonly<Record<string, CellValue>> {
  return {
    [`best_${measure}`]: value,
    [`best_${measure}_low`]: interval?.low ?? null,
    [`best_${measure}_high`]: interval?.high ?? null,
  };
}
