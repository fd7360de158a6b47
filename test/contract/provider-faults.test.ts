import { LONGEST_ANSWER, parking } from '../../shared/adapters/providers/http.ts';
import { liveSource } from '../../shared/adapters/providers/provider.ts';
import { wikipedia } from '../../shared/adapters/providers/wikipedia.ts';
import type { SourceAnswer } from '../../shared/ports/live-source.ts';
import { CountServer, countOf, type Fault } from '../helpers/count-server.ts';

const server = new CountServer();
let baseUrl: string;
beforeAll(async () => {
  baseUrl = await server.start();
});
afterAll(() => server.stop());

const source = (timeout = 30_000) => liveSource(wikipedia, { contact: 'ops@example.org', baseUrl, timeout }, '2026-11');
const ask = (): Promise<SourceAnswer> => source().ask({ kind: 'pair', first: 'knee', second: 'blood pressure' });

test('a call asks for both phrases, says who calls, accepts gzip, and reads the count', async () => {
  expect(await ask()).toEqual({ kind: 'count', count: countOf('"knee" "blood pressure"'), flags: 0 });
  const call = server.calls.at(-1);
  expect(call?.search).toBe('"knee" "blood pressure"');
  expect(call?.headers['user-agent']).toContain('ops@example.org');
  expect(call?.headers['accept-encoding']).toContain('gzip');
  expect(await source().ask({ kind: 'size' })).toEqual({ kind: 'count', count: 7_000_000, flags: 0 });
});

const transient = (reason: RegExp) => ({ kind: 'unavailable', reason: expect.stringMatching(reason) });
const final = (reason: RegExp) => ({ ...transient(reason), final: true });
const parked = (reason: RegExp, parkFor: number) => ({ ...transient(reason), parkFor });

const FAULTS: readonly (readonly [Fault, object])[] = [
  ['slow', { kind: 'count' }],
  ['reset', transient(/call failed/)],
  ['429', parked(/429/, 1_000)],
  ['429 in an hour', parked(/429/, 3_600_000)],
  ['503', parked(/503/, 1_000)],
  ['403 limit', parked(/too many requests/, 30_000)],
  ['403', final(/refused/)],
  ['404', final(/404/)],
  ['500', transient(/500/)],
  ['html', transient(/not JSON/)],
  ['wrong type', transient(/not JSON/)],
  ['truncated', transient(/not valid JSON/)],
  ['empty', transient(/not valid JSON/)],
  ['redirect', final(/redirect refused/)],
  ['huge', final(/longer than/)],
  ['bomb', final(/longer than/)],
  ['error in 200', transient(/missingparam/)],
  ['no count', transient(/no totalhits/)],
  ['negative', transient(/no totalhits/)],
  ['fraction', transient(/no totalhits/)],
];

test.each(FAULTS)('%s is told apart and is never a count of 0', async (fault, expected) => {
  server.faults.push(fault);
  const before = server.calls.length;
  expect(await ask()).toMatchObject(expected);
  // This layer neither retries nor follows redirects.
  expect(server.calls.length).toBe(before + 1);
});

test('a host that never answers is given up in time', async () => {
  server.faults.push('never');
  expect(await source(200).ask({ kind: 'one', term: 'knee' })).toMatchObject(transient(/no answer in time/));
});

test('an answer of 100 MB is not taken into memory', async () => {
  global.gc?.();
  const before = process.memoryUsage().arrayBuffers;
  server.faults.push('huge');
  await ask();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * LONGEST_ANSWER);
});

test('no reason holds a term, an address or a key', async () => {
  for (const fault of ['reset', '404', 'html', 'redirect', 'error in 200'] as const) {
    server.faults.push(fault);
    const answer = await ask();
    expect(JSON.stringify(answer)).not.toMatch(/knee|blood|127\.0\.0\.1|http/);
  }
});

test('Retry-After in seconds, as a date, in the past, as nonsense, and absent', () => {
  const now = () => Date.parse('2026-11-18T12:00:00Z');
  expect(parking('120', now)).toBe(120_000);
  expect(parking('Wed, 18 Nov 2026 12:05:00 GMT', now)).toBe(300_000);
  expect(parking('Wed, 18 Nov 2026 11:05:00 GMT', now)).toBe(1_000);
  expect(parking('81471', now)).toBe(81_471_000);
  expect(parking('soon', now)).toBe(30_000);
  expect(parking(null, now)).toBe(30_000);
});
