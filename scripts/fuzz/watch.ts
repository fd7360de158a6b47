import { Worker } from 'node:worker_threads';
import type { Found, Tried } from './try-inputs.ts';
import type { Asked, WorkerData } from './worker.ts';

/** What no input may take. */
export const LIMITS = { milliseconds: 2_000, megabytes: 512 } as const;

const LOOK_MS = 100;
/** So many times the limit is waited when an input is tried again. */
const PATIENCE = 5;

const isEnded = (answer: object): answer is { readonly ended: string } => 'ended' in answer;

interface Watched extends Tried {
  readonly milliseconds: number;
  readonly longest: number;
}

export interface Named {
  readonly name: string;
  readonly weight: number;
}

/** A worker that tries batches, and is ended and begun anew where an input takes too long or too much. */
export class WatchedWorker {
  readonly #module: string;
  readonly #limits: { readonly milliseconds: number; readonly megabytes: number };
  #worker: Worker | null = null;
  readonly #clock = new BigInt64Array(new SharedArrayBuffer(16));

  constructor(module: string, limits: { readonly milliseconds: number; readonly megabytes: number } = LIMITS) {
    this.#module = module;
    this.#limits = limits;
  }

  /** The names of all readers. */
  async start(): Promise<readonly Named[]> {
    const workerData: WorkerData = { readers: this.#module, clock: this.#clock };
    this.#clock.fill(0n);
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.megabytes },
      // A worker that runs out of memory says so with all of its stack.
      stderr: true,
    });
    // One that was ended may say so once more, when nobody asks any longer.
    this.#worker.on('error', () => {});
    return (await this.#answer(null)) as readonly Named[];
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }

  /**
   * An input that takes too long, or ends the worker, is tried once more with all of its batch and more time, and judged by the time that it
   * took of a processor: a machine that is busy with something else stops an input too. Of a batch that does not come back it is all that is told.
   */
  async try(asked: Asked): Promise<Watched> {
    this.#worker?.postMessage(asked);
    const answer = await this.#answer(asked);
    if (!isEnded(answer)) return answer as Watched;
    await this.#anew();
    this.#worker?.postMessage(asked);
    const again = await this.#answer(asked, PATIENCE * this.#limits.milliseconds);
    if (!isEnded(again) && (again as Watched).longest <= this.#limits.milliseconds) return again as Watched;
    const at = Number(this.#endedAt);
    const found: Found = { reader: asked.reader, seed: asked.seed, at, what: answer.ended };
    await this.#anew();
    const { milliseconds } = this.#limits;
    return { read: 0, refused: at, found: [found], milliseconds, longest: milliseconds };
  }

  async #anew(): Promise<void> {
    await this.stop();
    await this.start();
  }

  #endedAt = 0n;

  #answer(asked: Asked | null, patience = this.#limits.milliseconds): Promise<object> {
    const worker = this.#worker as Worker;
    return new Promise((resolve) => {
      const done = (value: object): void => {
        clearInterval(look);
        worker.off('message', done);
        worker.off('error', failed);
        resolve(value);
      };
      const ended = (what: string): void => {
        this.#endedAt = Atomics.load(this.#clock, 1);
        done({ ended: what });
      };
      const failed = (error: Error & { readonly code?: string }): void =>
        ended(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? `takes more than ${this.#limits.megabytes} MB` : `ends the process: ${error.message}`,
        );
      const look = setInterval(() => {
        const began = Number(Atomics.load(this.#clock, 0));
        if (asked !== null && began > 0 && Date.now() - began > patience) ended(`takes more than ${this.#limits.milliseconds} ms`);
      }, LOOK_MS);
      worker.on('message', done);
      worker.on('error', failed);
    });
  }
}
