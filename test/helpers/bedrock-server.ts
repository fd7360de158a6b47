import { createServer, type Http2Server, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { ChatModelServer, type Skill } from '../oracle/twins/chat-model-server.ts';

interface Converse {
  readonly system: readonly { readonly text: string }[];
  readonly messages: readonly { readonly role: string; readonly content: readonly { readonly text: string }[] }[];
  readonly inferenceConfig?: object;
}

/**
 * The Converse operation of Amazon Bedrock on loopback, as its client calls it: HTTP/2, a REST path that names the model
 * (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html).
 */
export class BedrockServer {
  calls = 0;
  readonly paths = new Set<string>();
  readonly bodies: Converse[] = [];
  /** Answers the next calls instead of the model. */
  readonly faults: ((response: Http2ServerResponse) => void)[] = [];
  readonly #model: ChatModelServer;
  readonly #server: Http2Server;

  constructor(skill: Skill, originals: readonly (readonly string[])[]) {
    this.#model = new ChatModelServer({ skill, originals });
    this.#server = createServer((request, response) => void this.#answer(request, response));
    this.#server.on('connection', (socket) => socket.setNoDelay());
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    process.env['AWS_ENDPOINT_URL_BEDROCK_RUNTIME'] = endpoint;
    return endpoint;
  }

  async stop(): Promise<void> {
    delete process.env['AWS_ENDPOINT_URL_BEDROCK_RUNTIME'];
    // Sessions of clients stay open.
    this.#server.close();
    this.#server.unref();
  }

  async #answer(request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
    this.calls += 1;
    this.paths.add(`${request.method} ${request.url}`);
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const fault = this.faults.shift();
    if (fault !== undefined) return fault(response);
    const body = JSON.parse(text) as Converse;
    if (this.bodies.length < 100) this.bodies.push(body);
    said(this.#model.reply(body.messages[0]?.content[0]?.text ?? ''))(response);
  }
}

type Answer = (response: Http2ServerResponse) => void;

/** An answer of the operation's form. */
export const said =
  (text: string | null, stopReason = 'end_turn'): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const content = text === null ? [] : [{ text }];
    response.end(
      JSON.stringify({
        output: { message: { role: 'assistant', content } },
        stopReason,
        usage: { inputTokens: 100, outputTokens: 4, totalTokens: 104 },
        metrics: { latencyMs: 1 },
      }),
    );
  };

/** An error of the operation, by name. */
export const refused =
  (status: number, name: string, message = 'quotes the prompt: finding, secret'): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': name });
    response.end(JSON.stringify({ message }));
  };
