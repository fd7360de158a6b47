import { type ChildProcess, spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeCacheOf } from '../../bin/code-cache.mjs';
import { OUT_OF_MEMORY, withoutDump } from '../../bin/heap-end.mjs';
import { permissionFlags } from '../../bin/permissions.mjs';
import { LIVE, SUPERVISOR } from '../../bin/sweep.mjs';
import { privateFolder, userFolders } from '../../bin/user-folders.mjs';
import { watchOver } from '../../bin/watch-over.mjs';
import { filesBelow } from '../../shared/adapters/local/door.ts';
import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { BEDROCK, isNamedSource, isNamedVectors } from '../../shared/contracts/sources.ts';
import type { ResultsFolder } from '../audit/results-folder.ts';
import { MESSAGES, type ProgressMessage } from '../progress.ts';
import type { SaidOn, WorkerMessage, WorkerTask } from './audit-worker.ts';

const WORKER = fileURLToPath(new URL('./audit-worker.ts', import.meta.url));

/** How a worker ended: with its last message, or without one. */
type WorkerEnd = Extract<WorkerMessage, { unveil: 'audited' }> | { readonly lost: string };

interface Heard {
  said(stream: SaidOn, text: string): void;
  progress(message: ProgressMessage): void;
}

/**
 * A process that computes one audit under Node's permission model. It reads the program, its own copies of the files, sources and their caches; it writes
 * its draft. It cannot start processes, and reaches the network only if the user named a live source or a language model.
 */
export class Confined {
  readonly ended: Promise<WorkerEnd>;
  readonly #watched: ReturnType<typeof watchOver>;
  readonly #child: ChildProcess;
  readonly #live: boolean;

  constructor(task: WorkerTask, folder: ResultsFolder, heard: Heard, heapMb: number | null) {
    const code = codeCacheOf();
    const live = task.request.languageModel !== undefined || task.request.sources.some((name) => PROVIDERS.has(name));
    this.#live = live;
    const heap = heapMb === null ? [] : [`--max-old-space-size=${heapMb}`];
    this.#child = spawn(process.execPath, [...heap, ...permissions(task.request, folder, { code, live }), WORKER], {
      env: {
        ...process.env,
        [SUPERVISOR]: String(process.pid),
        [MESSAGES]: '1',
        ...(code === null ? { NODE_DISABLE_COMPILE_CACHE: '1' } : { NODE_COMPILE_CACHE: code }),
        ...(live ? { [LIVE]: '1' } : {}),
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      windowsHide: true,
    });
    this.#watched = watchOver(this.#child);
    const errors = withoutDump(this.#child.stderr as NonNullable<ChildProcess['stderr']>, (text) => heard.said('debug', text));
    this.ended = new Promise((resolve) => {
      let end: WorkerEnd | null = null;
      this.#child.on('message', (message: WorkerMessage | ProgressMessage) => {
        if (message.unveil === 'said') heard.said(message.stream, message.text);
        else if (message.unveil === 'progress') heard.progress(message);
        else if (message.unveil === 'audited') end = message;
      });
      this.#child.on('error', (error) => resolve({ lost: `the process that audits cannot be started: ${error.message}` }));
      this.#child.on('close', (status, signal) => {
        const memory = errors.outOfMemory();
        resolve(
          end ?? {
            lost: memory ? OUT_OF_MEMORY : `its process was ended (${signal ?? `exit code ${status}`}); mostly it needs more memory`,
          },
        );
      });
    });
    this.#child.send(task);
  }

  /** In the way of bin/supervise.mjs, so that fetching may say how it goes on; one that only computes has nothing to say. */
  stop(signal: NodeJS.Signals, handOn: number): void {
    if (this.#live) this.#watched.stop(signal, handOn);
    else this.kill();
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

interface Needs {
  readonly code: string | null;
  readonly live: boolean;
}

function permissions(
  { sources, embeddings, texts, passages, languageModel }: AuditRequest,
  folder: ResultsFolder,
  { code, live }: Needs,
): string[] {
  const { cache, data, config } = userFolders();
  const inPlace = [
    ...sources.filter((name) => !isNamedSource(name)),
    ...(embeddings === undefined || isNamedVectors(embeddings) ? [] : [embeddings]),
    ...[texts, passages].filter((path) => path !== undefined),
  ];
  const root = filesBelow();
  // The door opens a path part by part.
  const opened = inPlace.length === 0 || root === null ? inPlace : [root, '/proc/self/fd/*'];
  // Live sources need the cache and the key of its names.
  const kept = live ? [privateFolder(cache)] : [];
  const signing = languageModel?.endpoint === BEDROCK ? [join(homedir(), '.aws')] : [];
  const reads = [folder.draft, cache, data, ...opened, ...signing, ...(live ? [config] : []), ...(code === null ? [] : [code])];
  const writes = [folder.work, folder.results, ...kept, ...(code === null ? [] : [code])];
  return permissionFlags({ reads, writes, live });
}
