// From the queue of changes of executions, their time-outs and aborts too, which no state of theirs can see: keeps the ledger true, answers who
// dropped what has ended, and starts the next ones in line.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { DropAnswers } from '../../shared/adapters/aws/drop-answers.ts';
import { DynamoLedger } from '../../shared/adapters/aws/dynamo-ledger.ts';
import { lineServices, settleServices } from '../../shared/adapters/aws/line-services.ts';
import { eachMessage } from '../../shared/adapters/aws/queued.ts';
import { queued } from '../../shared/contracts/stack-names.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { sent } from '../../shared/pipeline/cloud/answers.ts';
import { idOfExecution } from '../../shared/pipeline/cloud/campaign.ts';
import { EMPTY } from '../../shared/pipeline/cloud/line.ts';
import { settleExecution } from '../../shared/pipeline/cloud/settle.ts';
import { ENVIRONMENTS } from '../environments.ts';

const clients = { s3: new S3Client({}), dynamo: new DynamoDBClient({}), states: new SFNClient({}) };
const [bus, queue] = [new EventBridgeClient({}), new SQSClient({ useQueueUrlAsEndpoint: false })];

/** Strict in nothing but what is used: the service adds fields to its events. */
const changed = z.object({ detail: z.object({ name: z.string().min(1), status: z.string() }) });
/** Time that one answer may still take. */
const SPARE_MS = 20_000;

export const handler = handlerOf(
  { name: 'record-status', input: queued, environment: ENVIRONMENTS['record-status'] },
  async ({ Records }, { environment: env, log, count, deadline }) => {
    const failed = (error: unknown): void =>
      log.warn('an end could not be told', { errorName: error instanceof Error ? error.name : 'unknown' });
    const ledger = new DynamoLedger(clients.dynamo, env.LEDGER_TABLE);
    const answers = new DropAnswers(clients.s3, bus, env.INBOX_BUCKET);
    const ports = {
      ...lineServices(env, clients, ledger, EMPTY),
      ...settleServices(env, clients, ledger),
      answer: (said: Parameters<typeof sent>[0], anew: boolean) => answers.send(sent(said, env.STAGE, anew)),
      failed,
    };
    return eachMessage(Records, { client: queue, queue: env.STATUS_QUEUE, deadline, spareMs: SPARE_MS, failed }, async (body) => {
      const { name, status: told } = changed.parse(JSON.parse(body)).detail;
      const status = await settleExecution(idOfExecution(name), name, told !== 'RUNNING', ports);
      if (status === 'failed') count('ExecutionsFailed', 1);
    });
  },
);
