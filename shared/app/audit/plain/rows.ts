import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { type CellValue, rowOf as row } from '../../../contracts/table.ts';
import { AUDITS } from '../../../contracts/tables/audits.ts';
import { FINDINGS } from '../../../contracts/tables/findings.ts';
import type { Finding } from '../../../core/findings/finding.ts';
import { parametersHash } from '../attack/attack-identity.ts';
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

/** Attacks on structure have no parameters but the seed. */
export function findingRow(finding: Finding, { seed }: AuditRequest): CellValue[] {
  const { attack, about, status, reason, people, coverage, figure, value, interval, baseline, overBaseline, disclosedAt, details } =
    finding;
  return row(FINDINGS, {
    attack,
    attack_version: 1,
    parameters_hash: parametersHash({ seed }),
    about,
    status,
    reason,
    people,
    coverage,
    figure: figure === '' ? null : figure,
    value,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    baseline: baseline?.name ?? null,
    baseline_value: baseline?.value ?? null,
    lift: overBaseline?.lift ?? null,
    lift_low: overBaseline?.low ?? null,
    lift_high: overBaseline?.high ?? null,
    details: JSON.stringify({ ...details, ...(disclosedAt.length === 0 ? {} : { disclosedAt }) }),
  });
}
