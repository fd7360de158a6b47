import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CreateTableCommand, type CreateTableCommandInput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';

/** Fault of one call: no capacity; the service fails; it rejects, which the SDK does not retry; or all items of a batch return unprocessed. */
export type DynamoFault = 'throttled' | 'failed' | 'refused' | 'unprocessed';
/** Called before each call with the operation's name. */
type DynamoFaults = (operation: string) => DynamoFault | undefined;

export interface DynamoServer {
  readonly endpoint: string;
  readonly client: DynamoDBClient;
  /** Only for a server in this process. */
  readonly setFault?: (fault: DynamoFaults | undefined) => void;
  close(): Promise<void>;
}

/** dynalite in this process: tables exist as long as it does. */
export async function startDynamo(): Promise<DynamoServer> {
  const tables = dynalite({ createTableMs: 0 });
  let inject: DynamoFaults | undefined;
  const server = createServer((request, response) => {
    const fault = inject?.(String(request.headers['x-amz-target']).split('.').at(-1) ?? '');
    if (fault === undefined) tables.emit('request', request, response);
    else void misbehave(fault, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = dynamoClient(endpoint);
  return {
    endpoint,
    client,
    setFault(next) {
      inject = next;
    },
    async close() {
      client.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await new Promise<void>((resolve) => tables.close(() => resolve()));
    },
  };
}

async function misbehave(fault: DynamoFault, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const answer = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
  };
  const error = (name: string): object => ({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'injected' });
  if (fault === 'throttled') return answer(400, error('ProvisionedThroughputExceededException'));
  if (fault === 'failed') return answer(500, error('InternalServerError'));
  if (fault === 'refused') return answer(400, error('AccessDeniedException'));
  const { RequestItems } = JSON.parse(Buffer.concat(parts).toString()) as { readonly RequestItems: object };
  return answer(200, { Responses: {}, UnprocessedKeys: RequestItems, UnprocessedItems: RequestItems });
}

export const dynamoClient = (endpoint: string): DynamoDBClient =>
  new DynamoDBClient({ endpoint, region: 'us-east-1', credentials: { accessKeyId: 'LOCALACCESS', secretAccessKey: 'LOCALSECRET' } });

/** A table with one key, on demand, like all tables of the stack. */
export async function createTable(client: DynamoDBClient, TableName: string, key: string, type: 'B' | 'S'): Promise<void> {
  const input: CreateTableCommandInput = {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: key, AttributeType: type }],
    KeySchema: [{ AttributeName: key, KeyType: 'HASH' }],
  };
  await client.send(new CreateTableCommand(input));
}
