// The one place where every failure of an audit ends: its row of the ledger says what failed.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { DynamoLedger } from '../../shared/adapters/aws/dynamo-ledger.ts';
import { auditReference } from '../../shared/contracts/execution.ts';
import { ErrorName } from '../../shared/lambda/error-names.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { environment } from './env.ts';

const dynamo = new DynamoDBClient({});
const failure = z.object({ Error: z.string(), Cause: z.string() });

export const handler = handlerOf(
  { name: 'record-failure', input: z.strictObject({ audit: auditReference, failure }), environment },
  async ({ audit, failure: { Error: error } }, { environment: { LEDGER_TABLE }, count }) => {
    const status = error === ErrorName.badInput ? 'rejected' : 'failed';
    await new DynamoLedger(dynamo, LEDGER_TABLE).end(audit.auditId, status, error);
    count(status === 'rejected' ? 'AuditsRejected' : 'AuditsFailed', 1);
    return { status };
  },
);
