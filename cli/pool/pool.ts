import { availableParallelism } from 'node:os';
import { heard } from '../../shared/adapters/local/interruption.ts';
import { AuditRefused } from '../audit/in-results-folder.ts';
import { auditName, parseRequest, readRequestFile } from '../audit/request.ts';
import type { ExitCode } from '../command.ts';
import { runCommand } from '../run-command.ts';
import { auditConfined, WorkerLost } from './audit-confined.ts';
import type { Confined } from './confined.ts';

const MB = 2 ** 20;
/** What an audit of some thousand transactions takes, with room (docs/figures/audit.md). */
const SHARE_MB = 750;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

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

/** One audit: a request file with absolute paths, and the folder of its results. */
export interface AuditTask {
  readonly request: string;
  readonly out: string;
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
  const running = new Set<Confined>();
  const interrupted = (signal: NodeJS.Signals): void => {
    heard();
    for (const child of running) child.kill();
    for (const each of SIGNALS) process.off(each, interrupted);
    process.kill(process.pid, signal);
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

/** Runs `unveil audit`, and keeps what it says where it does not end well. */
async function audited({ request: file, out }: AuditTask, heapMb: number, running: Set<Confined>): Promise<TaskEnd> {
  const said: string[] = [];
  // The stacks that UNVEIL_DEBUG asks for are for the terminal, and in no result.
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
  const exit = await runCommand('audit', { help: '', run }, { argv: [], terminal, commands: {} });
  if (lost !== null) return { lost };
  // What goes on beside an audit that ended well, such as notes of a live source, is in its report.
  const message = said
    .join('')
    .trim()
    .replace(/^unveil(?: audit)?: /, '');
  return { exit, message };
}
