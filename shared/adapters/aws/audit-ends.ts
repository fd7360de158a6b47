import type { CampaignAudit } from '../../contracts/campaign.ts';
import { type Admission, admission } from '../../contracts/execution.ts';
import { parseContract } from '../../contracts/parse.ts';
import { resultsOfAudit } from '../../contracts/result-tables.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { DynamoLedger } from './dynamo-ledger.ts';
import type { ExecutionState } from './executions.ts';

interface Ends {
  /** Whose audits they are, where the stack has teams. */
  readonly team: string | null;
  readonly results: BlobStore;
  readonly ledger: DynamoLedger;
  /** The message of the rejection under a key of the inbox; null where it was deleted. */
  readonly rejection: (key: string) => Promise<string | null>;
  /** How an execution of the audits' machine stands; that of an audit that a campaign admitted, by its admission. */
  readonly describe: (execution: string | Admission) => Promise<ExecutionState | null>;
  /** Who stands in line. */
  readonly waiting: ReadonlySet<string>;
}

/** How audits ended, by what they left: results, or a row of the ledger and a rejection beside the drop that say why not. */
export const auditEnds =
  ({ team, results, ledger, rejection, describe, waiting }: Ends) =>
  async (auditId: string): Promise<Pick<CampaignAudit, 'status' | 'reason'>> => {
    if ((await results.info(`${resultsOfAudit(team, auditId)}_SUCCESS.json`)) !== null) return { status: 'succeeded', reason: null };
    const entry = await ledger.entry(auditId);
    // Admitting writes the row first, so there was one.
    if (entry === null) return { status: 'lost', reason: 'purged' };
    if (entry.status === 'failed') return { status: 'failed', reason: entry.error };
    if (entry.status === 'rejected') {
      const { rejectionKey } = parseContract(admission, JSON.parse(entry.input));
      return { status: 'rejected', reason: (await rejection(rejectionKey)) ?? entry.error };
    }
    // The ledger hears of an end seconds later than the campaign that waited for it.
    const execution = await describe(entry.execution ?? parseContract(admission, JSON.parse(entry.input)));
    if (execution?.status === 'failed') return { status: 'failed', reason: execution.error };
    if (execution !== null || entry.execution !== null) return { status: 'running', reason: null };
    return waiting.has(auditId) ? { status: 'waiting', reason: null } : { status: 'lost', reason: 'its execution could not be started' };
  };
