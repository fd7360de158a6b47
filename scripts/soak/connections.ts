import { Agent, type OutgoingHttpHeaders, request } from 'node:http';

interface Asked {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Buffer | string;
}

interface Answered {
  readonly status: number;
  readonly body: Buffer;
}

/**
 * Keeps connections and uses them again, as a browser does, and as a browser asks again where the server closed a kept one before it answered
 * anything: servers close what is idle for some seconds (Node after six), and who has had no processor for so long learns of it too late.
 */
export class Connections {
  readonly #agent = new Agent({ keepAlive: true });

  async ask(url: string, asked: Asked = {}): Promise<Answered> {
    for (;;) {
      const answered = await this.#once(url, asked);
      if (answered !== null) return answered;
    }
  }

  /** Null where a connection that was kept turned out to be closed. One that was not is never asked of twice. */
  #once(url: string, { method = 'GET', headers = {}, body }: Asked): Promise<Answered | null> {
    return new Promise((answer, failed) => {
      const asking = request(url, { method, headers, agent: this.#agent });
      asking.on('error', (error: NodeJS.ErrnoException) => {
        if (asking.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) answer(null);
        else failed(error);
      });
      asking.on('response', (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', failed);
        response.on('end', () => answer({ status: response.statusCode ?? 0, body: Buffer.concat(pieces) }));
      });
      asking.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
