import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An error in AWS's JSON protocols. */
export class JsonServiceError extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

interface JsonServer {
  readonly endpoint: string;
  close(): Promise<void>;
}

/** A loopback service with AWS's JSON protocol: a function for each operation (the part of X-Amz-Target after the dot). */
export async function startJsonService(operations: Readonly<Record<string, (input: never) => Promise<unknown>>>): Promise<JsonServer> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const operation = operations[String(request.headers['x-amz-target']).split('.').at(-1) ?? ''];
    const answer = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    };
    try {
      if (operation === undefined) throw new JsonServiceError('UnknownOperationException', 'not offered here');
      answer(200, await operation(JSON.parse(Buffer.concat(parts).toString()) as never));
    } catch (error) {
      const known = error instanceof JsonServiceError ? error : new JsonServiceError('InternalFailure', String(error));
      answer(400, { __type: known.type, message: known.message });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
