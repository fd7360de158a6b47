import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';

/** `unveil serve` as a user starts it. */
export interface Served {
  /** With the token, and a slash behind it. */
  readonly address: string;
  readonly origin: string;
  /** Its output. */
  readonly said: string;
  readonly child: ChildProcess;
  /** Ctrl-C; answers what it ended with. */
  end(): Promise<number | null>;
}

export async function serve(folder: string, options: readonly string[] = [], unveil = resolve('bin/unveil.mjs')): Promise<Served> {
  const child = spawn(process.execPath, [unveil, 'serve', '--json', ...options], {
    cwd: folder,
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr?.on('data', (piece) => (errors += String(piece)));
  const ended = new Promise<number | null>((done) => child.on('close', (status) => done(status)));
  const said = await new Promise<string>((found, failed) => {
    let out = '';
    child.stdout?.on('data', (piece) => {
      out += String(piece);
      if (out.endsWith('\n')) found(out);
    });
    void ended.then(() => failed(new Error(`unveil serve ended: ${errors}`)));
  });
  const { address } = JSON.parse(said) as { address: string };
  return {
    address,
    said,
    origin: new URL(address).origin,
    child,
    end() {
      child.kill('SIGINT');
      return ended;
    },
  };
}
