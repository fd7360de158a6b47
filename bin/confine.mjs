// Plain JavaScript, loaded before anything else in a process that computes on files from others. Node's permission model limits that process to its
// files and forbids it to start others, but covers neither the network nor SQLite; both are blocked here. docs/security.md names what remains possible.
import dgram from 'node:dgram';
import dns from 'node:dns';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { LIVE } from './sweep.mjs';

const refuse = (/** @type {string} */ what) =>
  function refused() {
    throw Object.assign(new Error(`this command may not use ${what}`), { code: 'ERR_ACCESS_DENIED' });
  };

if (process.env[LIVE] === undefined) {
  const network = refuse('the network');
  net.Socket.prototype.connect = network;
  net.Server.prototype.listen = network;
  dgram.createSocket = network;
  dgram.Socket = /** @type {any} */ (network);
  for (const resolving of [dns, dns.promises])
    for (const name of Object.keys(resolving))
      if (/^(?:lookup|resolve|reverse|Resolver)/.test(name)) /** @type {any} */ (resolving)[name] = network;
  for (const name of ['fetch', 'WebSocket', 'EventSource']) /** @type {any} */ (globalThis)[name] = network;
  syncBuiltinESMExports();
  const sqlite = refuse('SQLite');
  const isSqlite = (/** @type {string} */ name) => /^(?:node:)?sqlite$/.test(name);
  registerHooks({ resolve: (name, context, next) => (isSqlite(name) ? sqlite() : next(name, context)) });
  const { getBuiltinModule } = process;
  process.getBuiltinModule = /** @type {any} */ ((/** @type {string} */ name) => (isSqlite(name) ? sqlite() : getBuiltinModule(name)));
}
/** @type {any} */ for (const name of ['binding', '_linkedBinding', 'dlopen']) process[name] = refuse('parts of Node that it is not given');
