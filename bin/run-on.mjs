// Plain JavaScript on purpose, as node24.mjs.
import { spawn } from 'node:child_process';
import { isatty } from 'node:tty';

/** Runs another Node in this one's place: its streams, its exit code, and its signals both ways. */
export function runOn(node, argv) {
  const child = spawn(node, argv, { stdio: 'inherit' });
  const forward = (signal) => {
    // A terminal sends Ctrl-C to both; a second one would end what the child is still putting in order.
    if (signal !== 'SIGINT' || ![0, 1, 2].some((stream) => isatty(stream))) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (status, signal) => {
      for (const each of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(each, forward);
      if (signal !== null) process.kill(process.pid, signal);
      resolve(status ?? 1);
    });
  });
}
