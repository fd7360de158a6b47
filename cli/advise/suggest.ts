import { rmSync } from 'node:fs';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { EXPOSURES } from '../../shared/contracts/tables/exposures.ts';
import { GROUPS } from '../../shared/contracts/tables/groups.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { type AuditHome, auditFilesOf } from '../audit/audit-files.ts';
import { tableRows } from '../results/audit-folders.ts';

export interface Suggestion {
  readonly members: readonly string[];
  /** In so many transactions a member is named. */
  readonly named: number;
  readonly transactions: number;
  /** What most often says so. */
  readonly withhold: string | null;
}

/** From a release alone: which generalised items betray, and by what. What would be safer cannot be tried without the transactions. */
export async function suggestionsFor(
  request: AuditRequest,
  { certainty, folder, ...heard }: { readonly certainty: number; readonly folder: string } & Pick<AuditHome, 'progress' | 'failed'>,
): Promise<Suggestion[]> {
  const asked: AuditRequest = {
    ...request,
    claim: {},
    attacks: ['calibrated'],
    output: { attacked: false, json: false, csv: false, redact: false },
  };
  const { gate: _gate, ...audited } = asked;
  try {
    await auditFilesOf(KINDS, audited, { name: 'advise', out: folder, ...heard });
    const named = new Map<number, { readonly people: Set<number>; readonly by: Map<string, number> }>();
    for await (const row of tableRows(folder, EXPOSURES, ['attack', 'person', 'unit', 'probability', 'betrayed_by'])) {
      if (row.attack !== 'calibrated' || Number(row.probability) < certainty) continue;
      const unit = named.get(Number(row.unit)) ?? { people: new Set<number>(), by: new Map<string, number>() };
      unit.people.add(Number(row.person));
      if (row.betrayed_by !== null) unit.by.set(String(row.betrayed_by), (unit.by.get(String(row.betrayed_by)) ?? 0) + 1);
      named.set(Number(row.unit), unit);
    }
    const suggestions: Suggestion[] = [];
    for await (const row of tableRows(folder, GROUPS, ['attack', 'group_number', 'members', 'rows'])) {
      const unit = row.attack === 'calibrated' ? named.get(Number(row.group_number)) : undefined;
      if (unit === undefined) continue;
      const [most] = [...unit.by].toSorted(([, a], [, b]) => b - a);
      suggestions.push({
        members: JSON.parse(String(row.members)) as string[],
        named: unit.people.size,
        transactions: Number(row.rows),
        withhold: most?.[0] ?? null,
      });
    }
    return suggestions.toSorted((a, b) => b.named - a.named);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
