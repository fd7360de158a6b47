import { plural } from '../../../app/audit/publish/text.ts';
import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { MembersSeen, SupportCounter, type SupportFinding } from '../../../core/breach/check-support.ts';
import { grouped } from '../../../core/findings/figure-text.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { type ReleaseSummary, readBlocks } from '../read/store-release.ts';

/** Whether the release is what it claims to be, whatever the attacks did. */
export interface ClaimFinding extends SupportFinding {
  readonly k: number;
  readonly transactions: number;
}

/** Counts the support of every protected itemset: the publisher's constraints, else each member of a generalised item. Null: no k is claimed. */
export async function checkClaim(work: BlobStore, { claim }: AuditRequest, release: ReleaseSummary): Promise<ClaimFinding | null> {
  const { k, privacyConstraints } = claim;
  if (k === undefined) return null;
  const sets = Array.isArray(privacyConstraints) ? privacyConstraints : await membersOf(work, release);
  const counter = new SupportCounter({ k, sets });
  for await (const transaction of readBlocks(work, release.blocks)) counter.add(transaction);
  return { k, transactions: release.transactions, ...counter.finding() };
}

async function membersOf(work: BlobStore, { blocks }: ReleaseSummary): Promise<string[][]> {
  const seen = new MembersSeen();
  for await (const transaction of readBlocks(work, blocks)) seen.add(transaction);
  return seen.sets();
}

/** What stands before every other sentence where the claim is false; empty where it holds or none was made. */
export function claimStatement(finding: ClaimFinding | null, redacted: boolean): string {
  if (finding === null || finding.violations.length === 0) return '';
  const { k, transactions, violations, checked } = finding;
  if (k > transactions)
    return `The release cannot be what it claims to be: it has ${plural(transactions, 'transaction')}, fewer than k = ${grouped(k)}.`;
  return `The release is not what it claims to be: ${grouped(violations.length)} of ${plural(checked, 'protected itemset')} ${violations.length === 1 ? 'stands' : 'stand'} in fewer than k = ${grouped(k)} transactions${redacted ? '' : ' (violations.jsonl names them)'}.`;
}
