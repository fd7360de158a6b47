import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownName, sweepFolder } from '../../shared/adapters/local/drafts.ts';
import { guard, type InterruptionGuard } from '../../shared/adapters/local/interruption.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { failureMessage } from '../usage.ts';
import { plain } from './answer.ts';
import { TooLarge } from './receive.ts';
import { answerTo } from './routes.ts';
import { Site } from './site.ts';

/** Conditions for a request: it is meant for this server, comes from no other page, and has the token. */
interface Door {
  readonly token: string;
  readonly port: number;
}

interface Refusal {
  readonly status: 403 | 421;
  readonly message: string;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Null lets the request in. Rejected before anything is read: another name for this address (DNS rebinding), another page (by the browser's Origin or
 * Sec-Fetch-Site), and a missing token. A request with an effect must have such a header, which every browser sends.
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
  // Digests have one length, and comparing them takes constant time.
  if (!timingSafeEqual(digest(given), digest(token)))
    return { status: 403, message: 'This address lacks the token. Paste the address that unveil serve printed.' };
  return null;
}

/** Maximum connections, and maximum connections that have not shown the token yet. */
const CONNECTIONS = 128;
const STRANGERS = 32;

interface ServeOptions {
  /** Folder in which results are kept and earlier audits are found. */
  readonly results: string;
  /** 0: any free port. */
  readonly port: number;
  /** Maximum bytes of an upload. */
  readonly limit: number;
}

export interface Running {
  /** Contains the token: anybody who knows it is let in. */
  readonly address: string;
  /** Ends all commands, and removes everything that was not kept. */
  close(): Promise<void>;
}

/** Serves the pages on loopback until it is closed. */
export async function startServer({ results, port, limit }: ServeOptions): Promise<Running> {
  sweepFolder(tmpdir());
  const root = join(tmpdir(), ownName(`unveil-serve-${randomBytes(8).toString('hex')}`));
  // If this process is killed, its supervisor cleans up. The command handles signals.
  const guarded = guard({ remove: [root] });
  guarded.deaf();
  try {
    mkdirSync(root, { mode: 0o700 });
    const token = randomBytes(32).toString('base64url');
    const site = new Site({ base: `/${token}/`, results, limit, root });
    const server = createServer({
      headersTimeout: 5_000,
      requestTimeout: 600_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16_384,
    });
    server.maxConnections = CONNECTIONS;
    const strangers = new Set<Socket>();
    server.on('connection', (socket) => keepFew(strangers, socket));
    const bound = await listening(server, port);
    server.on('request', (request, response) => void handle(request, response, { door: { token, port: bound }, strangers }, site));
    return { address: `http://127.0.0.1:${bound}${site.base}`, close: () => closing(server, site, root, guarded) };
  } catch (error) {
    rmSync(root, { recursive: true, force: true });
    guarded.done();
    throw error;
  }
}

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      reject(taken ? new BadInput(`port ${port} cannot be had (${error.code}); name another with --port, or none`) : error);
    });
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

async function closing(server: Server, site: Site, root: string, guarded: InterruptionGuard): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await site.close();
  await closed;
  rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  guarded.done();
}

interface Entrance {
  readonly door: Door;
  readonly strangers: Set<Socket>;
}

/** Drops the oldest connection without token, so that idle connections cannot keep others out. */
function keepFew(strangers: Set<Socket>, socket: Socket): void {
  strangers.add(socket);
  socket.on('close', () => strangers.delete(socket));
  const [oldest] = strangers;
  if (strangers.size > STRANGERS) oldest?.destroy();
}

async function handle(request: IncomingMessage, response: ServerResponse, { door, strangers }: Entrance, site: Site): Promise<void> {
  const refusal = doorRefusal(request, door);
  if (refusal === null) strangers.delete(request.socket);
  else return ended(request, response, plain(refusal.status, refusal.message));
  try {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const answer = await answerTo(request, pathname.slice(site.base.length), searchParams, site);
    await answer(response);
  } catch (error) {
    // The client has gone, or is receiving an answer: no error can be sent.
    if (response.headersSent || response.destroyed || (request.destroyed && !request.complete)) response.destroy();
    else if (error instanceof TooLarge)
      ended(request, response, plain(413, 'This is larger than the page takes; unveil audit on the command line takes any size.'));
    else if (error instanceof BadInput) ended(request, response, plain(422, error.describe()));
    else ended(request, response, plain(500, `It did not work: ${failureMessage(error)}`));
  }
}

/** Answers and closes the connection: further input is not read. */
function ended(request: IncomingMessage, response: ServerResponse, answer: (response: ServerResponse) => unknown): void {
  if (!request.complete) response.setHeader('connection', 'close');
  answer(response);
}
