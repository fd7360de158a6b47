import type { AuditRequest } from '../../contracts/audit-request.ts';
import type { CellValue } from '../../contracts/table.ts';
import { claimsHold } from '../../core/verdict/claim.ts';
import type { Verdict } from '../../core/verdict/verdict.ts';
import type { Ending, Outcome } from '../kind.ts';

/** The cells of the table `audits` that say the same of every kind; each adds what it counts. */
export const auditColumns = (
  kind: string,
  { name, identity, request, started }: Omit<Ending, 'failures'> & { readonly request: AuditRequest },
  { notices, conclusion: { claims, verdict, gate } }: Pick<Outcome, 'notices' | 'conclusion'>,
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
    claim_holds: claimsHold(claims),
    claims: JSON.stringify(claims),
    verdict: verdict.level,
    verdict_way: verdict.way,
    ...leadColumns(verdict),
    ways: JSON.stringify(
      verdict.ways.map(({ lead, ...way }) => ({
        ...way,
        lead: lead === null ? null : { attack: lead.attack, about: lead.about, confidence: lead.confidence },
      })),
    ),
    gate_open: gate?.open ?? null,
    notices: JSON.stringify(notices),
  }) satisfies Readonly<Record<string, CellValue>>;

function leadColumns({ way, ways }: Verdict): Readonly<Record<string, CellValue>> {
  const headline = ways.find((each) => each.way === way);
  const lead = headline?.lead ?? null;
  return {
    lead_attack: lead?.attack ?? null,
    lead_people: lead?.people ?? null,
    lead_of: lead?.of ?? null,
    lead_right: lead?.right ?? lead?.expectedRight ?? null,
    exposed: lead?.exposed ?? null,
    exposed_low: lead?.interval?.low ?? null,
    exposed_high: lead?.interval?.high ?? null,
    power: headline?.power ?? null,
  };
}
