// Plain JavaScript, like node24.mjs: the parent of a command, on any Node, learns from it what it would leave behind.
import { closeSync, constants, fstatSync, fsyncSync, openSync } from 'node:fs';
import { SYNC, sweep } from './sweep.mjs';

/** Milliseconds. A command that reads messages answers within a few; one that does not is in the middle of a computation. */
const PATIENCE = 300;

/**
 * Supervises a command that was started with an IPC channel, a pipe behind it, and SUPERVISOR in its environment: stops it in good order, and removes its remains if it
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
  const pipe = /** @type {import('node:net').Socket | undefined} */ (/** @type {unknown} */ (child.stdio[SYNC]));
  let asks = '';
  pipe?.setEncoding('utf8').on('data', (piece) => {
    asks += piece;
    for (let end = asks.indexOf('\n'); end >= 0; end = asks.indexOf('\n')) {
      pipe.write(synced(JSON.parse(asks.slice(0, end))) ? '1' : '0');
      asks = asks.slice(end + 1);
    }
  });
  // Ended before its answer.
  pipe?.on('error', () => {});
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

/** Node lets no confined process put a file or folder on the disk, so it asks for that. False if there is none. */
function synced(/** @type {string} */ path) {
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const found = fstatSync(file);
      if (found.isFile() || found.isDirectory()) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return true;
  } catch {
    return false;
  }
}
