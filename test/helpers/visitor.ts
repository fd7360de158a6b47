import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** One who uses the pages of `unveil serve` without a browser, and sends what a browser would. */
export class Visitor {
  readonly origin: string;
  /** All its addresses begin with this. */
  base = '';
  cookie = '';

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Opens the address that was printed. */
  static async open(address: string): Promise<Visitor> {
    const { origin, pathname } = new URL(address);
    const visitor = new Visitor(origin);
    const { headers } = await visitor.ask('GET', pathname);
    visitor.base = String(headers['location']);
    visitor.cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    return visitor;
  }

  ask(method: string, path: string, body: string | Buffer = '', headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const asked = request(this.origin + path, {
        method,
        headers: {
          ...(method === 'GET' ? {} : { origin: this.origin }),
          ...(this.cookie === '' ? {} : { cookie: this.cookie }),
          ...headers,
        },
      });
      asked.on('error', reject);
      asked.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
      });
      asked.end(body);
    });
  }

  /** A task with these files in it, looked at. Answers its path. */
  async task(files: Readonly<Record<string, readonly [name: string, text: string]>>): Promise<string> {
    const { at } = JSON.parse((await this.ask('POST', `${this.base}tasks`, 'kind=audit')).text) as { at: string };
    for (const [role, [name, text]] of Object.entries(files)) await this.ask('PUT', `${at}/files/${role}?name=${name}`, text);
    await this.press(`${at}/look`);
    return at;
  }

  /** Presses a button, waits until nothing runs, and answers the page. */
  async press(path: string, form = ''): Promise<string> {
    const at = path.slice(0, path.lastIndexOf('/'));
    await this.ask('POST', path, form, { accept: 'application/json' });
    for (;;) {
      const { busy } = JSON.parse((await this.ask('GET', `${at}/state`)).text) as { busy: boolean };
      if (!busy) return (await this.ask('GET', at)).text;
      await pause(50);
    }
  }
}
