import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUPERVISOR } from '../bin/sweep.mjs';

/** What a whole `unveil audit` took in a process of its own. */
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

interface Usage {
  readonly maxRSS: number;
  readonly userCPUTime: number;
  readonly read: number | null;
}

/** Runs in the process that is measured, as text: no name of this module is known there. */
function tellUsage(file: string): void {
  const fs = process.getBuiltinModule('node:fs');
  const io = '/proc/self/io';
  const read = fs.existsSync(io) ? Number(/rchar: (\d+)/.exec(fs.readFileSync(io, 'utf8'))?.[1]) : null;
  fs.writeFileSync(file, JSON.stringify({ ...process.resourceUsage(), read }));
}

/** `folder` takes the results. The audit runs in the process that is measured: a supervisor would take nothing, and hide who does. */
export function runAudit(folder: string, args: readonly string[]): Measured {
  const started = performance.now();
  const usageFile = join(folder, 'usage.json');
  writeFileSync(join(folder, 'usage.cjs'), `process.on('exit', () => (${tellUsage})(${JSON.stringify(usageFile)}));`);
  const child = spawnSync(
    process.execPath,
    ['--require', join(folder, 'usage.cjs'), 'bin/unveil.mjs', 'audit', ...args, '--out', join(folder, 'out')],
    { encoding: 'utf8', env: { ...process.env, UNVEIL_STEPS: '1', [SUPERVISOR]: String(process.pid) }, maxBuffer: 1 << 26 },
  );
  const usage = JSON.parse(readFileSync(usageFile, 'utf8')) as Usage;
  const steps = [...child.stderr.matchAll(/^step (\w[\w -]*): \d+ ms, (\d+) ms of processor time$/gm)]
    .map(([, name, ms]) => `${name} ${ms}`)
    .join(', ');
  return {
    seconds: (performance.now() - started) / 1000,
    user: usage.userCPUTime / 1e6,
    megabytes: usage.maxRSS / 1024,
    megabytesRead: usage.read === null ? null : usage.read / 2 ** 20,
    status: child.status,
    message: child.stderr.trim().split('\n').at(-1) ?? '',
    steps,
  };
}
