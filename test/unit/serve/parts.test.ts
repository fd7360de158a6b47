import type { IncomingMessage } from 'node:http';
import { auditFields } from '../../../cli/serve/fields.ts';
import { Lane } from '../../../cli/serve/lane.ts';
import { safeName } from '../../../cli/serve/receive.ts';
import { doorRefusal } from '../../../cli/serve/start.ts';
import { filledIn, wordsOf } from '../../../cli/serve/words.ts';

describe('who is let in', () => {
  const door = { token: 'T'.repeat(43), port: 4000 };
  const asked = (headers: Record<string, string>, method = 'GET', url = `/${door.token}/`) =>
    doorRefusal({ method, url, headers: { host: '127.0.0.1:4000', ...headers } } as unknown as IncomingMessage, door)?.status ?? null;
  const own = { origin: 'http://127.0.0.1:4000', 'sec-fetch-site': 'same-origin' };

  test.each([
    ['a typed address', null, asked({ 'sec-fetch-site': 'none' })],
    ['a script without a browser that reads', null, asked({})],
    ['its own page that sends', null, asked(own, 'POST')],
    ['localhost', null, asked({ host: 'localhost:4000', origin: 'http://localhost:4000' }, 'POST')],
    ['a foreign name for this address', 421, asked({ host: 'evil.example:4000' })],
    ['its own address on another port', 421, asked({ host: '127.0.0.1:4001' })],
    ['another page that reads', 403, asked({ origin: 'https://evil.example' })],
    ['another page that sends', 403, asked({ origin: 'https://evil.example' }, 'POST')],
    ['a page of another port', 403, asked({ origin: 'http://127.0.0.1:4001', 'sec-fetch-site': 'same-site' }, 'POST')],
    ['a page that hides where it is from', 403, asked({ origin: 'null' }, 'POST')],
    ['what sends and does not say where it is from', 403, asked({}, 'POST')],
    ['what puts and does not say where it is from', 403, asked({}, 'PUT')],
    ['a link on another page', 403, asked({ 'sec-fetch-site': 'cross-site' })],
    ['localhost that comes from 127.0.0.1', 403, asked({ host: 'localhost:4000', origin: 'http://127.0.0.1:4000' }, 'POST')],
    ['no token', 403, asked(own, 'GET', '/')],
    ['a token that is nearly right', 403, asked(own, 'GET', `/${door.token.slice(1)}/`)],
    ['a token with more behind it', 403, asked(own, 'GET', `/${door.token}x/`)],
    ['the token elsewhere', 403, asked(own, 'GET', `/x/${door.token}/`)],
    ['the token as a question', 403, asked(own, 'GET', `/?${door.token}`)],
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
