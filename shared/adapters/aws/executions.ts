import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  type SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { openMessage } from '../../core/verdict/failure.ts';

/** An audit that was purged and dropped again this often is in a loop. */
const RUNS = 100;

/**
 * Starts an execution under a name that follows from the content, and returns that name. If the name exists, another delivery of the drop was
 * faster; or
 * the audit ran, was purged and is admitted anew (`since`, epoch milliseconds). Names are taken for 90 days, so the next free one is used.
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

/** True if the execution is of this admission: it runs, or it began since. */
async function belongs(client: SFNClient, arn: string, since: number): Promise<boolean> {
  const { status, startDate } = await client.send(new DescribeExecutionCommand({ executionArn: arn }));
  return status === 'RUNNING' || (startDate?.getTime() ?? 0) >= since;
}

export type ExecutionState =
  | { readonly status: 'running' | 'succeeded'; readonly redrives: number }
  | { readonly status: 'failed'; readonly error: string; readonly redrives: number };

/** State of an execution; null if Step Functions does not know it, or has forgotten it after 90 days. */
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

/** Ledger states of executions that were stopped from outside. */
const FAILED_WITHOUT: Readonly<Record<string, string>> = { TIMED_OUT: 'TimedOut', ABORTED: 'Aborted' };

/** Lambda's names for a function that died silently, mostly for lack of memory (handlers report `OutOfMemory` if they can). */
const DIED: readonly string[] = ['Runtime.ExitError', 'Runtime.OutOfMemory', 'Lambda.Unknown'];

/** The name of the error, and the remedy if the step or the name alone tells it. */
function explained(error: string, cause = ''): string {
  if (DIED.includes(error))
    return `${error}: a function died; if its log says that it ran out of memory, raise its unveil.memoryMb in cdk.json`;
  const said = openMessage(error, cause);
  return said === null ? error : `${error}: ${said}`;
}
