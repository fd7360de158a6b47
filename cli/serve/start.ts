import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownName, sweepFolder } from '../../shared/adapters/local/drafts.ts';
import { guard, type InterruptionGuard } from '../../shared/adapters/local/interruption.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { failureMessage } from '../usage.ts';
import { goTo, plain } from './answer.ts';
import { Door } from './door.ts';
import { TooLarge } from './receive.ts';
import { answerTo } from './routes.ts';
import { Site } from './site.ts';

/** Maximum connections, and maximum connections that have not been let in yet. */
const CONNECTIONS = 128;
const STRANGERS = 32;

interface ServeOptions {
  /** Folder in which results are kept and earlier audits are found. */
  readonly results: string;
  /** 0: any free port. */
  readonly port: number;
  /** Maximum bytes of an upload. */
  readonly limit: number;
  /** Told a further address when another browser opens one that was used. */
  readonly says?: (address: string) => void;
}

export interface Running {
  /** Contains the token: the first browser that opens it is let in. */
  readonly address: string;
  /** Ends all commands, and removes everything that was not kept. */
  close(): Promise<void>;
}

/** Serves the pages on loopback until it is closed. */
export async function startServer({ results, port, limit, says = () => {} }: ServeOptions): Promise<Running> {
  for (const folder of [tmpdir(), results]) sweepFolder(folder);
  const root = join(tmpdir(), ownName(`unveil-serve-${randomBytes(8).toString('hex')}`));
  // If this process is killed, its supervisor cleans up. The command handles signals.
  const guarded = guard({ remove: [root] });
  guarded.deaf();
  try {
    mkdirSync(root, { mode: 0o700 });
    const server = createServer({
      headersTimeout: 5_000,
      requestTimeout: 600_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16_384,
    });
    server.maxConnections = CONNECTIONS;
    const strangers = new Set<Socket>();
    server.on('connection', (socket) => keepFew(strangers, socket));
    const door = new Door(await listening(server, port), says);
    const site = new Site({ base: door.base, results, limit, root });
    server.on('request', (request, response) => void handle(request, response, { door, strangers }, site));
    return { address: door.address, close: () => closing(server, site, root, guarded) };
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

/** Drops the oldest connection that was not let in, so that idle connections cannot keep others out. */
function keepFew(strangers: Set<Socket>, socket: Socket): void {
  strangers.add(socket);
  socket.on('close', () => strangers.delete(socket));
  const [oldest] = strangers;
  if (strangers.size > STRANGERS) oldest?.destroy();
}

async function handle(request: IncomingMessage, response: ServerResponse, { door, strangers }: Entrance, site: Site): Promise<void> {
  const admission = door.admit(request);
  if (admission.how === 'refused') return ended(request, response, plain(admission.status, admission.message));
  strangers.delete(request.socket);
  if (admission.how === 'to') return ended(request, response, goTo(admission.location, admission.cookies));
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
