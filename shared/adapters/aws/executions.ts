import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  type SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { openMessage } from '../../core/findings/failure.ts';

/** An audit that was purged and dropped again so often is a loop of somebody's. */
const RUNS = 100;

/**
 * Starts under a name that follows from the content, and answers it. That it exists already means that another delivery of the drop was
 * quicker; or that the audit ran, was purged and is admitted anew (`since`, epoch milliseconds): a name is taken for 90 days, so the next
 * free one is used.
 */
export async function startExecution(
  client: SFNClient,
  stateMachineArn: string,
  { name, input, since }: { readonly name: string; readonly input: unknown; readonly since: number },
): Promise<string> {
  for (let run = 1; run <= RUNS; run += 1) {
    const numbered = run === 1 ? name : `${name}-${run}`;
    try {
      await client.send(new StartExecutionCommand({ stateMachineArn, name: numbered, input: JSON.stringify(input) }));
      return numbered;
    } catch (error) {
      if (!(error instanceof ExecutionAlreadyExists)) throw error;
      if (await belongs(client, executionArn(stateMachineArn, numbered), since)) return numbered;
    }
  }
  throw new Error(`this audit was started ${RUNS} times within 90 days`);
}

export const executionArn = (stateMachineArn: string, name: string): string =>
  `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;

/** Whether an execution is of this admission: it runs, or it began since. */
async function belongs(client: SFNClient, arn: string, since: number): Promise<boolean> {
  const { status, startDate } = await client.send(new DescribeExecutionCommand({ executionArn: arn }));
  return status === 'RUNNING' || (startDate?.getTime() ?? 0) >= since;
}

export type ExecutionState =
  | { readonly status: 'running' | 'succeeded'; readonly redrives: number }
  | { readonly status: 'failed'; readonly error: string; readonly redrives: number };

/** How an execution stands; null where Step Functions knows none of that name, or no more: it forgets them after 90 days. */
export async function describeExecution(client: SFNClient, arn: string): Promise<ExecutionState | null> {
  try {
    const {
      status,
      error = '',
      cause,
      redriveCount: redrives = 0,
    } = await client.send(new DescribeExecutionCommand({ executionArn: arn }));
    if (status === 'SUCCEEDED') return { status: 'succeeded', redrives };
    // It is about to run again.
    if (status === 'RUNNING' || status === 'PENDING_REDRIVE') return { status: 'running', redrives };
    return { status: 'failed', error: FAILED_WITHOUT[status ?? ''] ?? explained(error, cause), redrives };
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return null;
    throw error;
  }
}

/** What ended it from outside, in the words of the ledger. */
const FAILED_WITHOUT: Readonly<Record<string, string>> = { TIMED_OUT: 'TimedOut', ABORTED: 'Aborted' };

/** What a function died of without saying so, as Lambda names it: mostly of its memory (handlers say `OutOfMemory` where they can). */
const DIED: readonly string[] = ['Runtime.ExitError', 'Runtime.OutOfMemory', 'Lambda.Unknown'];

/** The name of the error; and what to do about it, where a step says so itself or the name is all that there is. */
function explained(error: string, cause = ''): string {
  if (DIED.includes(error))
    return `${error}: a function died; if its log says that it ran out of memory, raise its unveil.memoryMb in cdk.json`;
  const said = openMessage(error, cause);
  return said === null ? error : `${error}: ${said}`;
}
