import { Worker } from 'node:worker_threads';
import { SUPERVISOR, sweep } from '../../../bin/sweep.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What is to be swept up when this process is ended before its end: paths that go, and folders that go where nothing else is in them. */
interface Leftovers {
  readonly remove: readonly string[];
  readonly ifEmpty?: readonly string[];
}

export interface InterruptionGuard {
  /** It is cleaned up, or in its place: nothing is left to sweep. */
  done(): void;
  /** From here on this process hears nothing until it is done: a signal ends it at once, and who watches over it sweeps. */
  deaf(): void;
  /** Asked first while this process waits for another that works for it: true where that ended by itself, and this one goes on. */
  first: ((signal: NodeJS.Signals) => Promise<boolean>) | null;
  /** A signal came. */
  readonly stopping: boolean;
}

const open = new Map<number, Leftovers>();
let last = 0;

/**
 * Until the guard is done, a signal that ends this process sweeps first; and who watches over this process does where it cannot. To be called
 * before what it names is made: a signal may come in between.
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
      // Who watches sweeps once more after the end: a write that is under way beside this thread may make a folder again until then.
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

/** Says that this process hears and ends by itself: nobody need end it. */
export const heard = (): void => tell({ unveil: 'heard' });

const isWatched = (): boolean => process.send !== undefined && process.env[SUPERVISOR] === String(process.ppid);

/** Milliseconds between two looks whether the starter is there, and those in which a command that hears may sweep up. */
const LOOK = 200;
const SWEEPS = 400;

/** Runs in a thread of its own, since a command computes for minutes without hearing anything. */
const WATCHES_PARENT = `const { workerData: { parent, look, sweeps } } = require('node:worker_threads');
const isThere = () => { try { return process.ppid === parent && process.kill(parent, 0); } catch (error) { return error.code === 'EPERM'; } };
const watch = setInterval(() => {
  if (isThere()) return;
  clearInterval(watch);
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), sweeps);
}, look);`;

/** When the process that watches over this one ends, however it does, this one ends as well, within a second. */
export function endWithSupervisor(): void {
  if (!isWatched()) return;
  process.once('disconnect', () => {
    for (const leftovers of open.values()) sweep(leftovers);
    process.exit(1);
  });
  // Listening for that keeps no finished command alive.
  process.channel?.unref();
  const workerData = { parent: process.ppid, look: LOOK, sweeps: SWEEPS };
  new Worker(WATCHES_PARENT, { eval: true, workerData, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();
}

function tell(message: Readonly<Record<string, unknown>>): void {
  if (isWatched() && process.connected) process.send?.(message, undefined, undefined, () => {});
}
