import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { CommandUsage } from './command.ts';

/** Resources of a whole `unveil audit` in its own process. */
export interface Measured {
  readonly seconds: number;
  readonly user: number;
  readonly megabytes: number;
  /** From files, whether they stood in memory or not; null where the system does not tell. */
  readonly megabytesRead: number | null;
  readonly status: number | null;
  readonly message: string;
  /** Milliseconds of processor time of each. */
  readonly steps: string;
}

/** `folder` takes the results. The audit runs in the process that is measured: a supervisor, or one that may do less, would hide who does. */
export function runAudit(folder: string, args: readonly string[]): Measured {
  const started = performance.now();
  const child = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'command-child.ts'), 'audit', ...args, '--out', join(folder, 'out')],
    { encoding: 'utf8', env: { ...process.env, UNVEIL_STEPS: '1' }, maxBuffer: 1 << 26 },
  );
  if (child.stdout === '') throw new Error(child.stderr);
  const usage = JSON.parse(child.stdout) as CommandUsage;
  const steps = [...child.stderr.matchAll(/^step (\w[\w -]*): \d+ ms, (\d+) ms of processor time$/gm)]
    .map(([, name, ms]) => `${name} ${ms}`)
    .join(', ');
  return {
    seconds: (performance.now() - started) / 1000,
    user: usage.user / 1000,
    megabytes: usage.maxRSS / 1024,
    megabytesRead: usage.read === null ? null : usage.read / 2 ** 20,
    status: usage.status,
    message: child.stderr.trim().split('\n').at(-1) ?? '',
    steps,
  };
}
