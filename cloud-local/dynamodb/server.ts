import type { AddressInfo } from 'node:net';
import { CreateTableCommand, type CreateTableCommandInput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';

export interface DynamoServer {
  readonly endpoint: string;
  readonly client: DynamoDBClient;
  close(): Promise<void>;
}

/** dynalite in this process: tables live as long as it does. */
export async function startDynamo(): Promise<DynamoServer> {
  const server = dynalite({ createTableMs: 0 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = dynamoClient(endpoint);
  return {
    endpoint,
    client,
    async close() {
      client.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

export const dynamoClient = (endpoint: string): DynamoDBClient =>
  new DynamoDBClient({ endpoint, region: 'us-east-1', credentials: { accessKeyId: 'LOCALACCESS', secretAccessKey: 'LOCALSECRET' } });

/** A table with one key, on demand, as all tables of the stack are. */
export async function createTable(client: DynamoDBClient, TableName: string, key: string, type: 'B' | 'S'): Promise<void> {
  const input: CreateTableCommandInput = {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: key, AttributeType: type }],
    KeySchema: [{ AttributeName: key, KeyType: 'HASH' }],
  };
  await client.send(new CreateTableCommand(input));
}
