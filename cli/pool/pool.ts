import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { SUPERVISOR, sweep } from '../../bin/sweep.mjs';
import { heard, type Leftovers } from '../../shared/adapters/local/interruption.ts';
import { type AuditEnd, type AuditTask, WORKER } from './worker.ts';

const MB = 2 ** 20;
/** What an audit of some thousand transactions takes, with room (docs/figures/audit.md). */
const SHARE_MB = 750;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const ENTRY = new URL('../../bin/unveil.mjs', import.meta.url);

interface PoolSize {
  readonly jobs: number;
  /** Of all processes together. */
  readonly memoryMb: number;
}

/** As many processes as there are processors, and as memory that is free now has room for. */
export function poolSize(jobs: number | undefined, memoryMb: number | undefined): PoolSize {
  const memory = memoryMb ?? Math.max(SHARE_MB, Math.floor((0.6 * process.availableMemory()) / MB));
  return { jobs: jobs ?? Math.max(1, Math.min(availableParallelism(), Math.floor(memory / SHARE_MB))), memoryMb: memory };
}

/** How a task ended; `lost`: its process was ended under it, twice: the second time with all the memory there is. */
export type TaskEnd = { readonly exit: number; readonly message: string } | { readonly lost: string };

/** Runs tasks somewhere, and tells how each ended. */
export type RunTasks = <T extends AuditTask>(tasks: AsyncIterable<T>, ended: (task: T, end: TaskEnd) => void) => Promise<void>;

/**
 * Runs tasks in several processes, in their order as far as processes are free. Each gets an even part of the memory as the limit of its heap;
 * a task whose process does not survive that is done once more at the end, alone, with all of it.
 */
export async function runTasks<T extends AuditTask>(
  tasks: AsyncIterable<T> | Iterable<T>,
  size: PoolSize,
  ended: (task: T, end: TaskEnd) => void,
): Promise<void> {
  const again: T[] = [];
  await inPool(tasks, size, (task, end) => ('lost' in end ? again.push(task) : ended(task, end)));
  await inPool(again, { ...size, jobs: 1 }, ended);
}

/** The same without a second time. */
export async function inPool<T extends AuditTask>(
  tasks: AsyncIterable<T> | Iterable<T>,
  { jobs, memoryMb }: PoolSize,
  ended: (task: T, end: TaskEnd) => void,
): Promise<void> {
  const source = Symbol.asyncIterator in tasks ? tasks[Symbol.asyncIterator]() : tasks[Symbol.iterator]();
  const workers = new Set<Worker>();
  const interrupted = (signal: NodeJS.Signals): void => {
    heard();
    for (const worker of workers) worker.kill();
    for (const each of SIGNALS) process.off(each, interrupted);
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, interrupted);
  const lane = async (): Promise<void> => {
    let worker: Worker | null = null;
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      if (worker === null || worker.isDead) {
        worker = new Worker(Math.floor(memoryMb / jobs));
        workers.add(worker);
      }
      ended(next.value, await worker.run(next.value));
    }
    worker?.end();
  };
  try {
    await Promise.all(Array.from({ length: jobs }, lane));
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupted);
    for (const worker of workers) worker.end();
  }
}

/** A process that audits. This one watches over it as bin/supervise.mjs does over a command. */
class Worker {
  readonly #child: ChildProcess;
  readonly #leftovers = new Map<number, Leftovers>();
  #waiting: ((end: TaskEnd) => void) | null = null;
  isDead = false;

  constructor(heapMb: number) {
    this.#child = fork(fileURLToPath(ENTRY), ['campaign'], {
      execArgv: [`--max-old-space-size=${heapMb}`],
      env: { ...process.env, [WORKER]: '1', [SUPERVISOR]: String(process.pid) },
      // What an audit says comes as a message; the stacks that UNVEIL_DEBUG asks for are for the terminal, and in no result.
      stdio: ['ignore', 'ignore', process.env['UNVEIL_DEBUG'] === undefined ? 'ignore' : 'inherit', 'ipc'],
    });
    this.#child.on('message', (message: { readonly unveil?: string }) => this.#hear(message));
    this.#child.on('exit', (status, signal) => this.#exited(status, signal));
    this.#child.on('error', () => this.#exited(null, null));
  }

  run({ request, out }: AuditTask): Promise<TaskEnd> {
    return new Promise((resolve) => {
      this.#waiting = resolve;
      this.#child.send({ request, out });
    });
  }

  end(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  kill(): void {
    this.#child.kill('SIGKILL');
    this.#sweep();
  }

  #hear(message: { readonly unveil?: string; readonly id?: number; readonly leftovers?: Leftovers }): void {
    if (message.unveil === 'leaves' && message.leftovers !== undefined) this.#leftovers.set(Number(message.id), message.leftovers);
    else if (message.unveil === 'left') this.#leftovers.delete(Number(message.id));
    else if (message.unveil === 'audited') {
      const { exit, message: text } = message as AuditEnd;
      this.#waiting?.({ exit, message: text });
      this.#waiting = null;
    }
  }

  #exited(status: number | null, signal: NodeJS.Signals | null): void {
    this.isDead = true;
    this.#sweep();
    this.#waiting?.({ lost: `its process was ended (${signal ?? `exit code ${status}`}); mostly it needs more memory` });
    this.#waiting = null;
  }

  #sweep(): void {
    for (const each of this.#leftovers.values()) sweep(each);
    this.#leftovers.clear();
  }
}
