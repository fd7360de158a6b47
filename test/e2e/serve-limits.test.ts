// Limits of "unveil serve" that hold when much comes at once.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
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
    // It may be removed in between.
    .reduce((total, entry) => total + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0), 0);

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

test('ten thousand guesses open nothing and keep nobody out', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const guess = (number: number): Promise<number> =>
    new Promise((found) => {
      // The path without the cookie, the cookie at another path, and neither.
      const path = [visitor.base, '/x/', `/${number}/`][number % 3] as string;
      const headers = number % 3 === 1 ? { cookie: visitor.cookie } : { cookie: `unveil=${number}` };
      const asked = request(`${visitor.origin}${path}tasks`, { method: number % 2 === 0 ? 'GET' : 'POST', agent, headers });
      asked.on('error', () => found(0));
      asked.on('response', (response) => {
        response.resume();
        found(response.statusCode ?? 0);
      });
      asked.end();
    });
  const statuses = new Set<number>();
  for (let number = 0; number < 10_000; number += 100) {
    const some = Array.from({ length: 100 }, (_, each) => guess(number + each));
    expect((await visitor.ask('GET', visitor.base)).status).toBe(200);
    for (const status of await Promise.all(some)) statuses.add(status);
  }
  agent.destroy();
  // 0: hung up on, where too many were not let in.
  expect([...statuses].filter((status) => status !== 0)).toEqual([403]);
  expect(readdirSync(join(folder, readdirSync(folder).find((name) => name.includes('unveil-serve')) ?? ''))).toEqual([]);
});
