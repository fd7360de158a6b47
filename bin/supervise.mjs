// Plain JavaScript, like node24.mjs. A command computes in one thread, for up to a minute without reading messages. So another process starts it, handles
// its signals, and ends it if it does not react (docs/adr/one-thread.md).
import { spawn } from 'node:child_process';
import { isatty } from 'node:tty';
import { OUT_OF_MEMORY, withoutDump } from './heap-end.mjs';
import { SUPERVISOR } from './sweep.mjs';
import { watchOver } from './watch-over.mjs';

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
/** Milliseconds. A terminal sends its signal to both processes, so it is passed on only if the command has not answered by then. */
const HAND_ON = 100;
/** Exit code of a process that V8 aborted. */
const ABORTED = 134;

/**
 * Runs Node with these arguments in place of this process: with its streams, exit code and signals.
 *
 * @param {string} node
 * @param {readonly string[]} argv
 * @param {ReturnType<typeof import('./permissions.mjs').confinementOf>} confinement
 */
export function supervise(node, argv, confinement) {
  const child = spawn(node, [...(confinement?.flags ?? []), ...argv], {
    // On a terminal, a line that is redrawn must stay in order with other output.
    stdio: ['inherit', 'inherit', isatty(2) ? 'inherit' : 'pipe', 'ipc', 'pipe'],
    env: { ...process.env, ...confinement?.env, [SUPERVISOR]: String(process.pid) },
  });
  const errors = child.stderr === null ? null : withoutDump(child.stderr, (text) => process.stderr.write(text));
  const watched = watchOver(child);
  const hear = (/** @type {NodeJS.Signals} */ signal) => {
    if (watched.asked === null) process.stderr.write(isatty(2) ? '\r\u001b[Kunveil: stopping\n' : 'unveil: stopping\n');
    const both = signal === 'SIGINT' && [0, 1, 2].some((stream) => isatty(stream));
    watched.stop(signal, both ? HAND_ON : 0);
  };
  for (const signal of SIGNALS) process.on(signal, hear);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => {
      const { asked } = watched;
      for (const each of SIGNALS) process.off(each, hear);
      // Removes a line that the command drew after the request to stop.
      if (asked !== null && isatty(2)) process.stderr.write('\r\u001b[K');
      // On a terminal its last output was not captured.
      const memory = errors === null ? true : errors.outOfMemory();
      if (memory && asked === null && (signal === 'SIGABRT' || status === ABORTED)) {
        process.stderr.write(`unveil: ${OUT_OF_MEMORY}\n`);
        return resolve(1);
      }
      if (signal !== null) process.kill(process.pid, signal === 'SIGKILL' && asked !== null ? asked : signal);
      resolve(status ?? 1);
    });
  });
}
