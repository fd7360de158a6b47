import { Worker } from 'node:worker_threads';
import { SUPERVISOR, sweep } from '../../../bin/sweep.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Removed if this process is interrupted: paths, and folders if they are empty. */
interface Leftovers {
  readonly remove: readonly string[];
  readonly ifEmpty?: readonly string[];
}

export interface InterruptionGuard {
  /** All is in place or cleaned up: nothing remains to be removed. */
  done(): void;
  /** From here on, signals end this process at once, and its supervisor cleans up. */
  deaf(): void;
  /** Called first while this process waits for a worker process. True if that one ended by itself, and this one continues. */
  first: ((signal: NodeJS.Signals) => Promise<boolean>) | null;
  /** True after a signal. */
  readonly stopping: boolean;
}

const open = new Map<number, Leftovers>();
let last = 0;

/**
 * Until the guard is done, a signal first cleans up; where this process cannot, its supervisor does. Call it before creating what it names, because a
 * signal may come in between.
 */
export function guard(leftovers: Leftovers): InterruptionGuard {
  last += 1;
  const id = last;
  open.set(id, leftovers);
  tell({ unveil: 'leaves', id, leftovers });
  const interrupted = (signal: NodeJS.Signals): void => {
    heard();
    stopping = true;
    const end = (): void => {
      sweep(leftovers);
      // The supervisor cleans up once more after the end: until then a concurrent write may create a folder again.
      deaf();
      open.delete(id);
      process.kill(process.pid, signal);
    };
    if (guarded.first === null) end();
    else void guarded.first(signal).then((goesOn) => goesOn || end(), end);
  };
  const deaf = (): void => {
    for (const signal of SIGNALS) process.off(signal, interrupted);
  };
  const done = (): void => {
    deaf();
    if (open.delete(id)) tell({ unveil: 'left', id });
  };
  for (const signal of SIGNALS) process.on(signal, interrupted);
  let stopping = false;
  const guarded: InterruptionGuard = {
    done,
    deaf,
    first: null,
    get stopping() {
      return stopping;
    },
  };
  return guarded;
}

/** Tells the supervisor that this process handles the signal itself. */
export const heard = (): void => tell({ unveil: 'heard' });

const isWatched = (): boolean => process.send !== undefined && process.env[SUPERVISOR] === String(process.ppid);

/** Milliseconds between two checks for the parent, and those that a command has for cleaning up. */
const LOOK = 200;
const SWEEPS = 400;

/** Runs in a thread, because a command computes for minutes without reading messages. */
const WATCHES_PARENT = `const { workerData: { parent, look, sweeps } } = require('node:worker_threads');
const isThere = () => { try { return process.ppid === parent && process.kill(parent, 0); } catch (error) { return error.code === 'EPERM'; } };
const watch = setInterval(() => {
  if (isThere()) return;
  clearInterval(watch);
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), sweeps);
}, look);`;

/** Ends this process within a second after its supervisor, however that ended. */
export function endWithSupervisor(): void {
  if (!isWatched()) return;
  process.once('disconnect', () => {
    for (const leftovers of open.values()) sweep(leftovers);
    process.exit(1);
  });
  // Otherwise the listener would keep a finished command alive.
  process.channel?.unref();
  const workerData = { parent: process.ppid, look: LOOK, sweeps: SWEEPS };
  new Worker(WATCHES_PARENT, { eval: true, workerData, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();
}

function tell(message: Readonly<Record<string, unknown>>): void {
  if (isWatched() && process.connected) process.send?.(message, undefined, undefined, () => {});
}
