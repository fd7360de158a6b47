// Limits of "unveil serve" that hold when much comes at once.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Served, serve } from '../helpers/serve.ts';
import { Visitor } from '../helpers/visitor.ts';

let folder: string;
let server: Served;
let visitor: Visitor;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-limits-'));
  server = await serve(folder, ['--max-upload', '1']);
  visitor = await Visitor.open(server.address);
});
afterEach(async () => {
  await server.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Requests at once, as many as come from those whom the server knows. */
const tasks = async (count: number): Promise<string[]> => {
  const opened: string[] = [];
  while (opened.length < count) {
    const some = await Promise.all(Array.from({ length: 20 }, () => visitor.ask('POST', `${visitor.base}tasks`, 'kind=audit')));
    opened.push(...some.map(({ text }) => (JSON.parse(text) as { at: string }).at));
  }
  return opened;
};

const held = (): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((total, entry) => total + statSync(join(entry.parentPath, entry.name)).size, 0);

test('uploads under way count: twenty at once hold no more than four files', async () => {
  const sending = (await tasks(20)).map((at) => {
    const headers = { origin: visitor.origin, cookie: visitor.cookie, 'transfer-encoding': 'chunked' };
    const put = request(`${visitor.origin}${at}/files/release?name=r.txt`, { method: 'PUT', headers });
    put.on('error', () => {}).on('response', (response) => response.resume());
    // Nearly all of it, and no end.
    put.write(Buffer.alloc(900_000, 'a, b\n'));
    return put;
  });
  let most = 0;
  for (let time = 0; time < 100; time += 1) {
    most = Math.max(most, held());
    await pause(20);
  }
  expect(most).toBeGreaterThan(900_000);
  expect(most).toBeLessThanOrEqual(4_000_000);
  for (const put of sending) put.destroy();
  while (held() > 0) await pause(20);
  // Abandoned uploads no longer count.
  const at = await visitor.task({ release: ['r.txt', 'a, b\n'] });
  expect((await visitor.ask('GET', at)).status).toBe(200);
});

test('tasks that are opened at once are no more than fifty', async () => {
  await tasks(120);
  const [root = ''] = readdirSync(folder).filter((name) => name.includes('unveil-serve'));
  expect(readdirSync(join(folder, root))).toHaveLength(50);
});

test('a hundred connections that say nothing keep nobody out', async () => {
  const { port } = new URL(visitor.origin);
  const silent: Socket[] = [];
  for (let count = 0; count < 100; count += 1) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET / HT');
    silent.push(socket);
  }
  await pause(300);
  const began = performance.now();
  expect((await visitor.ask('GET', visitor.base)).status).toBe(200);
  // Sooner than any of them is hung up on by its time.
  expect(performance.now() - began).toBeLessThan(4_000);
  for (const socket of silent) socket.destroy();
});
