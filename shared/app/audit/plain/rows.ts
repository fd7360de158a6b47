import { type CellValue, rowOf as row } from '../../../contracts/table.ts';
import { AUDITS } from '../../../contracts/tables/audits.ts';
import { auditColumns } from '../publish/audit-columns.ts';
import type { PlainKind } from './plain-kind.ts';
import type { PlainAudit, PlainOutcome } from './publish.ts';

export function auditRow(
  { name: kind }: Pick<PlainKind<unknown, unknown, unknown, unknown>, 'name'>,
  audit: PlainAudit,
  outcome: PlainOutcome,
  finished: Date,
): CellValue[] {
  const { people, units, cells } = audit.stored;
  return row(AUDITS, {
    ...auditColumns(kind, audit, outcome, finished),
    transactions: people,
    groups: units,
    groups_of_one: 0,
    rows: people,
    cells,
    rows_without_context: 0,
    context: 'none',
    sources: JSON.stringify(audit.request.sources),
    unmatched_items: 0,
    unmatched_occurrences: 0,
  });
}
