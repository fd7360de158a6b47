import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUPERVISOR } from '../bin/sweep.mjs';

/** What a whole `unveil audit` took in a process of its own. */
export interface Measured {
  readonly seconds: number;
  readonly user: number;
  readonly megabytes: number;
  readonly status: number | null;
  readonly message: string;
  readonly steps: string;
}

/** `folder` takes the results. The audit runs in the process that is measured: a supervisor would take nothing, and hide who does. */
export function runAudit(folder: string, args: readonly string[]): Measured {
  const started = performance.now();
  const usageFile = join(folder, 'usage.json');
  const script = `process.on('exit',()=>require('node:fs').writeFileSync(${JSON.stringify(usageFile)},JSON.stringify(process.resourceUsage())))`;
  writeFileSync(join(folder, 'usage.cjs'), script);
  const child = spawnSync(
    process.execPath,
    ['--require', join(folder, 'usage.cjs'), 'bin/unveil.mjs', 'audit', ...args, '--out', join(folder, 'out')],
    { encoding: 'utf8', env: { ...process.env, UNVEIL_STEPS: '1', [SUPERVISOR]: String(process.pid) }, maxBuffer: 1 << 26 },
  );
  const usage = JSON.parse(readFileSync(usageFile, 'utf8')) as { readonly maxRSS: number; readonly userCPUTime: number };
  const steps = [...child.stderr.matchAll(/^step (\w[\w -]*): (\d+) ms$/gm)].map(([, name, ms]) => `${name} ${ms}`).join(', ');
  return {
    seconds: (performance.now() - started) / 1000,
    user: usage.userCPUTime / 1e6,
    megabytes: usage.maxRSS / 1024,
    status: child.status,
    message: child.stderr.trim().split('\n').at(-1) ?? '',
    steps,
  };
}
