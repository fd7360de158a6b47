// A drop that its audit could not use: its row of the ledger says so. The step that saw it has left rejected.json next to the drop.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { DynamoLedger } from '../../shared/adapters/aws/dynamo-ledger.ts';
import { auditReference } from '../../shared/contracts/execution.ts';
import { ErrorName } from '../../shared/lambda/error-names.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { ENVIRONMENTS } from '../environments.ts';

const dynamo = new DynamoDBClient({});

export const handler = handlerOf(
  { name: 'record-rejection', input: z.strictObject({ audit: auditReference }), environment: ENVIRONMENTS['record-rejection'] },
  async ({ audit }, { environment: { LEDGER_TABLE }, count }) => {
    await new DynamoLedger(dynamo, LEDGER_TABLE).rejected(audit.auditId, ErrorName.badInput);
    count('AuditsRejected', 1);
    return { status: 'rejected' };
  },
);
