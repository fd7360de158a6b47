import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** One call that reached the server: when, and the search text. */
export interface Call {
  readonly at: number;
  readonly search: string | null;
  readonly headers: IncomingMessage['headers'];
  readonly url: string;
}

export type Fault =
  | 'slow'
  | 'never'
  | 'reset'
  | '429'
  | '429 in an hour'
  | '503'
  | '403 limit'
  | '403'
  | '404'
  | '500'
  | 'html'
  | 'wrong type'
  | 'truncated'
  | 'redirect'
  | 'huge'
  | 'bomb'
  | 'error in 200'
  | 'no count'
  | 'negative'
  | 'fraction'
  | 'empty';

/** The count that the server gives a query: any fixed function of it. */
export const countOf = (search: string): number => [...search].reduce((hash, sign) => (hash * 31 + (sign.codePointAt(0) ?? 0)) % 9_973, 7);

/** A Wikipedia-shaped search on loopback that writes down each call and misbehaves when told to. */
export class CountServer {
  readonly calls: Call[] = [];
  /** Taken from the front, one a call; then all is well. */
  readonly faults: Fault[] = [];
  latency = 0;
  readonly #server = createServer((request, response) => this.#answer(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://loopback');
    const search = url.searchParams.get('srsearch');
    this.calls.push({ at: performance.now(), search, headers: request.headers, url: request.url ?? '' });
    const fault = this.faults.shift();
    const good =
      search === null
        ? { batchcomplete: true, query: { statistics: { articles: 7_000_000 } } }
        : { batchcomplete: true, query: { searchinfo: { totalhits: countOf(search) }, search: [] } };
    if (fault !== undefined) misbehave(fault, response, good);
    else setTimeout(() => json(response, good), this.latency);
  }
}

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-encoding': 'gzip' });
  response.end(gzipSync(JSON.stringify(body)));
}

function misbehave(fault: Fault, response: ServerResponse, good: unknown): void {
  const plain = (status: number, body: string, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
  const whole = JSON.stringify(good);
  switch (fault) {
    case 'slow':
      setTimeout(() => plain(200, whole), 150);
      return;
    case 'never':
      return;
    case 'reset':
      response.destroy();
      return;
    case '429':
      plain(429, '<html>slow down</html>', { 'retry-after': '1', 'content-type': 'text/html' });
      return;
    case '429 in an hour':
      plain(429, 'slow down', { 'retry-after': '3600', 'content-type': 'text/plain' });
      return;
    case '503':
      plain(503, 'later', { 'retry-after': '1', 'content-type': 'text/plain' });
      return;
    case '403 limit':
      plain(403, 'Too many requests. See the robot policy.', { 'content-type': 'text/plain' });
      return;
    case '403':
      plain(403, 'no');
      return;
    case '404':
      plain(404, '{}');
      return;
    case '500':
      plain(500, '{}');
      return;
    case 'html':
      plain(200, '<!doctype html><title>Maintenance</title>', { 'content-type': 'text/html' });
      return;
    case 'wrong type':
      plain(200, whole, { 'content-type': 'text/plain' });
      return;
    case 'truncated':
      plain(200, whole.slice(0, -5));
      return;
    case 'redirect':
      plain(302, '', { location: 'http://127.0.0.1:1/elsewhere' });
      return;
    case 'huge':
      huge(response);
      return;
    case 'bomb':
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(100_000_000, ' ')));
      return;
    case 'error in 200':
      plain(200, '{"error":{"code":"missingparam","info":"The \\"srsearch\\" parameter must be set."}}');
      return;
    case 'no count':
      plain(200, '{"batchcomplete":true,"query":{"searchinfo":{}}}');
      return;
    case 'negative':
      plain(200, '{"query":{"searchinfo":{"totalhits":-1}}}');
      return;
    case 'fraction':
      plain(200, '{"query":{"searchinfo":{"totalhits":1.5}}}');
      return;
    case 'empty':
      plain(200, '');
  }
}

/** 100 MB, as fast as the reader takes it. */
function huge(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = Buffer.alloc(1_000_000, ' ');
  let left = 100;
  const more = (): void => {
    while (left > 0) {
      left -= 1;
      if (!response.write(chunk)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  response.on('error', () => undefined);
  more();
}
