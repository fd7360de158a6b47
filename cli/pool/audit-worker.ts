// The program of a process that computes one audit for another (confined.ts).
import { endWithSupervisor } from '../../shared/adapters/local/interruption.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { computeAudit } from '../audit/audit-files.ts';
import { conclude } from '../audit/ci-files.ts';
import { DryRunDone, FetchStopped } from '../audit/fetch-text.ts';
import type { RawRequest } from '../audit/request.ts';
import { namingOptions } from '../audit/request-of-options.ts';
import type { AuditWork } from '../audit/results-folder.ts';
import { ExitCode, type Terminal } from '../command.ts';
import { debugFailures } from '../debug-failures.ts';
import { dropLoading } from '../drop-loading.ts';
import { terminalProgress } from '../progress.ts';
import { runCommand } from '../run-command.ts';

/** Sent to the process once. */
export interface WorkerTask extends AuditWork {
  readonly name: string;
  /** Folder of the results, as messages name it. */
  readonly folder: string;
  /** Keys of the request that came from options. */
  readonly given: RawRequest;
  readonly json: boolean;
  readonly dryRun: boolean;
  readonly wait: boolean;
  /** Terminal of the process that started this one. */
  readonly isTTY: boolean;
  readonly columns: number;
}

/** `debug` goes to the terminal only and is never saved. */
export type SaidOn = 'out' | 'err' | 'debug';

/** Sent back, next to messages of progress. */
export type WorkerMessage =
  | { readonly unveil: 'said'; readonly stream: SaidOn; readonly text: string }
  /** `complete`: the results are there. `later`: the same audit can go on another time. */
  | { readonly unveil: 'audited'; readonly exit: ExitCode; readonly complete: boolean; readonly later: boolean };

/** Computes the audit that it is sent, and ends. */
async function work(): Promise<void> {
  const task = new Promise<WorkerTask>((resolve) => process.once('message', (sent) => resolve(sent as WorkerTask)));
  process.channel?.ref();
  dropLoading();
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
  const exit = await runCommand('audit', { options: {}, run }, { argv: [], terminal, commands: {} });
  await new Promise((sent) =>
    process.send?.({ unveil: 'audited', exit, complete, later } satisfies WorkerMessage, undefined, undefined, sent),
  );
}

const send = (message: WorkerMessage): unknown => process.send?.(message);

// Files are for their owner only. Windows has no such mask.
process.umask(0o077);
endWithSupervisor();
await work();
