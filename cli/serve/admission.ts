import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What a request must show to be let in: that it was meant for this server, comes from no other page, and knows the token. */
export interface Door {
  readonly token: string;
  readonly port: number;
}

interface Refusal {
  readonly status: 403 | 421;
  readonly message: string;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Null: let in. A foreign name for this address (DNS rebinding), another page (its browser says so in Origin or Sec-Fetch-Site), and an address
 * without the token are refused before anything is read. What changes something must say where it comes from: every browser does.
 */
export function doorRefusal({ method, url, headers }: IncomingMessage, { token, port }: Door): Refusal | null {
  const { host, origin } = headers;
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`)
    return { status: 421, message: 'This server answers to 127.0.0.1 and its port, and to no other name.' };
  const site = headers['sec-fetch-site'];
  const foreign = origin === undefined ? method !== 'GET' && method !== 'HEAD' : origin !== `http://${host}`;
  if (foreign || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    return { status: 403, message: 'Only the pages of this server may ask it. Paste the address that unveil serve printed.' };
  const given = (url ?? '').split(/[/?]/, 2)[1] ?? '';
  // Digests are of one length, and their comparison tells nothing by its time.
  if (!timingSafeEqual(digest(given), digest(token)))
    return { status: 403, message: 'This address lacks the token. Paste the address that unveil serve printed.' };
  return null;
}
