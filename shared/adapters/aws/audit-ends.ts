import type { CampaignAudit } from '../../contracts/campaign.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { DynamoLedger } from './dynamo-ledger.ts';

/** How audits ended, by what they left: results, or a row of the ledger that says why not. */
export const auditEnds =
  (results: BlobStore, ledger: DynamoLedger) =>
  async (auditId: string): Promise<Pick<CampaignAudit, 'status' | 'reason'>> => {
    if ((await results.info(`results/audit_id=${auditId}/_SUCCESS.json`)) !== null) return { status: 'succeeded', reason: null };
    const entry = await ledger.entry(auditId);
    if (entry === null || entry.status === 'admitted' || entry.status === 'started') return { status: 'running', reason: null };
    return { status: entry.status, reason: entry.error };
  };
