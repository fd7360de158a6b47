import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { CellValue } from '../../../contracts/table.ts';
import type { Ending, Outcome } from '../../../kinds/kind.ts';

/** The cells of the table `audits` that say the same of every kind; each adds what it counts. */
export const auditColumns = (
  kind: string,
  { name, identity, request, started }: Omit<Ending, 'failures'> & { readonly request: AuditRequest },
  { notices, claimHolds }: Pick<Outcome, 'notices' | 'claimHolds'>,
  finished: Date,
) =>
  ({
    name,
    kind,
    started: started.toISOString(),
    finished: finished.toISOString(),
    seconds: (finished.getTime() - started.getTime()) / 1000,
    unveil_version: identity.unveilVersion,
    request_hash: identity.requestHash,
    release_sha256: identity.releaseSha256,
    original_sha256: identity.originalSha256,
    seed: request.seed,
    k: request.claim.k ?? null,
    m: request.claim.m ?? null,
    claim_holds: claimHolds,
    notices: JSON.stringify(notices),
  }) satisfies Readonly<Record<string, CellValue>>;
