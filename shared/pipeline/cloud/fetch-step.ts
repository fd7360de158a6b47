import { UNIT_POINTERS } from '../../contracts/work.ts';
import { seeded } from '../../core/random/random.ts';
import { readJsonLines } from '../../kit/blobs/json-lines.ts';
import { batches, HOME_BATCH } from '../../kit/plan/batches.ts';
import { MANIFEST } from '../../kit/plan/units.ts';
import type { CountRequest } from '../../ports/hit-counter.ts';
import type { HostPacer } from '../../ports/host-pacer.ts';
import type { LiveSource } from '../../ports/live-source.ts';
import type { Kinds } from '../audit/kind-of.ts';
import { CachedCounter } from '../fetch/cached-counter.ts';
import { FRUITLESS_TURNS, fetchCounts } from '../fetch/fetch-counts.ts';
import { needed } from '../fetch/fetch-needed.ts';
import { planFetch } from '../fetch/misses.ts';
import { pause } from '../fetch/pause.ts';
import type { AuditFolder } from './audit-folder.ts';
import { type CountPorts, countersOf } from './counters.ts';
import { fruitlessTurns, writeTurn } from './fetched.ts';
import { stepsOf } from './knowledge.ts';

interface FetchTurnPorts {
  readonly counting: CountPorts;
  readonly pacer: HostPacer;
  readonly owner: string;
  /** Of the live source, in words. */
  readonly operator: string;
  /** Epoch milliseconds at which the function ends. */
  readonly deadline: number;
  now(): number;
}

interface FetchTurn {
  readonly done: boolean;
  /** When another turn makes sense, ISO 8601. */
  readonly resumeAt: string;
  readonly found: number;
  readonly calls: number;
  readonly unavailable: number;
}

/** Share of the function's time after which a turn stops: open calls still have to end. */
const SHARE_OF_TIME = 0.8;
/** Milliseconds. The state machine waits for longer pauses, which costs nothing. */
const PATIENCE = 5_000;

/**
 * One turn at one live source: asks for pairs that neither earlier sources nor the cache answer, until all is answered, the budget is spent,
 * the host is parked, or time runs out. Any turn may run again: answers are in the cache.
 */
export async function fetchStep(
  folder: AuditFolder,
  kinds: Kinds,
  spec: string,
  source: LiveSource,
  ports: FetchTurnPorts,
): Promise<FetchTurn> {
  const { counting, now } = ports;
  const { cache } = counting;
  const asked = { source: source.source, secret: await counting.secret(), cache, now: counting.now };
  const { misses, terms, pairs, cached } = await planFetch(open(folder, kinds, spec, counting), asked);
  // The host refuses every time: unanswered pairs count as missing, and the results say so.
  if ((await fruitlessTurns(folder, spec)) >= FRUITLESS_TURNS)
    return { done: true, resumeAt: new Date(now()).toISOString(), found: cached, calls: 0, unavailable: misses.length };
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), (ports.deadline - now()) * SHARE_OF_TIME);
  try {
    const { calls, answered, remaining, resumeAt, notExpressible, unavailable } = await fetchCounts(misses, source, {
      cache,
      pacer: ports.pacer,
      owner: ports.owner,
      now,
      sleep: (milliseconds) => pause(milliseconds, stop.signal),
      stop: stop.signal,
      patience: PATIENCE,
      random: seeded(ports.owner),
      progress: () => {},
    });
    const done = remaining.length === 0;
    if (done) await folder.writeSize(spec, await new CachedCounter(source.source, asked).size());
    const found = Math.min(cached, terms + pairs);
    const figures = { found, terms, pairs, calls, notExpressible, unavailable: Object.fromEntries(unavailable) };
    await writeTurn(folder, spec, ports.owner, { ...figures, operator: ports.operator, done, fruitless: calls > 0 && answered === 0 });
    const failed = [...unavailable.values()].reduce((total, times) => total + times, 0);
    return { done, resumeAt: new Date(resumeAt ?? now()).toISOString(), found, calls, unavailable: failed };
  } finally {
    clearTimeout(timer);
  }
}

async function* open(folder: AuditFolder, kinds: Kinds, spec: string, counting: CountPorts): AsyncGenerator<CountRequest> {
  const { steps, sources } = await stepsOf(folder, kinds);
  const earlier = sources.slice(
    0,
    sources.findIndex((each) => each.spec === spec),
  );
  if (steps.needs === undefined) return;
  const units = batches(readJsonLines(folder.store, MANIFEST, UNIT_POINTERS), HOME_BATCH);
  yield* needed(units, await countersOf(earlier, counting, 1), (...some) => steps.needs?.(...some) as Promise<CountRequest>);
}
