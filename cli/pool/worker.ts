import { flushCompileCache } from 'node:module';
import { KINDS } from '../../shared/kinds/registry.ts';
import { computeAudit } from '../audit/audit-files.ts';
import { conclude } from '../audit/conclude.ts';
import { DryRunDone, FetchStopped } from '../audit/fetch-stopped.ts';
import type { AuditWork } from '../audit/in-results-folder.ts';
import { namingOptions } from '../audit/option-names.ts';
import type { RawRequest } from '../audit/request.ts';
import { ExitCode, type Terminal } from '../command.ts';
import { debugFailures } from '../debug-failures.ts';
import { terminalProgress } from '../progress.ts';
import { runCommand } from '../run-command.ts';

/** What a process that audits is sent, once. */
export interface WorkerTask extends AuditWork {
  readonly name: string;
  /** Where the results will be, as it is said. */
  readonly folder: string;
  /** Keys of the request that came from options. */
  readonly given: RawRequest;
  readonly json: boolean;
  readonly dryRun: boolean;
  readonly wait: boolean;
  /** The terminal of who started it. */
  readonly isTTY: boolean;
  readonly columns: number;
}

/** `debug`: for the terminal alone, and in nothing that is kept. */
export type SaidOn = 'out' | 'err' | 'debug';

/** What it sends back, beside calls of its progress. */
export type WorkerMessage =
  | { readonly unveil: 'said'; readonly stream: SaidOn; readonly text: string }
  /** `complete`: its results are there; else `later` where the same audit goes on another time. */
  | { readonly unveil: 'audited'; readonly exit: ExitCode; readonly complete: boolean; readonly later: boolean };

/** Audits what it is sent, and ends. Before it is sent anything it gives up what only loading its own code needs. */
export async function work(): Promise<void> {
  const task = new Promise<WorkerTask>((resolve) => process.once('message', (sent) => resolve(sent as WorkerTask)));
  process.channel?.ref();
  flushCompileCache();
  const code = process.env['NODE_COMPILE_CACHE'];
  // Not every Node 24 can give up what it was started with; the types know of none.
  const permission = process.permission as { drop?(scope: string, path?: string): void } | undefined;
  if (code !== undefined) permission?.drop?.('fs.write', code);
  permission?.drop?.('worker');
  await audited(await task);
  process.disconnect?.();
}

async function audited(task: WorkerTask): Promise<void> {
  const said = (stream: SaidOn) => ({
    write: (text: string) => send({ unveil: 'said', stream, text }),
    isTTY: task.isTTY,
    columns: task.columns,
  });
  const terminal: Terminal = { out: said('out'), err: said('err'), debug: said('debug') };
  let [complete, later] = [false, false];
  const run = async (): Promise<ExitCode> => {
    const live = { terminal, dryRun: task.dryRun, wait: task.wait, env: process.env };
    const course = { name: task.name, progress: terminalProgress({ ...terminal, err: process.stderr }), live, ...debugFailures(terminal) };
    try {
      const found = await namingOptions(task.given, () => computeAudit(KINDS, task, course));
      complete = true;
      return conclude({ ...found, folder: task.folder }, task.json, terminal);
    } catch (error) {
      later = error instanceof DryRunDone || error instanceof FetchStopped;
      if (error instanceof DryRunDone) return ExitCode.done;
      throw error;
    }
  };
  const exit = await runCommand('audit', { help: '', run }, { argv: [], terminal, commands: {} });
  await new Promise((sent) =>
    process.send?.({ unveil: 'audited', exit, complete, later } satisfies WorkerMessage, undefined, undefined, sent),
  );
}

const send = (message: WorkerMessage): unknown => process.send?.(message);
