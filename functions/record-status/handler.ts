// Told by EventBridge of every change of an execution, its time-outs and aborts too, which no state of it can see: keeps the ledger true, and
// answers who dropped what has ended.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import * as z from 'zod';
import { DropAnswers, removeAll } from '../../shared/adapters/aws/drop-answers.ts';
import { DynamoLedger } from '../../shared/adapters/aws/dynamo-ledger.ts';
import { describeExecution } from '../../shared/adapters/aws/executions.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { rejectionBeside } from '../../shared/adapters/aws/s3-drop.ts';
import { sent } from '../../shared/app/cloud/answers.ts';
import { idOfExecution } from '../../shared/app/cloud/executions.ts';
import { standing } from '../../shared/app/cloud/standing.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { environment } from './env.ts';

const [states, dynamo, s3, bus] = [new SFNClient({}), new DynamoDBClient({}), new S3Client({}), new EventBridgeClient({})];

/** Strict in nothing but what is used: the service adds fields to its events. */
const changed = z.object({ detail: z.object({ executionArn: z.string().min(1), name: z.string().min(1), status: z.string() }) });

/** The event is ahead of what the service answers, which is eventually consistent: asked again by the next delivery. */
class NotYetSeen extends Error {
  override readonly name = 'NotYetSeen';
}

export const handler = handlerOf(
  { name: 'record-status', input: changed, environment },
  async ({ detail: { executionArn, name, status: told } }, { environment: env, count }) => {
    // Events come late, twice and in any order, and an execution may have been redriven since: what stands is asked.
    const execution = await describeExecution(states, executionArn);
    if (execution === null) return { status: 'forgotten' };
    if (execution.status === 'running' && told !== 'RUNNING' && execution.redrives === 0) throw new NotYetSeen(`told ${told}`);
    const ledger = new DynamoLedger(dynamo, env.LEDGER_TABLE);
    const { status, redrives } = execution;
    const end = status === 'running' ? 'started' : status === 'failed' ? { failed: execution.error } : status;
    await ledger.stands(idOfExecution(name), name, redrives, end);
    if (status !== 'running') await tellEnd(idOfExecution(name), name, ledger, env);
    if (status === 'failed') count('ExecutionsFailed', 1);
    return { status };
  },
);

/** What the ledger says now: an older run of the same audit has nothing to tell. */
async function tellEnd(id: string, execution: string, ledger: DynamoLedger, env: z.output<typeof environment>): Promise<void> {
  const row = await ledger.entry(id);
  if (row === null || row.execution !== execution) return;
  const results = new S3BlobStore(s3, { bucket: env.RESULTS_BUCKET });
  const work = new S3BlobStore(s3, { bucket: env.WORK_BUCKET });
  const rejection = (key: string) => rejectionBeside(s3, env.INBOX_BUCKET, key);
  const known = await standing(id, row, { results, bucket: env.RESULTS_BUCKET, work, rejection });
  if (known === null) return;
  await new DropAnswers(s3, bus, env.INBOX_BUCKET).send(sent(known.answer, env.STAGE, false));
  if (known.stale !== null) await removeAll(s3, env.INBOX_BUCKET, [known.stale]);
}
