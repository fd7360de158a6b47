import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** One who uses the page without a browser: it sends what a browser would, its Origin among it. */
export class Client {
  readonly #address: string;
  readonly #origin: string;

  constructor(address: string) {
    this.#address = address;
    this.#origin = new URL(address).origin;
  }

  /** From files to report, everything taken along, and all of it removed. */
  async audit(release: string, original: string): Promise<void> {
    const at = await this.#sent({ release, original });
    await this.#post(`${at}/audit`, 'attack=rba&k=2');
    await this.#settled(at);
    for (const what of ['', '/report', '/zip']) await this.#get(at + what);
    await this.#post(`${at}/remove`);
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
        headers: { origin: this.#origin, 'content-length': 50e6 },
      });
      sending.on('error', () => done());
      sending.write(Buffer.alloc(2e6, 'a, b\n'), () => sending.destroy());
      sending.on('close', () => done());
    });
    await this.#post(`${at}/remove`);
  }

  /** Walks about, and guesses. */
  async looksAround(): Promise<void> {
    for (const path of ['', 'anonymise', 'audits', 'style.css', 'page.js']) await this.#get(new URL(path, this.#address).pathname);
    const refused = await fetch(`${this.#origin}/guess/`);
    await refused.arrayBuffer();
    if (refused.status !== 403) throw new Error(`a guessed token got ${refused.status}`);
  }

  async #opened(): Promise<string> {
    const response = await fetch(`${this.#address}tasks`, {
      method: 'POST',
      headers: this.#headers(),
      body: new URLSearchParams({ kind: 'audit' }),
    });
    return ((await response.json()) as { at: string }).at;
  }

  async #sent(files: Readonly<Record<string, string>>): Promise<string> {
    const at = await this.#opened();
    for (const [role, path] of Object.entries(files)) {
      const url = `${this.#origin}${at}/files/${role}?name=${role}.txt`;
      await (await fetch(url, { method: 'PUT', headers: this.#headers(), body: readFileSync(path) })).arrayBuffer();
    }
    await this.#post(`${at}/look`);
    await this.#settled(at);
    return at;
  }

  async #settled(at: string): Promise<void> {
    for (;;) {
      const { busy } = (await (await fetch(`${this.#origin}${at}/state`)).json()) as { busy: boolean };
      if (!busy) return;
      await pause(150);
    }
  }

  async #get(path: string): Promise<void> {
    const response = await fetch(this.#origin + path);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${response.status} for a page`);
  }

  async #post(path: string, body = ''): Promise<void> {
    const response = await fetch(this.#origin + path, {
      method: 'POST',
      headers: this.#headers(),
      body: new URLSearchParams(body),
      redirect: 'manual',
    });
    await response.arrayBuffer();
    if (response.status >= 400) throw new Error(`${response.status} for a button`);
  }

  #headers(): Record<string, string> {
    return { origin: this.#origin, accept: 'application/json' };
  }
}
