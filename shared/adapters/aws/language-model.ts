import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { bedrockChat } from './bedrock-chat.ts';
import { DynamoAnswerStore } from './dynamo-answer-store.ts';
import { DynamoHostPacer } from './dynamo-host-pacer.ts';
import { kmsSecret } from './kms-secret.ts';

interface ModelEnvironment {
  readonly ANSWERS_TABLE: string;
  readonly LEDGER_TABLE: string;
  readonly MAC_KEY: string;
  readonly STAGE: string;
  readonly MODEL_CALLS_PER_SECOND: number;
  readonly MODEL_CALLS_PER_DAY: number | null;
}

const CALLS_AT_ONCE = 4;

/** The stack's language model, with its answers and its pace. */
export async function openBedrock(env: ModelEnvironment, model: string) {
  const { ANSWERS_TABLE, LEDGER_TABLE, MAC_KEY, STAGE, MODEL_CALLS_PER_SECOND: perSecond, MODEL_CALLS_PER_DAY: perDay } = env;
  const dynamo = new DynamoDBClient({});
  return {
    chat: await bedrockChat(model),
    store: new DynamoAnswerStore(dynamo, ANSWERS_TABLE),
    pacer: new DynamoHostPacer(dynamo, LEDGER_TABLE),
    limits: { perSecond, concurrent: CALLS_AT_ONCE, perDay },
    secret: await kmsSecret(new KMSClient({}), MAC_KEY, `${STAGE}#answers`),
  };
}
