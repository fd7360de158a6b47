import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** One who uses the page without a browser: it sends what a browser would, its Origin among it. */
export class Client {
  readonly #origin: string;
  /** Where the pages lie, and the cookie for them. */
  readonly #base: string;
  readonly #cookie: string;

  private constructor(origin: string, base: string, cookie: string) {
    [this.#origin, this.#base, this.#cookie] = [origin, base, cookie];
  }

  /** Opens the address that was printed. */
  static async open(address: string): Promise<Client> {
    const { status, headers } = await ask(address);
    if (status !== 303) throw new Error(`${status} for the printed address`);
    return new Client(new URL(address).origin, String(headers.location), headers['set-cookie']?.[0]?.split(';')[0] ?? '');
  }

  /** From files to report, everything taken along, and all of it removed. */
  async audit(release: string, original: string): Promise<void> {
    const at = await this.#sent({ release, original });
    await this.#post(`${at}/audit`, 'attack=rba&k=2');
    await this.#settled(at);
    for (const what of ['', '/report', '/zip']) await this.#get(at + what);
    await this.#post(`${at}/remove`);
  }

  /** An audit whose results are kept under a name. */
  async kept(release: string, original: string, name: string): Promise<void> {
    const at = await this.#sent({ release, original });
    await this.#post(`${at}/audit`, `attack=rba&k=2&keep=yes&name=${name}`);
    await this.#settled(at);
    await this.#get(`${at}/report`);
  }

  /** Changes its mind in the middle. */
  async cancelled(release: string, original: string, after: number): Promise<void> {
    const at = await this.#sent({ release, original });
    await this.#post(`${at}/audit`);
    await pause(after);
    await this.#post(`${at}/cancel`);
    await this.#post(`${at}/remove`);
  }

  /** Goes away while a file is sent. */
  async brokenOff(): Promise<void> {
    const at = await this.#opened();
    await new Promise<void>((done) => {
      const sending = request(`${this.#origin}${at}/files/release?name=big.txt`, {
        method: 'PUT',
        headers: { origin: this.#origin, cookie: this.#cookie, 'content-length': 50e6 },
      });
      sending.on('error', () => done());
      sending.write(Buffer.alloc(2e6, 'a, b\n'), () => sending.destroy());
      sending.on('close', () => done());
    });
    await this.#post(`${at}/remove`);
  }

  /** Walks about, and guesses. */
  async looksAround(): Promise<void> {
    for (const path of ['', 'anonymise', 'audits', 'style.css', 'page.js']) await this.#get(this.#base + path);
    const { status } = await ask(`${this.#origin}/guess/`);
    if (status !== 403) throw new Error(`a guessed token got ${status}`);
  }

  async #opened(): Promise<string> {
    return (JSON.parse(String(await this.#post(`${this.#base}tasks`, 'kind=audit'))) as { at: string }).at;
  }

  async #sent(files: Readonly<Record<string, string>>): Promise<string> {
    const at = await this.#opened();
    for (const [role, path] of Object.entries(files)) await this.#send('PUT', `${at}/files/${role}?name=${role}.txt`, readFileSync(path));
    await this.#post(`${at}/look`);
    await this.#settled(at);
    return at;
  }

  async #settled(at: string): Promise<void> {
    for (;;) {
      const { busy } = JSON.parse(String(await this.#get(`${at}/state`))) as { busy: boolean };
      if (!busy) return;
      await pause(150);
    }
  }

  async #get(path: string): Promise<Buffer> {
    const { status, body } = await ask(this.#origin + path, { headers: { cookie: this.#cookie } });
    if (status !== 200) throw new Error(`${status} for a page`);
    return body;
  }

  #post(path: string, form = ''): Promise<Buffer> {
    return this.#send('POST', path, form);
  }

  async #send(method: 'POST' | 'PUT', path: string, body: Buffer | string): Promise<Buffer> {
    const headers = {
      origin: this.#origin,
      cookie: this.#cookie,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const answer = await ask(this.#origin + path, { method, headers, body });
    if (answer.status >= 400) throw new Error(`${answer.status} for a button`);
    return answer.body;
  }
}

interface Asked {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Buffer | string;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A connection for each request: a kept one may be closed by the server just as it is used again. */
function ask(url: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
  return new Promise((answer, failed) => {
    const asking = request(url, { method, headers, agent: false }, async (response) => {
      const pieces = await response.toArray();
      answer({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) });
    });
    asking.on('error', failed);
    asking.end(body);
  });
}
