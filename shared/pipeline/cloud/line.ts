import type { AuditRequest } from '../../contracts/audit-request.ts';
import type { Line, LineLane, LinePlace } from '../../contracts/line.ts';
import { isLive } from '../../contracts/sources.ts';

/** The line is one row, written only if it did not change since it was read. */
export interface LineStore {
  read(): Promise<Line>;
  /** Calls `change` again if the line was changed meanwhile. */
  update<T>(change: (line: Line) => { readonly line: Line; readonly answer: T }): Promise<T>;
}

/** Concurrent functions of a new account. */
const NEW_ACCOUNT = 10;
/** Functions outside executions: two admit drops, two answer. */
export const BESIDE = 4;
/** Further drops wait in the queue. */
const MOST_WAITING = 8_000;

export const EMPTY: Line = { running: [], waiting: [], account: NEW_ACCOUNT, took: { small: 60, large: 600, live: 86_400, campaign: 600 } };

/** Functions that may run at once, in all and by lane. */
interface Tokens {
  readonly tokens: number;
  readonly lanes: Readonly<Record<LineLane, number>>;
}

const SHARES = { campaign: 0.05, live: 0.1, small: 0.3 };

export function limitsOf({ account }: Pick<Line, 'account'>): Tokens {
  const tokens = Math.max(4, account - BESIDE);
  const [campaign, live, small] = [SHARES.campaign, SHARES.live, SHARES.small].map((share) => Math.max(1, Math.floor(tokens * share))) as [
    number,
    number,
    number,
  ];
  return { tokens, lanes: { campaign, live, small, large: tokens - campaign - live - small } };
}

/** Tokens of one execution: functions that it runs at once at most. */
const tokensOf = (lane: LineLane, { lanes }: Tokens, childConcurrency: number): number =>
  lane === 'large' ? Math.min(childConcurrency, lanes.large) : 1;

const used = (running: readonly LinePlace[], lane: LineLane): number =>
  running.reduce((total, place) => (place.lane === lane ? total + place.children : total), 0);

/** Small executions use the rest of the large lane while no large one waits. */
function fits({ running, waiting }: Line, lane: LineLane, tokens: number, { lanes }: Tokens): boolean {
  if (lane !== 'small' || waiting.some((place) => place.lane === 'large')) return used(running, lane) + tokens <= lanes[lane];
  return used(running, 'small') + used(running, 'large') + tokens <= lanes.small + lanes.large;
}

/** The team that runs least comes first, and of a team the place that has waited longest. */
function* inTurn(line: Line, lane: LineLane): Generator<LinePlace> {
  const queues = new Map<string | null, LinePlace[]>();
  for (const place of line.waiting.toSorted((a, b) => a.since - b.since)) {
    if (place.lane === lane) queues.set(place.team, [...(queues.get(place.team) ?? []), place]);
  }
  const share = new Map<string | null, number>();
  for (const { team, children } of line.running) share.set(team, (share.get(team) ?? 0) + children);
  const heads = new Map([...queues.keys()].map((team) => [team, 0]));
  const headOf = (team: string | null): LinePlace | undefined => queues.get(team)?.[heads.get(team) ?? 0];
  for (;;) {
    const [next] = [...queues.keys()]
      .filter((team) => headOf(team) !== undefined)
      .sort((a, b) => (share.get(a) ?? 0) - (share.get(b) ?? 0) || (headOf(a) as LinePlace).since - (headOf(b) as LinePlace).since);
    if (next === undefined) return;
    yield headOf(next) as LinePlace;
    heads.set(next, (heads.get(next) ?? 0) + 1);
    share.set(next, (share.get(next) ?? 0) + 1);
  }
}

/** The drop has to wait in the queue. */
export class LineFull extends Error {
  override readonly name = 'LineFull';
}

/** Once: a place that waits or runs already stays as it is. */
export function join(line: Line, place: Omit<LinePlace, 'children'>): Line {
  if ([...line.running, ...line.waiting].some(({ id }) => id === place.id)) return line;
  if (line.waiting.length >= MOST_WAITING) throw new LineFull(`${MOST_WAITING} wait already`);
  return { ...line, waiting: [...line.waiting, { ...place, children: 0 }] };
}

export function letIn(line: Line, childConcurrency: number, now: number): { readonly line: Line; readonly started: readonly LinePlace[] } {
  const limits = limitsOf(line);
  const started: LinePlace[] = [];
  let next = line;
  for (const lane of ['campaign', 'live', 'large', 'small'] as const) {
    const tokens = tokensOf(lane, limits, childConcurrency);
    if (!fits(next, lane, tokens, limits)) continue;
    const own: LinePlace[] = [];
    const free = { ...next, running: [...next.running] };
    for (const place of inTurn(next, lane)) {
      if (!fits(free, lane, tokens, limits)) break;
      own.push({ ...place, children: tokens, since: now });
      free.running.push(own.at(-1) as LinePlace);
    }
    if (own.length === 0) continue;
    const gone = new Set(own.map(({ id }) => id));
    next = { ...next, running: [...next.running, ...own], waiting: next.waiting.filter(({ id }) => !gone.has(id)) };
    started.push(...own);
  }
  return { line: next, started };
}

/** Weight of the last execution in the moving average of durations. */
const LATELY = 0.1;

/** After its end, or if it will never begin. */
export function leave(line: Line, id: string, now: number): Line {
  const ended = line.running.find((place) => place.id === id);
  if (ended === undefined && !line.waiting.some((place) => place.id === id)) return line;
  const without = (places: readonly LinePlace[]): LinePlace[] => places.filter((place) => place.id !== id);
  const took =
    ended === undefined
      ? line.took
      : { ...line.took, [ended.lane]: (1 - LATELY) * line.took[ended.lane] + LATELY * Math.max(0, now - ended.since) };
  return { ...line, running: without(line.running), waiting: without(line.waiting), took };
}

/** A redriven execution runs whatever the limits say; others wait until its tokens are free. */
export function holds(line: Line, place: Omit<LinePlace, 'children'>, childConcurrency: number): Line {
  if (line.running.some(({ id }) => id === place.id)) return line;
  const running = { ...place, children: tokensOf(place.lane, limitsOf(line), childConcurrency) };
  return { ...line, running: [...line.running, running], waiting: line.waiting.filter(({ id }) => id !== place.id) };
}

/** Places of the lane before this one, and about how many minutes they take; null if it does not wait. */
export function turnOf(line: Line, id: string, childConcurrency: number): { readonly before: number; readonly minutes: number } | null {
  const place = line.waiting.find((each) => each.id === id);
  if (place === undefined) return null;
  let before = 0;
  for (const each of inTurn(line, place.lane)) {
    if (each.id === id) break;
    before += 1;
  }
  const limits = limitsOf(line);
  const atOnce = Math.max(1, Math.floor(limits.lanes[place.lane] / tokensOf(place.lane, limits, childConcurrency)));
  return { before, minutes: Math.max(1, Math.ceil(((before + 1) * line.took[place.lane]) / atOnce / 60)) };
}

/** Its functions wait for others. */
const mayWait = ({ sources, languageModel }: Pick<AuditRequest, 'sources' | 'languageModel'>): boolean =>
  languageModel !== undefined || sources.some(isLive);

/** Bytes of text; gzip makes a release about eight times smaller. */
const SMALL_BYTES = 1_000_000;
const GZIPPED = 8;
export const laneOf = (bytes: number, file: string, request: Parameters<typeof mayWait>[0]): LineLane =>
  mayWait(request) ? 'live' : bytes * (/\.gz$/i.test(file) ? GZIPPED : 1) <= SMALL_BYTES ? 'small' : 'large';
