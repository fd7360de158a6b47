import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SFNClient } from '@aws-sdk/client-sfn';
import type { Line } from '../../contracts/line.ts';
import { consolePage } from './console-page.ts';
import { answerAt, removeAll } from './drop-answers.ts';
import type { DynamoLedger } from './dynamo-ledger.ts';
import { DynamoLine } from './dynamo-line.ts';
import { describeExecution, executionArn, startExecution } from './executions.ts';
import { S3BlobStore } from './s3-blob-store.ts';
import { rejectionBeside } from './s3-drop.ts';

interface LineEnvironment {
  readonly INBOX_BUCKET: string;
  readonly LEDGER_TABLE: string;
  readonly AUDIT_MACHINE: string;
  readonly CAMPAIGN_MACHINE: string;
  readonly CHILD_CONCURRENCY: number;
}

interface Clients {
  readonly s3: S3Client;
  readonly dynamo: DynamoDBClient;
  readonly states: SFNClient;
}

/** The line of a stack, its ledger and its machines. */
export function lineServices(env: LineEnvironment, { s3, dynamo, states }: Clients, ledger: DynamoLedger, empty: Line) {
  const arnOf = (machine: 'audit' | 'campaign'): string => (machine === 'audit' ? env.AUDIT_MACHINE : env.CAMPAIGN_MACHINE);
  return {
    line: new DynamoLine(dynamo, env.LEDGER_TABLE, empty),
    childConcurrency: env.CHILD_CONCURRENCY,
    now: () => Math.floor(Date.now() / 1000),
    entry: (id: string) => ledger.entry(id),
    start: (machine: 'audit' | 'campaign', run: Parameters<typeof startExecution>[2]) => startExecution(states, arnOf(machine), run),
    started: (id: string, execution: string) => ledger.started(id, execution),
    describe: (machine: 'audit' | 'campaign', execution: string) => describeExecution(states, executionArn(arnOf(machine), execution)),
    said: (key: string) => answerAt(s3, env.INBOX_BUCKET, key),
    seen(machine: 'audit' | 'campaign', name: string) {
      const execution = executionArn(arnOf(machine), name);
      return { execution, console: consolePage(execution) };
    },
  };
}

/** The further services of the function that settles ends. */
export function settleServices(
  env: LineEnvironment & { readonly WORK_BUCKET: string; readonly RESULTS_BUCKET: string },
  { s3 }: Clients,
  ledger: DynamoLedger,
) {
  return {
    standing: {
      results: new S3BlobStore(s3, { bucket: env.RESULTS_BUCKET }),
      bucket: env.RESULTS_BUCKET,
      work: new S3BlobStore(s3, { bucket: env.WORK_BUCKET }),
      rejection: (key: string) => rejectionBeside(s3, env.INBOX_BUCKET, key),
    },
    stands: (...how: Parameters<DynamoLedger['stands']>) => ledger.stands(...how),
    remove: (key: string) => removeAll(s3, env.INBOX_BUCKET, [key]),
  };
}
