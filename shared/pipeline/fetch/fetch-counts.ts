import type { Random } from '../../core/random/random.ts';
import type { HostPacer } from '../../ports/host-pacer.ts';
import type { LiveSource } from '../../ports/live-source.ts';
import type { ScoreCache } from '../../ports/score-cache.ts';
import { cachedAnswer } from './cached-counter.ts';
import type { Miss } from './misses.ts';
import { type Waiting, WaitingList } from './waiting-list.ts';

/** Turns that asked and got no answer, before a host that parks for long is given up: it would be waited for without end. */
export const FRUITLESS_TURNS = 12;

export interface FetchPorts {
  readonly cache: ScoreCache;
  readonly pacer: HostPacer;
  /** Owner of the leases. */
  readonly owner: string;
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves after the time, or at once when `stop` is aborted. */
  sleep(milliseconds: number): Promise<void>;
  readonly stop: AbortSignal;
  /** The longest parking that is slept through (milliseconds): a minute or two at home, nothing in a Lambda. */
  readonly patience: number;
  readonly random: Random;
  progress(state: FetchProgress): void;
}

export interface FetchProgress {
  readonly calls: number;
  readonly answered: number;
  readonly left: number;
}

export interface FetchOutcome {
  readonly calls: number;
  /** Answers now in the cache. */
  readonly answered: number;
  readonly notExpressible: number;
  /** Asked to the end of patience without an answer, by reason. */
  readonly unavailable: ReadonlyMap<string, number>;
  /** Not asked: the run was stopped, the budget is spent, or time ran out. */
  readonly remaining: readonly Miss[];
  /** When asking makes sense again (epoch milliseconds); null when nothing remains or the run was stopped by hand. */
  readonly resumeAt: number | null;
}

const TRIES = 4;
/** How often in a row a host may send us away, without an answer between, before all that is left counts as unavailable. */
const PARKINGS = 12;
const BACKOFF = 500;
const LONGEST_BACKOFF = 30_000;
/** Reserved at a time: small, so that a dead worker wastes little and a parking is seen soon. */
const CHUNK = 16;
const POLL = 1_000;

/**
 * Asks each miss once, however many workers have it on their list: a lease first, then a moment reserved with the host's
 * pacer, then the call, then the answer under the lease. Pairs leased by others are deferred and checked later.
 * An answer is written before the next call of its slot begins, so a worker that dies costs at most the calls it had open.
 */
export async function fetchCounts(misses: readonly Miss[], source: LiveSource, ports: FetchPorts): Promise<FetchOutcome> {
  const run = new FetchRun(misses, source, ports);
  try {
    return await run.toEnd();
  } finally {
    await run.leave();
  }
}

class FetchRun {
  readonly #source: LiveSource;
  readonly #ports: FetchPorts;
  readonly #list: WaitingList;
  readonly #held = new Set<Waiting>();
  readonly #unavailable = new Map<string, number>();
  #calls = 0;
  #answered = 0;
  #notExpressible = 0;
  #resumeAt: number | null = null;
  /** Parkings since the last answer. */
  #parkings = 0;
  /** Why nothing more is asked. */
  #gaveUp: string | null = null;

  constructor(misses: readonly Miss[], source: LiveSource, ports: FetchPorts) {
    this.#list = new WaitingList(misses);
    this.#source = source;
    this.#ports = ports;
  }

  async toEnd(): Promise<FetchOutcome> {
    const { stop, pacer, owner } = this.#ports;
    const { host, limits, timeout } = this.#source;
    await this.#setAsideInexpressible();
    while (this.#list.size > 0 && !stop.aborted && this.#resumeAt === null && this.#gaveUp === null) {
      this.#list.recall(this.#ports.now());
      if (!this.#list.isReady) {
        await this.#sleep(this.#list.untilRecall(this.#ports.now()));
        await this.#dropAnswered();
        continue;
      }
      const now = this.#ports.now();
      const places = await pacer.admit(host, owner, limits.concurrent, limits, now, now + 3 * timeout);
      if (places === 0) {
        await this.#sleep(POLL * (0.5 + this.#ports.random.unit()));
        await this.#dropAnswered();
        continue;
      }
      await this.#round(places);
    }
    if (this.#gaveUp !== null) this.#setAsideUnasked(this.#gaveUp);
    return this.#outcome();
  }

  /** Gives back what this run holds, so that another can go on at once. */
  async leave(): Promise<void> {
    const { cache, pacer, owner } = this.#ports;
    if (this.#held.size > 0)
      await cache.release(
        [...this.#held].map(({ miss }) => miss.key),
        owner,
      );
    await pacer.leave(this.#source.host, owner);
  }

  /** Questions that the source cannot answer cost neither a lease nor a call. */
  async #setAsideInexpressible(): Promise<void> {
    const mute = this.#list.all().filter(({ miss }) => !this.#source.accepts(miss.question));
    if (mute.length === 0) return;
    const value = cachedAnswer({ kind: 'not expressible', reason: '' }, seconds(this.#ports.now()));
    await this.#ports.cache.put(mute.map(({ miss }) => ({ key: miss.key, value })));
    this.#notExpressible += mute.length;
    this.#list.remove(new Set(mute));
  }

  /** One chunk: leases, moments, calls side by side. */
  async #round(places: number): Promise<void> {
    const { pacer, cache, owner } = this.#ports;
    const { host, limits, timeout } = this.#source;
    const chunk = await this.#lease(this.#list.take(Math.max(CHUNK, places)));
    if (chunk.length === 0) return;
    const reservation = await pacer.reserve(host, chunk.length, limits, this.#ports.now());
    if (reservation.kind !== 'granted') {
      await this.#handBack(chunk);
      const wait = reservation.until - this.#ports.now();
      if (reservation.kind === 'spent' || wait > this.#ports.patience) this.#resumeAt = reservation.until;
      else await this.#sleep(wait);
      return;
    }
    const { count, startsAt, spacing, day } = reservation;
    await this.#handBack(chunk.slice(count));
    const granted = chunk.slice(0, count);
    let next = 0;
    let parked = false;
    let renewed = this.#ports.now();
    const slot = async (): Promise<void> => {
      while (next < granted.length && !parked) {
        const at = next;
        next += 1;
        await this.#sleep(startsAt + at * spacing - this.#ports.now());
        parked ||= this.#ports.stop.aborted || this.#gaveUp !== null || (await pacer.parkedUntil(host)) > this.#ports.now();
        if (parked) return;
        // A slow pace can outlast the lease of the last of a chunk.
        if (this.#ports.now() - renewed > timeout) {
          renewed = this.#ports.now();
          await cache.lease(
            granted.slice(at).map(({ miss }) => miss.key),
            owner,
            seconds(renewed),
            seconds(renewed + 3 * timeout),
          );
          await pacer.admit(host, owner, places, limits, renewed, renewed + 3 * timeout);
        }
        await this.#ask(granted[at]);
      }
    };
    await Promise.all(Array.from({ length: Math.min(places, granted.length) }, slot));
    const unasked = granted.filter((waiting) => this.#held.has(waiting));
    if (unasked.length > 0) {
      await pacer.giveBack(host, day, unasked.length);
      await this.#handBack(unasked);
    }
  }

  async #lease(wanted: readonly Waiting[]): Promise<Waiting[]> {
    const { cache, owner } = this.#ports;
    const now = this.#ports.now();
    const answers = await cache.lease(
      wanted.map(({ miss }) => miss.key),
      owner,
      seconds(now),
      seconds(now + 3 * this.#source.timeout),
    );
    const ours: Waiting[] = [];
    for (const [at, waiting] of wanted.entries()) {
      const answer = answers[at];
      if (answer?.kind === 'ours') {
        ours.push(waiting);
        this.#held.add(waiting);
      } else if (answer?.kind === 'answered') this.#answered += 1;
      else this.#list.defer(waiting, now + POLL * (0.5 + this.#ports.random.unit()));
    }
    this.#report();
    return ours;
  }

  async #ask(waiting: Waiting): Promise<void> {
    this.#calls += 1;
    const answer = await this.#source.ask(waiting.miss.question);
    const now = seconds(this.#ports.now());
    const parks = answer.kind === 'unavailable' && answer.parkFor !== undefined;
    this.#parkings = parks ? this.#parkings + 1 : 0;
    if (answer.kind === 'unavailable' && answer.final !== true && waiting.tries + 1 < TRIES) {
      if (answer.parkFor !== undefined) await this.#ports.pacer.park(this.#source.host, this.#ports.now() + answer.parkFor);
      await this.#later(waiting, answer.parkFor === undefined);
      if (this.#parkings >= PARKINGS) this.#gaveUp = answer.reason;
      return;
    }
    this.#held.delete(waiting);
    await this.#ports.cache.settle([{ key: waiting.miss.key, value: cachedAnswer(answer, now) }], this.#ports.owner);
    if (answer.kind === 'count') this.#answered += 1;
    else if (answer.kind === 'not expressible') this.#notExpressible += 1;
    else this.#unavailable.set(answer.reason, (this.#unavailable.get(answer.reason) ?? 0) + 1);
    this.#report();
  }

  /** Full jitter. A parking is the host's doing and costs the question none of its tries. */
  async #later(waiting: Waiting, costsATry: boolean): Promise<void> {
    const tries = waiting.tries + (costsATry ? 1 : 0);
    const backoff = Math.min(LONGEST_BACKOFF, BACKOFF * 2 ** tries) * this.#ports.random.unit();
    this.#held.delete(waiting);
    await this.#ports.cache.release([waiting.miss.key], this.#ports.owner);
    this.#list.defer({ miss: waiting.miss, tries }, this.#ports.now() + backoff);
  }

  /** A host that stops answering is skipped for this audit only. */
  #setAsideUnasked(reason: string): void {
    const left = this.#list.size;
    if (left > 0) this.#unavailable.set(reason, (this.#unavailable.get(reason) ?? 0) + left);
    this.#list.clear();
    this.#resumeAt = null;
  }

  async #handBack(unasked: readonly Waiting[]): Promise<void> {
    if (unasked.length === 0) return;
    for (const waiting of unasked) this.#held.delete(waiting);
    await this.#ports.cache.release(
      unasked.map(({ miss }) => miss.key),
      this.#ports.owner,
    );
    this.#list.giveBack(unasked);
  }

  /** After a sleep, others may have fetched much of the list: one look-up takes it off, where leases would go chunk by chunk. */
  async #dropAnswered(): Promise<void> {
    const waiting = this.#list.all();
    const answers = await this.#ports.cache.get(
      waiting.map(({ miss }) => miss.key),
      seconds(this.#ports.now()),
    );
    const done = new Set(waiting.filter((_, at) => answers[at] !== null));
    if (done.size === 0) return;
    this.#answered += done.size;
    this.#list.remove(done);
    this.#report();
  }

  async #sleep(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await this.#ports.sleep(milliseconds);
  }

  #report(): void {
    this.#ports.progress({ calls: this.#calls, answered: this.#answered, left: this.#list.size + this.#held.size });
  }

  #outcome(): FetchOutcome {
    return {
      calls: this.#calls,
      answered: this.#answered,
      notExpressible: this.#notExpressible,
      unavailable: this.#unavailable,
      remaining: this.#list.all().map(({ miss }) => miss),
      resumeAt: this.#resumeAt,
    };
  }
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
