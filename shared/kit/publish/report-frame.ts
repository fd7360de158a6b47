import { type AuditRequest, portableRequest } from '../../contracts/audit-request.ts';
import type { ReportData } from '../../contracts/report-data.ts';
import type { VerdictText } from '../../contracts/verdict.ts';
import { claimSentence } from '../../core/verdict/claim.ts';
import type { AttackVersion } from '../attack/attack-identity.ts';
import type { AuditIdentity, Notice } from '../kind.ts';
import type { Conclusion } from './conclude.ts';

/** Common parts of every report: verdict, notices, request. Redacted: no request, since it names items. */
export const reportFrame = (
  kind: string,
  { name, request }: { readonly name: string; readonly request: AuditRequest },
  {
    conclusion: { verdict, claims },
    text,
    notices,
  }: { readonly conclusion: Conclusion; readonly text: VerdictText; readonly notices: readonly Notice[] },
) => ({
  version: 3 as const,
  name,
  kind,
  verdict: {
    level: verdict.level,
    headline: text.headline,
    ways: [...text.ways],
    claims: claims.map(claimSentence),
    next: text.next,
  },
  notices: [...notices],
  redacted: request.output.redact,
  request: request.output.redact ? null : JSON.stringify(portableRequest(request), null, 1),
});

export const leftThisMachine = ({ egress }: AuditRequest): ReportData['asked'][number] => ({
  label: 'Left this machine',
  value: egress.allow.length === 0 ? 'nothing' : `terms, to ${egress.allow.join(', ')}: see what to know`,
});

/** Provenance of a report: the audit's identity and how to repeat it. `named`: the kind's word for an attack. */
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
