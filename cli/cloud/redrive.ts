import { ExecutionNotRedrivable, RedriveExecutionCommand, SFNClient } from '@aws-sdk/client-sfn';
import { describeExecution } from '../../shared/adapters/aws/executions.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { campaignStatus } from './campaign.ts';
import { isCampaign, type Stack } from './stack.ts';
import { executionOf, ledgerOf } from './status.ts';

export interface Redriven {
  readonly id: string;
  /** Why not; null if it continues. */
  readonly reason: string | null;
}

/**
 * Continues an audit at its failure, or a campaign and all its failed audits. Completed steps are not repeated. An audit that cannot continue does not
 * stop the others.
 */
export async function redrive(stack: Stack, id: string): Promise<readonly Redriven[]> {
  if (!isCampaign(id)) {
    const reason = await redriveOne(stack, id);
    if (reason !== null) throw new BadInput(reason);
    return [{ id, reason }];
  }
  const campaign = await campaignStatus(stack, id);
  if (campaign === null)
    throw new BadInput(`this stack has no campaign "${id}"; name one by the id that "unveil cloud submit --campaign" printed`);
  const failed = campaign.audits.flatMap(({ status, auditId }) => (status === 'failed' && auditId !== null ? [auditId] : []));
  const redriven: Redriven[] = [];
  for (const each of new Set([...failed, ...(campaign.error === null ? [] : [id])])) {
    redriven.push({ id: each, reason: await redriveOne(stack, each) });
  }
  if (redriven.length === 0) throw new BadInput('nothing of this campaign failed');
  return redriven;
}

/** Null, or why it cannot continue, with an alternative. */
async function redriveOne(stack: Stack, id: string): Promise<string | null> {
  const entry = await ledgerOf(stack).entry(id);
  if (entry === null) return `this stack has no audit "${id}"; name one by the id that "unveil cloud submit" printed`;
  if (entry.status === 'rejected') return 'the drop was rejected: mend it and drop it again';
  const client = new SFNClient({});
  const executionArn = executionOf(stack, id, entry);
  const execution = await describeExecution(client, executionArn);
  if (execution === null) return `Step Functions has forgotten the execution; ${ANEW}`;
  if (execution.status === 'running') return 'it is running';
  if (execution.status === 'succeeded') return 'it succeeded; there is nothing to go on with';
  try {
    await client.send(new RedriveExecutionCommand({ executionArn }));
    return null;
  } catch (error) {
    // Usually because it ended more than 14 days ago.
    if (error instanceof ExecutionNotRedrivable) return `Step Functions does not let it go on (${error.message}); ${ANEW}`;
    throw error;
  }
}

const ANEW = 'run it anew: "unveil cloud purge ID --yes", then drop it again';
