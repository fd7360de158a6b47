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
}

/** The stack's language model, with its answers and its pace. */
export async function openBedrock({ ANSWERS_TABLE, LEDGER_TABLE, MAC_KEY, STAGE }: ModelEnvironment, model: string) {
  const dynamo = new DynamoDBClient({});
  return {
    chat: await bedrockChat(model),
    store: new DynamoAnswerStore(dynamo, ANSWERS_TABLE),
    pacer: new DynamoHostPacer(dynamo, LEDGER_TABLE),
    secret: await kmsSecret(new KMSClient({}), MAC_KEY, `${STAGE}#answers`),
  };
}
