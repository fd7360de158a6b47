import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a script of bench/corpus-children in a process of its own; it prints its figures as JSON. */
export function child(script: string, ...args: readonly string[]): Record<string, number> {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join('bench', 'corpus-children', script), ...args],
    // As `unveil` itself runs: with the compile cache of Node.
    { encoding: 'utf8', env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'unveil-bench-compiled') } },
  );
  if (status !== 0) throw new Error(`${script}: ${stderr}`);
  return JSON.parse(stdout) as Record<string, number>;
}
