import { connect } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { startServer } from '../../../cli/serve/start.ts';
import { Visitor } from '../visitor.ts';
import { mutated } from './bytes.ts';
import { item } from './grammars.ts';
import { Defect, type FuzzReader } from './reader.ts';

/** Placeholders for the server's port, the word of its pages, and the cookie. */
const [PORT, TOKEN, COOKIE] = ['@PORT@', '@TOKEN@', '@COOKIE@'] as const;
const PATIENCE_MS = 1_500;

const words = (...all: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...all);
const path = fc
  .tuple(
    fc.oneof({ weight: 6, arbitrary: fc.constant(`/${TOKEN}/`) }, { weight: 1, arbitrary: words('/', '/x/', '//', `/${TOKEN}`, '*') }),
    words(
      '',
      'tasks',
      'tasks/x',
      'tasks/x/files/release',
      'audits',
      'audits/compare',
      'audits/x/zip',
      'anonymise',
      'style.css',
      '..%2f..%2fetc',
      '%',
      '%00',
    ),
    fc.oneof(
      fc.constant(''),
      item.map((text) => `?name=${encodeURIComponent(text.toWellFormed())}`),
    ),
  )
  .map((parts) => parts.join(''));
const header = words(
  'Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site', 'Accept: application/json', 'Content-Type: application/x-www-form-urlencoded',
  'Transfer-Encoding: chunked', 'Content-Length: 5', 'Content-Length: 99999999999', 'Expect: 100-continue', 'Connection: keep-alive', 'Upgrade: h2c',
); // biome-ignore format: a table
const request = fc
  .record({
    method: words('GET', 'GET', 'POST', 'PUT', 'HEAD', 'DELETE', 'OPTIONS', 'CONNECT'),
    path,
    host: fc.oneof(
      { weight: 6, arbitrary: fc.constant(`127.0.0.1:${PORT}`) },
      { weight: 1, arbitrary: words('evil.example', `localhost:${PORT}`, '') },
    ),
    origin: fc.oneof(
      { weight: 6, arbitrary: fc.constant(`http://127.0.0.1:${PORT}`) },
      { weight: 1, arbitrary: words('null', 'http://evil.example', '') },
    ),
    cookie: fc.oneof({ weight: 6, arbitrary: fc.constant(COOKIE) }, { weight: 1, arbitrary: words('', 'unveil=', 'unveil=x; y') }),
    headers: fc.uniqueArray(header, { maxLength: 2 }),
    body: words('', 'kind=audit', 'kind=anonymise&x=%', 'audit=a&audit=b', '5\r\nkind=\r\n0\r\n\r\n'),
  })
  .map(({ method, path: asked, host, origin, cookie, headers, body }) => {
    const length = headers.some((each) => /^(?:Transfer|Content-L)/.test(each)) ? [] : [`Content-Length: ${body.length}`];
    const first = [`${method} ${asked} HTTP/1.1`, `Host: ${host}`, `Origin: ${origin}`, `Cookie: ${cookie}`];
    return [...first, ...headers, ...length, 'Connection: close', '', body].join('\r\n');
  });

/** The server of unveil serve, asked over a socket: whatever comes, it answers or hangs up, lives on, and opens nothing without its path and cookie. */
export function serverReader(folder: string): FuzzReader<Uint8Array> {
  let started: ReturnType<typeof startServer> | null = null;
  let visitor: Promise<Visitor> | null = null;
  return {
    name: "the local server's requests",
    weight: 0.1,
    inputs: mutated(request),
    async run(input) {
      started ??= startServer({ results: join(folder, 'results'), port: 0, limit: 1_000_000 });
      visitor ??= Visitor.open((await started).address);
      const { origin, base, cookie } = await visitor;
      const { port } = new URL(origin);
      const text = Buffer.from(input).toString('latin1');
      const asked = Buffer.from(text.replaceAll(PORT, port).replaceAll(TOKEN, base.slice(1, -1)).replaceAll(COOKIE, cookie), 'latin1');
      const answer = await answerTo(Number(port), asked);
      if (answer === '') return false;
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? Number.NaN);
      if (!(status < 500)) throw new Defect(`the server answers ${answer.slice(0, 200)}`);
      if (status < 400 && status >= 200 && !(asked.includes(base) && asked.includes(cookie)))
        throw new Defect(`let in without path and cookie: ${answer.slice(0, 100)}`);
      return status < 400;
    },
    end: async () => (await started)?.close(),
  };
}

/** Reads until the server hangs up, or stays silent on an incomplete request. */
function answerTo(port: number, asked: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(asked));
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.on('data', (piece) => (answer += piece.toString('latin1').slice(0, 2_000)));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? reject(new Defect('the server is gone')) : resolve(answer),
    );
    socket.on('close', () => resolve(answer));
  });
}
