import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { portableRequest } from '../../../contracts/identity.ts';
import type { ReportData } from '../../../contracts/report-data.ts';
import type { VerdictText } from '../../../contracts/verdict.ts';
import { claimSentence } from '../../../core/verdict/claim-text.ts';
import type { Conclusion } from './conclude.ts';
import type { Notice } from './notice.ts';

/** What the page of every kind says in one way: the verdict, what to know, and what was asked. Redacted: not what was asked, which names items. */
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
