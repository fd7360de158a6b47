import type { CampaignAudit } from '../../contracts/campaign.ts';
import { admission } from '../../contracts/execution.ts';
import { parseContract } from '../../contracts/parse.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { DynamoLedger } from './dynamo-ledger.ts';

export interface Ends {
  readonly results: BlobStore;
  readonly ledger: DynamoLedger;
  /** The message of the rejection under a key of the inbox; null where it was deleted. */
  readonly rejection: (key: string) => Promise<string | null>;
}

/** How audits ended, by what they left: results, or a row of the ledger and a rejection beside the drop that say why not. */
export const auditEnds =
  ({ results, ledger, rejection }: Ends) =>
  async (auditId: string): Promise<Pick<CampaignAudit, 'status' | 'reason'>> => {
    if ((await results.info(`results/audit_id=${auditId}/_SUCCESS.json`)) !== null) return { status: 'succeeded', reason: null };
    const entry = await ledger.entry(auditId);
    // Admitting writes the row first, so there was one.
    if (entry === null) return { status: 'lost', reason: 'purged' };
    if (entry.status === 'admitted' || entry.status === 'started') return { status: 'running', reason: null };
    if (entry.status === 'failed') return { status: 'failed', reason: entry.error };
    const { rejectionKey } = parseContract(admission, JSON.parse(entry.input));
    return { status: 'rejected', reason: (await rejection(rejectionKey)) ?? entry.error };
  };
