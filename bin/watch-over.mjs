// Plain JavaScript on purpose, as node24.mjs: whoever starts a command, on whatever Node, hears from it what it would leave behind.
import { sweep } from './sweep.mjs';

/** Milliseconds: a command that is free to hear answers within a few; one that has not by then is in the middle of its arithmetic. */
const PATIENCE = 300;

/**
 * Watches over a command that was started with a channel and with SUPERVISOR in its environment: it is stopped in good order, and what it leaves is
 * swept up when it does not end by itself.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
export function watchOver(child) {
  const leftovers = new Map();
  /** @type {NodeJS.Timeout[]} */
  const timers = [];
  /** @type {NodeJS.Signals | null} */
  let asked = null;
  let answered = false;
  child.on('message', (/** @type {any} */ message) => {
    if (message?.unveil === 'leaves') leftovers.set(message.id, message.leftovers);
    else if (message?.unveil === 'left') leftovers.delete(message.id);
    else if (message?.unveil === 'heard') answered = true;
  });
  child.on('exit', (_, signal) => {
    for (const timer of timers) clearTimeout(timer);
    if (signal !== null || asked !== null) for (const each of leftovers.values()) sweep(each);
  });
  return {
    /** The signal that it was asked to stop by, or null. */
    get asked() {
      return asked;
    },
    /** Asks it to stop, after so many milliseconds in which it may have heard by itself; the second time it is ended at once. */
    stop(/** @type {NodeJS.Signals} */ signal, handOn = 0) {
      if (asked !== null) {
        child.kill('SIGKILL');
        return;
      }
      asked = signal;
      if (handOn === 0) child.kill(signal);
      else timers.push(setTimeout(() => !answered && child.kill(signal), handOn));
      timers.push(setTimeout(() => !answered && child.kill('SIGKILL'), PATIENCE));
    },
  };
}
