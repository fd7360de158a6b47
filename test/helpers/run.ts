import { spawnSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';

export interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a program as a user's shell would: Node 24 first on PATH, none of npm's own settings inherited. */
export function run(file: string, args: readonly string[], options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {}): Ran {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^npm_/i.test(name) && !/^NODE_(?:OPTIONS|ENV)$/.test(name) && name !== 'INIT_CWD',
  );
  const { status, stdout, stderr } = spawnSync(file, [...args], {
    cwd: options.cwd ?? process.cwd(),
    env: { ...Object.fromEntries(inherited), PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, ...options.env },
    encoding: 'utf8',
    input: '',
  });
  return { status, out: stdout, err: stderr };
}

export const UNVEIL = resolve('bin/unveil.mjs');
