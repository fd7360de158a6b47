import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { ReportData } from '../../../contracts/report-data.ts';
import type { AuditIdentity } from '../../../kinds/kind.ts';
import type { AttackVersion } from '../attack/attack-identity.ts';

/** All that says which audit a page is of, and what it takes to make it again. `named`: what the kind calls an attack. */
export const provenanceOf = (
  { seed }: Pick<AuditRequest, 'seed'>,
  identity: AuditIdentity,
  attacks: readonly AttackVersion[],
  named: (name: string) => string = (name) => name,
): ReportData['provenance'] => [
  { label: 'Audit', value: identity.auditId },
  { label: 'unveil', value: identity.unveilVersion },
  { label: 'Release', value: `SHA-256 ${identity.releaseSha256}` },
  { label: 'Original', value: identity.originalSha256 === null ? 'not given' : `SHA-256 ${identity.originalSha256}` },
  { label: 'Request', value: `SHA-256 ${identity.requestHash}` },
  { label: 'Seed', value: seed },
  ...attacks.map(({ name, version, parametersHash }) => ({
    label: named(name),
    value: `version ${version}, parameters ${parametersHash}`,
  })),
];
