import { availableParallelism } from 'node:os';
import { heard } from '../../shared/adapters/local/interruption.ts';
import { auditName, parseRequest, readRequestFile } from '../audit/request.ts';
import { AuditRefused } from '../audit/results-folder.ts';
import type { ExitCode } from '../command.ts';
import { runCommand } from '../run-command.ts';
import { auditConfined, WorkerLost } from './audit-confined.ts';
import type { Confined } from './confined.ts';

const MB = 2 ** 20;
/** Memory of an audit of a few thousand transactions, with a margin (docs/figures/audit.md). */
const SHARE_MB = 750;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface PoolSize {
  readonly jobs: number;
  /** All processes together. */
  readonly memoryMb: number;
}

/** One process for each processor, as far as they fit into the memory that is free now. */
export function poolSize(jobs: number | undefined, memoryMb: number | undefined): PoolSize {
  const memory = memoryMb ?? Math.max(SHARE_MB, Math.floor((0.6 * process.availableMemory()) / MB));
  return { jobs: jobs ?? Math.max(1, Math.min(availableParallelism(), Math.floor(memory / SHARE_MB))), memoryMb: memory };
}

/** One audit: a request file with absolute paths, and the folder of its results. */
export interface AuditTask {
  readonly request: string;
  readonly out: string;
}

/** How a task ended. `lost`: its process ended before it twice, the second time with all of the memory. */
export type TaskEnd = { readonly exit: number; readonly message: string } | { readonly lost: string };

/** Runs tasks and reports how each ended. */
export type RunTasks = <T extends AuditTask>(tasks: AsyncIterable<T>, ended: (task: T, end: TaskEnd) => void) => Promise<void>;

/**
 * Runs tasks in several processes, in order as processes become free. Each gets an equal share of the memory as the limit of its heap. A task whose
 * process dies is repeated at the end, alone, with all of the memory.
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

/** The same without repeating. */
export async function inPool<T extends AuditTask>(
  tasks: AsyncIterable<T> | Iterable<T>,
  { jobs, memoryMb }: PoolSize,
  ended: (task: T, end: TaskEnd) => void,
): Promise<void> {
  const source = Symbol.asyncIterator in tasks ? tasks[Symbol.asyncIterator]() : tasks[Symbol.iterator]();
  const running = new Set<Confined>();
  const interrupted = (signal: NodeJS.Signals): void => {
    heard();
    for (const child of running) child.kill();
    // One that still ends would write into what is swept up.
    void Promise.all([...running].map((child) => child.ended)).then(() => {
      for (const each of SIGNALS) process.off(each, interrupted);
      process.kill(process.pid, signal);
    });
  };
  for (const signal of SIGNALS) process.on(signal, interrupted);
  const lane = async (): Promise<void> => {
    for (let next = await source.next(); next.done !== true; next = await source.next())
      ended(next.value, await audited(next.value, Math.floor(memoryMb / jobs), running));
  };
  try {
    await Promise.all(Array.from({ length: jobs }, lane));
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupted);
    for (const child of running) child.kill();
  }
}

/** Runs one audit, and keeps its messages for a failure. */
async function audited({ request: file, out }: AuditTask, heapMb: number, running: Set<Confined>): Promise<TaskEnd> {
  const said: string[] = [];
  // Stacks for UNVEIL_DEBUG go to the terminal and into no result.
  const silent = { write: () => {} };
  const debug = process.env['UNVEIL_DEBUG'] === undefined ? silent : process.stderr;
  const terminal = { out: silent, err: { write: (text: string) => said.push(text) }, debug };
  let lost: string | null = null;
  const started = (child: Confined): void => {
    running.add(child);
    void child.ended.then(() => running.delete(child));
  };
  const run = async (): Promise<ExitCode> => {
    try {
      const request = parseRequest(readRequestFile(file), file);
      const asked = { request, given: {}, name: auditName(request), out, json: true, dryRun: false, wait: false };
      return await auditConfined({ ...asked, terminal, heapMb, started });
    } catch (error) {
      if (error instanceof AuditRefused) return error.exit;
      if (error instanceof WorkerLost) lost = error.message;
      throw error;
    }
  };
  const exit = await runCommand('audit', { options: {}, run }, { argv: [], terminal, commands: {} });
  if (lost !== null) return { lost };
  // The report has the notes of a successful audit, such as those of a live source.
  const message = said
    .join('')
    .trim()
    .replace(/^unveil(?: audit)?: /, '');
  return { exit, message };
}
