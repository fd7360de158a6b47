import type { IncomingMessage } from 'node:http';
import { Door } from '../../../cli/serve/door.ts';
import { auditFields } from '../../../cli/serve/fields.ts';
import { Lane } from '../../../cli/serve/lane.ts';
import { safeName } from '../../../cli/serve/receive.ts';
import { filledIn, wordsOf } from '../../../cli/serve/words.ts';

describe('who is let in', () => {
  const said: string[] = [];
  const door = new Door(4000, (address) => said.push(address));
  const first = new URL(door.address).pathname;
  const asked = (headers: Record<string, string>, method = 'GET', url = door.base) =>
    door.admit({ method, url, headers: { host: '127.0.0.1:4000', ...headers } } as unknown as IncomingMessage);
  const opened = asked({}, 'GET', `${first}tasks?x=1`);
  const cookie = opened.how === 'to' ? (opened.cookies[0]?.split(';')[0] ?? '') : '';
  const how = (headers: Record<string, string>, method = 'GET', url = door.base) => {
    const found = asked({ cookie, ...headers }, method, url);
    return found.how === 'refused' ? found.status : found.how;
  };
  const own = { origin: 'http://127.0.0.1:4000', 'sec-fetch-site': 'same-origin' };

  test('the first browser changes the token for a cookie, that no script and no other path sees', () => {
    expect(opened).toEqual({
      how: 'to',
      location: `${door.base}tasks`,
      cookies: [door.base, first].map((path) =>
        expect.stringMatching(new RegExp(`^unveil=[\\w-]{43}; Path=${path}; HttpOnly; SameSite=Strict$`)),
      ),
    });
    expect(first).not.toBe(door.base);
  });

  test('another browser is refused at the used address, and a new one is said once; used, it is worth nothing again', () => {
    const other = () => asked({}, 'GET', first).how;
    expect([other(), other(), said.length]).toEqual(['refused', 'refused', 1]);
    const second = new URL(said[0] as string).pathname;
    expect([second === first, asked({}, 'HEAD', second).how, asked({}, 'GET', second).how, asked({}, 'GET', second).how]).toEqual([
      false,
      'refused',
      'to',
      'refused',
    ]);
    expect(said).toHaveLength(2);
  });

  test.each([
    ['a typed address', 'in', how({ 'sec-fetch-site': 'none' })],
    ['a script without a browser that reads', 'in', how({})],
    ['the printed address once more in the same browser', 'to', how({}, 'GET', first)],
    ['its own page that sends', 'in', how(own, 'POST')],
    ['its cookie among those of others', 'in', how({ cookie: `unveil=other; ${cookie}; x=y` })],
    ['localhost', 'in', how({ host: 'localhost:4000', origin: 'http://localhost:4000' }, 'POST')],
    ['a foreign name for this address', 421, how({ host: 'evil.example:4000' })],
    ['its own address on another port', 421, how({ host: '127.0.0.1:4001' })],
    ['another page that reads', 403, how({ origin: 'https://evil.example' })],
    ['another page that sends', 403, how({ origin: 'https://evil.example' }, 'POST')],
    ['a page of another port', 403, how({ origin: 'http://127.0.0.1:4001', 'sec-fetch-site': 'same-site' }, 'POST')],
    ['a page that hides where it is from', 403, how({ origin: 'null' }, 'POST')],
    ['what sends and does not say where it is from', 403, how({}, 'POST')],
    ['what puts and does not say where it is from', 403, how({}, 'PUT')],
    ['a link on another page', 403, how({ 'sec-fetch-site': 'cross-site' })],
    ['localhost that comes from 127.0.0.1', 403, how({ host: 'localhost:4000', origin: 'http://127.0.0.1:4000' }, 'POST')],
    ['no cookie', 403, how({ ...own, cookie: '' })],
    ['a cookie that is nearly right', 403, how({ cookie: cookie.slice(0, -1) })],
    ['a cookie of another name', 403, how({ cookie: `x${cookie}` })],
    ['the cookie at no path', 403, how(own, 'GET', '/')],
    ['a path that is nearly right', 403, how(own, 'GET', `${door.base.slice(0, -1)}x/`)],
    ['the path elsewhere', 403, how(own, 'GET', `/x${door.base}`)],
    ['the path as a question', 403, how(own, 'GET', `/?${door.base}`)],
    ['what sends to the printed address', 403, how(own, 'POST', first)],
  ])('%s', (_, wanted, got) => expect(got).toBe(wanted));
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\data\\visits.csv', 'visits.csv'],
  ['.hidden', 'hidden'],
  ['--out=x.txt', 'out-x.txt'],
  ['a b\n"c".txt', 'a-b-c-.txt'],
  ['été.csv', 'été.csv'],
  ['', 'file'],
  ['..', 'file'],
])('a file sent as %j is called %s', (sent, name) => expect(safeName(sent)).toBe(name));

describe('what is filled in', () => {
  const groups = auditFields('set-generalised');
  const filled = (text: string) => filledIn(groups, new URLSearchParams(text));

  test('becomes words of the command line, each value in one word with its option', () => {
    const words = wordsOf(groups, filled('k=4&m=&source=wordnet&attack=rba&attack=gba&allow-suppressed=yes&seed=--json&out=/etc'));
    expect(words).toEqual(['--k=4', '--allow-suppressed', '--source=wordnet', '--attack=rba,gba', '--seed=--json']);
  });

  test.each(['source=/etc/passwd', 'source=corpus:nowhere', 'attack=nothing', 'context=__proto__'])(
    'what was not offered is refused: %s',
    (text) => expect(() => filled(text)).toThrow('this is not offered'),
  );
});

describe('a lane', () => {
  test('lets so many in at once, and the others in their order', async () => {
    const lane = new Lane(1);
    const never = new AbortController().signal;
    const leave = await lane.turn(never);
    const order: number[] = [];
    const others = [1, 2].map(async (each) => {
      const done = await lane.turn(never);
      order.push(each);
      done?.();
    });
    await Promise.resolve();
    expect(order).toEqual([]);
    leave?.();
    await Promise.all(others);
    expect(order).toEqual([1, 2]);
    expect(await lane.turn(never)).not.toBeNull();
  });

  test('forgets who gives up while waiting', async () => {
    const lane = new Lane(1);
    const leave = await lane.turn(new AbortController().signal);
    const stop = new AbortController();
    const waiting = lane.turn(stop.signal);
    stop.abort();
    expect(await waiting).toBeNull();
    expect(await lane.turn(AbortSignal.abort())).toBeNull();
    leave?.();
    expect(await lane.turn(new AbortController().signal)).not.toBeNull();
  });
});
