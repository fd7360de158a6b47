// Who may run, when an account runs so many functions at once.

import { auditRequest } from '../../shared/contracts/audit-request.ts';
import type { Line, LineLane } from '../../shared/contracts/line.ts';
import { EMPTY, holds, join, LineFull, laneOf, leave, letIn, limitsOf, turnOf } from '../../shared/pipeline/cloud/line.ts';

const CHILDREN = 6;
const at = (account: number): Line => ({ ...EMPTY, account });
const stands = (line: Line, id: string, lane: LineLane, since = 0, team: string | null = null): Line =>
  join(line, { id, lane, team, ofCampaign: false, since });
const many = (line: Line, count: number, lane: LineLane, team: string | null = null, from = 0): Line =>
  Array.from({ length: count }).reduce<Line>((each, _, n) => stands(each, `${team}${lane}${n}`, lane, from + n, team), line);
const tokens = ({ running }: Line, lane?: LineLane): number =>
  running.reduce((total, place) => (lane === undefined || place.lane === lane ? total + place.children : total), 0);

test.each([8, 10, 11, 25, 100, 1_000, 5_000])(
  'of an account that runs %i functions at once no more is let in, in any mix of lanes',
  (account) => {
    let line = at(account);
    for (const lane of ['small', 'large', 'live', 'campaign'] as const) line = many(line, 3_000 / 2, lane);
    const { line: full, started } = letIn(line, CHILDREN, 10);
    expect(tokens(full)).toBeLessThanOrEqual(account - 4);
    expect(tokens(full)).toBeGreaterThan(0.5 * (account - 4) - CHILDREN);
    for (const lane of ['small', 'large', 'live', 'campaign'] as const) expect([lane, tokens(full, lane) > 0]).toEqual([lane, true]);
    // Each place is either let in or still there, once.
    expect(new Set([...full.running, ...full.waiting].map(({ id }) => id)).size).toBe(6_000);
    expect(started).toEqual(full.running);
    expect(letIn(full, CHILDREN, 10)).toEqual({ line: full, started: [] });
  },
);

test('one large audit does not hold a hundred small ones, and small ones do not keep a large one out', () => {
  let { line } = letIn(stands(at(10), 'huge', 'large'), CHILDREN, 0);
  expect(tokens(line, 'large')).toBe(limitsOf(line).lanes.large);
  ({ line } = letIn(many(line, 100, 'small', null, 1), CHILDREN, 1));
  expect(tokens(line, 'small')).toBeGreaterThan(0);
  // Without it they take what it would.
  let free = letIn(many(at(10), 100, 'small'), CHILDREN, 0).line;
  expect(tokens(free, 'small')).toBe(limitsOf(free).lanes.small + limitsOf(free).lanes.large);
  free = stands(free, 'huge', 'large', 5);
  for (let ended = 0; ended < 100 && !free.running.some(({ id }) => id === 'huge'); ended += 1) {
    const [first] = free.running;
    free = letIn(leave(free, first?.id ?? '', 6), CHILDREN, 6).line;
  }
  expect(free.running.some(({ id }) => id === 'huge')).toBe(true);
  expect(free.waiting.length).toBeGreaterThan(80);
});

test('teams take turns: one that drops a thousand does not keep out one that drops two', () => {
  let line = many(at(12), 1_000, 'small', 'cardio');
  line = many(line, 2, 'small', 'onco', 5_000);
  const order: string[] = [];
  while (order.filter((id) => id.startsWith('onco')).length < 2) {
    const { line: next, started } = letIn(line, CHILDREN, 6_000);
    order.push(...started.map(({ id }) => id));
    line = started.reduce((rest, { id }) => leave(rest, id, 6_000), next);
  }
  expect(order.length).toBeLessThan(12);
  expect(order.filter((id) => id.startsWith('cardio')).map((id) => Number(id.slice(11)))).toEqual(
    order.filter((id) => id.startsWith('cardio')).map((_, n) => n),
  );
});

test('who waits is told how many are before, and about how long', () => {
  let line = letIn(many(at(10), 30, 'small'), CHILDREN, 0).line;
  const atOnce = tokens(line);
  expect(turnOf(line, 'nullsmall0', CHILDREN)).toBeNull();
  expect(turnOf(line, `nullsmall${atOnce}`, CHILDREN)?.before).toBe(0);
  const last = turnOf(line, 'nullsmall29', CHILDREN);
  expect(last?.before).toBe(29 - atOnce);
  // Ten minutes each, told by those that ended.
  for (let n = 0; n < 3; n += 1) line = letIn(leave(line, line.running[0]?.id ?? '', 600), CHILDREN, 600).line;
  expect(turnOf(line, 'nullsmall29', CHILDREN)?.minutes).toBeGreaterThan(last?.minutes ?? 0);
});

test('a place is taken once, given back once, and what was redriven runs past the line, whose tokens it counts', () => {
  let line = stands(stands(at(10), 'a', 'large'), 'a', 'large');
  expect(line.waiting).toHaveLength(1);
  ({ line } = letIn(line, CHILDREN, 0));
  expect(stands(line, 'a', 'large')).toBe(line);
  line = holds(line, { id: 'redriven', lane: 'large', team: null, ofCampaign: false, since: 0 }, CHILDREN);
  line = stands(line, 'b', 'large');
  expect(letIn(line, CHILDREN, 1).started).toEqual([]);
  line = leave(leave(line, 'a', 2), 'a', 3);
  expect(letIn(line, CHILDREN, 3).started).toEqual([]);
  expect(letIn(leave(line, 'redriven', 4), CHILDREN, 4).started.map(({ id }) => id)).toEqual(['b']);
  expect(leave(line, 'nobody', 5)).toBe(line);
});

test('what the line has no room for waits before it', () => {
  const full = {
    ...at(10),
    waiting: Array.from({ length: 8_000 }, (_, n) => ({
      id: `${n}`,
      lane: 'small' as const,
      team: null,
      ofCampaign: false,
      since: 0,
      children: 0,
    })),
  };
  expect(() => stands(full, 'one more', 'small')).toThrow(LineFull);
});

test.each([
  [999_999, 'a.txt', {}, 'small'],
  [1_000_001, 'a.txt', {}, 'large'],
  [200_000, 'a.txt.GZ', {}, 'large'],
  [10, 'a.txt', { sources: ['wordnet', 'wikipedia'] }, 'live'],
  [10, 'a.txt', { languageModel: { name: 'x.y', endpoint: 'bedrock' } }, 'live'],
] as const)('%i bytes of %s, asked as %j: %s', (bytes, file, asked, lane) =>
  expect(laneOf(bytes, file, auditRequest.parse({ release: file, ...asked }))).toBe(lane),
);
