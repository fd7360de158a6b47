// A child of a campaign: its audit waits in line as a drop does. On its turn it learns how many functions it may run at once.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import * as z from 'zod';
import { DropAnswers } from '../../shared/adapters/aws/drop-answers.ts';
import { DynamoLedger } from '../../shared/adapters/aws/dynamo-ledger.ts';
import { lineServices } from '../../shared/adapters/aws/line-services.ts';
import { auditReference } from '../../shared/contracts/execution.ts';
import { LINE_LANES } from '../../shared/contracts/line.ts';
import { ErrorName } from '../../shared/lambda/error-names.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { sent } from '../../shared/pipeline/cloud/answers.ts';
import { takeTurn } from '../../shared/pipeline/cloud/begin.ts';
import { EMPTY } from '../../shared/pipeline/cloud/line.ts';
import { ENVIRONMENTS } from '../environments.ts';

const clients = { s3: new S3Client({}), dynamo: new DynamoDBClient({}), states: new SFNClient({}) };
const bus = new EventBridgeClient({});

/** The state asks again, every other minute. */
class NotYourTurn extends Error {
  override readonly name = ErrorName.notYourTurn;
}

export const handler = handlerOf(
  {
    name: 'take-turn',
    input: z.strictObject({ audit: auditReference, lane: z.enum(LINE_LANES), team: z.string().nullable() }),
    environment: ENVIRONMENTS['take-turn'],
  },
  async ({ audit, lane, team }, { environment: env, log }) => {
    const answers = new DropAnswers(clients.s3, bus, env.INBOX_BUCKET);
    const turn = await takeTurn(
      { id: audit.auditId, lane, team, ofCampaign: true },
      {
        ...lineServices(env, clients, new DynamoLedger(clients.dynamo, env.LEDGER_TABLE), EMPTY),
        answer: (said, anew) => answers.send(sent(said, env.STAGE, anew)),
        failed: (error) => log.warn('a drop could not be started', { errorName: error instanceof Error ? error.name : 'unknown' }),
      },
      null,
    );
    if ('before' in turn) throw new NotYourTurn();
    return { children: turn.children };
  },
);
