import type { Miss } from './misses.ts';

export interface Waiting {
  readonly miss: Miss;
  readonly tries: number;
}

/** Open questions in order, and deferred ones with their time. */
export class WaitingList {
  #ready: Waiting[];
  #deferred: { readonly waiting: Waiting; readonly until: number }[] = [];

  constructor(misses: readonly Miss[]) {
    this.#ready = misses.map((miss) => ({ miss, tries: 0 }));
  }

  get size(): number {
    return this.#ready.length + this.#deferred.length;
  }

  get isReady(): boolean {
    return this.#ready.length > 0;
  }

  /** All of it, what is put off last. */
  all(): Waiting[] {
    return [...this.#ready, ...this.#deferred.map(({ waiting }) => waiting)];
  }

  /** Takes the first ready questions. */
  take(count: number): readonly Waiting[] {
    return this.#ready.splice(0, count);
  }

  /** Returns questions that were taken but not asked to the front. */
  giveBack(taken: readonly Waiting[]): void {
    this.#ready.unshift(...taken);
  }

  defer(waiting: Waiting, until: number): void {
    this.#deferred.push({ waiting, until });
  }

  /** Deferred questions whose time has come are ready, after the others. */
  recall(now: number): void {
    const due = this.#deferred.filter(({ until }) => until <= now);
    if (due.length === 0) return;
    this.#deferred = this.#deferred.filter(({ until }) => until > now);
    for (const { waiting } of due) this.#ready.push(waiting);
  }

  /** Milliseconds until something is ready, where nothing is. */
  untilRecall(now: number): number {
    return Math.max(1, Math.min(...this.#deferred.map(({ until }) => until)) - now);
  }

  remove(done: ReadonlySet<Waiting>): void {
    this.#ready = this.#ready.filter((each) => !done.has(each));
    this.#deferred = this.#deferred.filter(({ waiting }) => !done.has(waiting));
  }

  clear(): void {
    this.#ready = [];
    this.#deferred = [];
  }
}
