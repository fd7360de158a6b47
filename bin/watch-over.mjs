// Plain JavaScript, like node24.mjs: the parent of a command, on any Node, learns from it what it would leave behind.
import { sweep } from './sweep.mjs';

/** Milliseconds. A command that reads messages answers within a few; one that does not is in the middle of a computation. */
const PATIENCE = 300;

/**
 * Supervises a command that was started with an IPC channel and with SUPERVISOR in its environment: stops it in good order, and removes its remains if it
 * does not end by itself.
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
    /** The signal of the request to stop, or null. */
    get asked() {
      return asked;
    },
    /** Asks it to stop, after some milliseconds in which it may have received the signal itself; the second call kills it. */
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
