import { isatty } from 'node:tty';
import { cacheSecret } from '../../shared/adapters/local/cache-secret.ts';
import { keepWordnet } from '../../shared/adapters/local/wordnet.ts';
import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import type { RawRequest } from '../audit/request.ts';
import { AuditRefused, inResultsFolder } from '../audit/results-folder.ts';
import type { ExitCode, Terminal } from '../command.ts';
import { type ProgressMessage, terminalProgress } from '../progress.ts';
import type { SaidOn } from './audit-worker.ts';
import { Confined } from './confined.ts';

/** Milliseconds. A terminal sends its signal to both processes, so it is passed on only if the other has not answered by then. */
const HAND_ON = 100;

interface ConfinedAudit {
  readonly request: AuditRequest;
  readonly given: RawRequest;
  readonly name: string;
  readonly out: string;
  readonly json: boolean;
  readonly dryRun: boolean;
  readonly wait: boolean;
  readonly terminal: Terminal;
  /** Called when the results are in place. */
  readonly done?: () => void;
  /** Heap of the worker; by default Node's own limit. */
  readonly heapMb?: number;
  /** Called with the worker, by a caller that handles signals for it. */
  readonly started?: (child: Confined) => void;
}

/** The worker ended before its audit. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
}

/**
 * An audit in two processes: this one copies the files that the request names and puts the results in place; the worker only computes. The worker's output
 * is shown when the results are in place.
 */
export async function auditConfined({ terminal, started, heapMb, done, ...asked }: ConfinedAudit): Promise<ExitCode> {
  const said: string[] = [];
  const progress = terminalProgress(terminal);
  const exit = await inResultsFolder(KINDS, asked.request, asked.out, async (work, folder) => {
    await keepSources(asked.request);
    const { name, given, json, dryRun, wait } = asked;
    const shown = { isTTY: terminal.err.isTTY === true, columns: terminal.err.columns ?? 0 };
    const task = { ...work, name, folder: folder.path, given, json, dryRun, wait, ...shown };
    const heard = {
      said(stream: SaidOn, text: string): void {
        if (stream === 'out') said.push(text);
        else (stream === 'err' ? terminal.err : (terminal.debug ?? terminal.err)).write(text);
      },
      progress: (message: ProgressMessage): void => follow(progress, message),
    };
    const child = new Confined(task, folder, heard, heapMb ?? null);
    folder.guarded.first = (signal) => (started === undefined ? stopped(child, signal) : child.ended.then(() => false));
    started?.(child);
    const end = await child.ended;
    progress.end();
    // A signal that ended the worker ends this process too. A worker that ended by itself, such as to continue a fetch later, says so.
    if (folder.guarded.stopping && 'lost' in end) await new Promise(() => {});
    if ('lost' in end) throw new WorkerLost(end.lost);
    if (!end.complete) {
      for (const text of said) terminal.out.write(text);
      throw new AuditRefused(end.exit, end.later);
    }
    return end.exit;
  });
  done?.();
  for (const text of said) terminal.out.write(text);
  return exit;
}

/** True if the worker ended by itself. */
async function stopped(child: Confined, signal: NodeJS.Signals): Promise<boolean> {
  const both = signal === 'SIGINT' && [0, 1, 2].some((stream) => isatty(stream));
  child.stop(signal, both ? HAND_ON : 0);
  return !('lost' in (await child.ended));
}

/** Creates the files that sources are read from, because the worker may not write them. */
async function keepSources({ sources, embeddings, languageModel }: AuditRequest): Promise<void> {
  if (sources.includes('wordnet')) await keepWordnet({ plurals: 'exact', segmenter: null });
  if (languageModel !== undefined || sources.some((name) => PROVIDERS.has(name))) cacheSecret();
  if (embeddings === undefined) return;
  const { embeddingsOf } = await import('../audit/inputs.ts');
  (await embeddingsOf({ embeddings }))?.close();
}

function follow(progress: ReturnType<typeof terminalProgress>, { call, name, value }: ProgressMessage): void {
  if (call === 'plan') progress.plan?.(value ?? 0);
  else if (call === 'step') progress.step(name, value);
  else if (call === 'part') progress.part?.(name, value);
  else progress.advance(value ?? 0);
}
