import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { BENCH_CACHE } from './calibrated/corpora.ts';

/** Runs a script of bench/corpus-children in a process of its own; it prints its figures as JSON. */
export function child(script: string, ...args: readonly string[]): Record<string, number> {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join('bench', 'corpus-children', script), ...args],
    // As `unveil` itself runs: with the compile cache of Node.
    { encoding: 'utf8', env: { ...process.env, NODE_COMPILE_CACHE: join(BENCH_CACHE, 'compiled') } },
  );
  if (status !== 0) throw new Error(`${script}: ${stderr}`);
  return JSON.parse(stdout) as Record<string, number>;
}
