import { SUPERVISOR, sweep } from '../../../bin/sweep.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What is to be swept up when this process is ended before its end: paths that go, and folders that go where nothing else is in them. */
export interface Leftovers {
  readonly remove: readonly string[];
  readonly ifEmpty?: readonly string[];
}

export interface InterruptionGuard {
  /** It is cleaned up, or in its place: nothing is left to sweep. */
  done(): void;
  /** From here on this process hears nothing until it is done: a signal ends it at once, and who watches over it sweeps. */
  deaf(): void;
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
    sweep(leftovers);
    // Who watches sweeps once more after the end: a write that is under way beside this thread may make a folder again until then.
    deaf();
    open.delete(id);
    process.kill(process.pid, signal);
  };
  const deaf = (): void => {
    for (const signal of SIGNALS) process.off(signal, interrupted);
  };
  const done = (): void => {
    deaf();
    if (open.delete(id)) tell({ unveil: 'left', id });
  };
  for (const signal of SIGNALS) process.on(signal, interrupted);
  return { done, deaf };
}

/** Says that this process hears and ends by itself: nobody need end it. */
export const heard = (): void => tell({ unveil: 'heard' });

const isWatched = (): boolean => process.send !== undefined && process.env[SUPERVISOR] === String(process.ppid);

/** When the process that watches over this one is killed, this one ends as well. */
export function endWithSupervisor(): void {
  if (!isWatched()) return;
  process.once('disconnect', () => {
    for (const leftovers of open.values()) sweep(leftovers);
    process.exit(1);
  });
  // Listening for that keeps no finished command alive.
  process.channel?.unref();
}

function tell(message: Readonly<Record<string, unknown>>): void {
  if (isWatched() && process.connected) process.send?.(message, undefined, undefined, () => {});
}
