import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What to do with a request. `to`: it comes from the printed address, and is sent on with these cookies. */
type Admission =
  | { readonly how: 'in' }
  | { readonly how: 'refused'; readonly status: 403 | 421; readonly message: string }
  | { readonly how: 'to'; readonly location: string; readonly cookies: readonly string[] };

const COOKIE = 'unveil';
const SENT_ON = { how: 'in' } as const;
const refused = (status: 403 | 421, message: string): Admission => ({ how: 'refused', status, message });

const word = (): string => randomBytes(32).toString('base64url');
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
/** Digests have one length, and comparing them takes constant time. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/**
 * Lets in the browser that opens the printed address first. Its token is then worth nothing without the cookie that was given for it, so what stays in
 * histories, logs and lists of processes opens nothing. The pages lie below a path of their own, since browsers send cookies to all ports of a machine: a
 * server of somebody else on another port would have to be asked for that path.
 */
export class Door {
  /** `/WORD/`, where the pages lie. */
  readonly base = `/${word()}/`;
  readonly #port: number;
  readonly #cookie = word();
  readonly #spent: string[] = [];
  #token: string | null = word();
  readonly #says: (address: string) => void;

  /** `says` is told a further address when one that was used is opened by another browser. */
  constructor(port: number, says: (address: string) => void) {
    this.#port = port;
    this.#says = says;
  }

  /** For one browser. */
  get address(): string {
    this.#token ??= word();
    return `http://127.0.0.1:${this.#port}/${this.#token}/`;
  }

  /**
   * Refused before anything is read: another name for this address (DNS rebinding), another page (by the browser's Origin or Sec-Fetch-Site), and a missing
   * token or cookie. A request with an effect must have such a header, which every browser sends.
   */
  admit({ method, url, headers }: IncomingMessage): Admission {
    const { host, origin } = headers;
    if (host !== `127.0.0.1:${this.#port}` && host !== `localhost:${this.#port}`)
      return refused(421, 'This server answers to 127.0.0.1 and its port, and to no other name.');
    const site = headers['sec-fetch-site'];
    const foreign = origin === undefined ? method !== 'GET' && method !== 'HEAD' : origin !== `http://${host}`;
    if (foreign || (site !== undefined && site !== 'same-origin' && site !== 'none'))
      return refused(403, 'Only the pages of this server may ask it. Paste the address that unveil serve printed.');
    const [, given = '', ...rest] = (url ?? '').split('?', 1)[0]?.split('/') ?? [];
    const known = cookiesIn(headers.cookie ?? '').some((each) => isSame(each, this.#cookie));
    if (isSame(`/${given}/`, this.base))
      return known ? SENT_ON : refused(403, 'These pages are of the browser that opened the address first, while it takes cookies.');
    return this.#atToken(given, method === 'GET', known, `${this.base}${rest.join('/')}`);
  }

  #atToken(given: string, reads: boolean, known: boolean, location: string): Admission {
    const isNew = this.#token !== null && isSame(given, this.#token);
    const isSpent = this.#spent.filter((each) => isSame(given, each)).length > 0;
    if (!isNew && !isSpent) return refused(403, 'This address lacks the token. Paste the address that unveil serve printed.');
    if (!reads) return refused(403, 'Open this address in a browser first.');
    if (isSpent && !known) {
      if (this.#token === null) this.#says(this.address);
      return refused(403, 'This address was used by another browser. Where unveil serve runs, it has printed a new one.');
    }
    if (isNew) {
      this.#spent.push(given);
      this.#token = null;
    }
    // The same cookie for the printed address: the browser that used it may open it again.
    const cookies = [this.base, `/${given}/`].map((path) => `${COOKIE}=${this.#cookie}; Path=${path}; HttpOnly; SameSite=Strict`);
    return { how: 'to', location, cookies };
  }
}

const cookiesIn = (header: string): string[] =>
  header
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each.startsWith(`${COOKIE}=`))
    .map((each) => each.slice(COOKIE.length + 1));
