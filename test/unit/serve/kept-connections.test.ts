import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Connections } from '../../../scripts/soak/connections.ts';

// The soak of the local server asks as a browser does; its own mistakes must not pass for the server's.
let server: Server;
let url: string;
let connections: Connections;
const sockets: Socket[] = [];
/** Requests that were answered, by connection. */
let answered: number[];
let hangsUp: (request: number, connection: number) => boolean;

beforeEach(async () => {
  [answered, hangsUp, sockets.length] = [[], () => false, 0];
  server = createServer((request, response) => {
    const connection = sockets.indexOf(request.socket);
    const before = answered[connection] ?? 0;
    if (hangsUp(before, connection)) request.socket.destroy();
    else {
      answered[connection] = before + 1;
      request.pipe(response);
    }
  });
  server.on('connection', (socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  connections = new Connections();
});
afterEach(async () => {
  connections.close();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const ask = async (body: string): Promise<string> => String((await connections.ask(url, { method: 'POST', body })).body);

test('a connection is used again', async () => {
  expect([await ask('one'), await ask('two')]).toEqual(['one', 'two']);
  expect(answered).toEqual([2]);
});

test('a kept connection that the server closes as it is used: asked again, with the same body, on another', async () => {
  hangsUp = (request) => request === 1;
  expect([await ask('one'), await ask('two'), await ask('three')]).toEqual(['one', 'two', 'three']);
  expect(answered).toEqual([1, 1, 1]);
});

test('a server that hangs up on a connection of its own has failed, and so has one that is gone', async () => {
  hangsUp = (_, connection) => connection === 1;
  expect(await ask('one')).toBe('one');
  sockets[0]?.destroy();
  await expect(ask('two')).rejects.toThrow('socket hang up');
  server.close();
  await once(server, 'close');
  await expect(ask('three')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
