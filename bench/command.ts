import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Resources of a command, without start-up. */
export interface CommandRun {
  readonly status: number;
  readonly milliseconds: number;
  /** Milliseconds of the processor. */
  readonly cpu: number;
  readonly megabytes: number;
}

/** Output of command-child.ts: milliseconds, kilobytes of memory, bytes read. */
export interface CommandUsage {
  readonly status: number;
  readonly milliseconds: number;
  readonly maxRSS: number;
  readonly cpu: number;
  readonly user: number;
  readonly read: number | null;
}

/** Runs a command in a process of its own. `compiled`: a folder for Node's cache of compiled code, which `bin/unveil.mjs` has too; left out: none. */
export function runCommand(words: readonly string[], compiled?: string): CommandRun {
  const out = execFileSync(process.execPath, [join(import.meta.dirname, 'command-child.ts'), ...words], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: { ...process.env, ...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled }) },
  });
  const { status, milliseconds, maxRSS, cpu } = JSON.parse(out) as CommandUsage;
  if (status !== 0 && status !== 3) throw new Error(`${words.join(' ')} ended with ${status}`);
  return { status, milliseconds, cpu, megabytes: maxRSS / 1024 };
}
