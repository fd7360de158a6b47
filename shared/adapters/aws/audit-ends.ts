import type { CampaignAudit } from '../../contracts/campaign.ts';
import { type Admission, admission } from '../../contracts/execution.ts';
import { parseContract } from '../../contracts/parse.ts';
import { resultsOfAudit } from '../../contracts/result-tables.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { DynamoLedger } from './dynamo-ledger.ts';
import type { ExecutionState } from './executions.ts';

interface Ends {
  /** The team that the audits belong to, if the stack has teams. */
  readonly team: string | null;
  readonly results: BlobStore;
  readonly ledger: DynamoLedger;
  /** The message of the rejection under a key of the inbox; null if it was deleted. */
  readonly rejection: (key: string) => Promise<string | null>;
  /** State of an execution of the audits' machine, by its name or, for an audit of a campaign, by its admission. */
  readonly describe: (execution: string | Admission) => Promise<ExecutionState | null>;
  /** Audits in line. */
  readonly waiting: ReadonlySet<string>;
}

/** How an audit ended, by what it left: results, or a row of the ledger and a rejection next to the drop. */
export const auditEnds =
  ({ team, results, ledger, rejection, describe, waiting }: Ends) =>
  async (auditId: string): Promise<Pick<CampaignAudit, 'status' | 'reason'>> => {
    if ((await results.info(`${resultsOfAudit(team, auditId)}_SUCCESS.json`)) !== null) return { status: 'succeeded', reason: null };
    const entry = await ledger.entry(auditId);
    // Admission writes the row first, so a missing one was deleted.
    if (entry === null) return { status: 'lost', reason: 'purged' };
    if (entry.status === 'failed') return { status: 'failed', reason: entry.error };
    if (entry.status === 'rejected') {
      const { rejectionKey } = parseContract(admission, JSON.parse(entry.input));
      return { status: 'rejected', reason: (await rejection(rejectionKey)) ?? entry.error };
    }
    // The ledger learns of an end seconds after the campaign that waited for it.
    const execution = await describe(entry.execution ?? parseContract(admission, JSON.parse(entry.input)));
    if (execution?.status === 'failed') return { status: 'failed', reason: execution.error };
    if (execution !== null || entry.execution !== null) return { status: 'running', reason: null };
    return waiting.has(auditId) ? { status: 'waiting', reason: null } : { status: 'lost', reason: 'its execution could not be started' };
  };
