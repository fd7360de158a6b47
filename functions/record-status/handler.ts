// Told by EventBridge of every change of an execution, its time-outs and aborts too, which no state of it can see: keeps the ledger true.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SFNClient } from '@aws-sdk/client-sfn';
import * as z from 'zod';
import { DynamoLedger } from '../../shared/adapters/aws/dynamo-ledger.ts';
import { describeExecution } from '../../shared/adapters/aws/executions.ts';
import { idOfExecution } from '../../shared/app/cloud/executions.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { environment } from './env.ts';

const [states, dynamo] = [new SFNClient({}), new DynamoDBClient({})];

/** Strict in nothing but what is used: the service adds fields to its events. */
const changed = z.object({ detail: z.object({ executionArn: z.string().min(1), name: z.string().min(1), status: z.string() }) });

/** The event is ahead of what the service answers, which is eventually consistent: asked again by the next delivery. */
class NotYetSeen extends Error {
  override readonly name = 'NotYetSeen';
}

export const handler = handlerOf(
  { name: 'record-status', input: changed, environment },
  async ({ detail: { executionArn, name, status: told } }, { environment: { LEDGER_TABLE }, count }) => {
    // Events come late, twice and in any order, and an execution may have been redriven since: what stands is asked.
    const execution = await describeExecution(states, executionArn);
    if (execution === null) return { status: 'forgotten' };
    if (execution.status === 'running' && told !== 'RUNNING' && execution.redrives === 0) throw new NotYetSeen(`told ${told}`);
    const ledger = new DynamoLedger(dynamo, LEDGER_TABLE);
    const { status, redrives } = execution;
    const end = status === 'running' ? 'started' : status === 'failed' ? { failed: execution.error } : status;
    await ledger.stands(idOfExecution(name), name, redrives, end);
    if (status === 'failed') count('ExecutionsFailed', 1);
    return { status };
  },
);
