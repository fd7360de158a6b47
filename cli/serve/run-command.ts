import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { confinementOf } from '../../bin/permissions.mjs';
import { FILES_BELOW, SUPERVISOR } from '../../bin/sweep.mjs';
import { watchOver } from '../../bin/watch-over.mjs';
import { Course } from '../course.ts';
import { MESSAGES, type ProgressMessage } from '../progress.ts';

const UNVEIL = fileURLToPath(new URL('../../bin/unveil.mjs', import.meta.url));
/** Characters of each stream in memory: summaries are shorter, and a runaway command cannot fill the memory. */
const HELD = 1_000_000;

export interface Ended {
  /** Exit code; null after a signal. */
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

export interface CommandRun {
  readonly course: Course;
  readonly ended: Promise<Ended>;
  /** Ends it within a third of a second, even in the middle of a computation, and removes its remains. */
  cancel(): void;
}

/** Runs a command of unveil in a process of its own, so that the server keeps answering. With `below` it reads no file outside of that folder, whatever the sent files name. */
export function startCommand(argv: readonly string[], folder: string, below: string | null): CommandRun {
  const around = { ...process.env, ...(below === null ? {} : { [FILES_BELOW]: realpathSync(below) }) };
  const confinement = confinementOf(argv, { cwd: folder, env: around });
  const child = spawn(process.execPath, [...(confinement?.flags ?? []), UNVEIL, ...argv], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc', 'pipe'],
    env: { ...around, ...confinement?.env, [SUPERVISOR]: String(process.pid), [MESSAGES]: '1' },
    windowsHide: true,
  });
  const course = new Course(() => {});
  child.on('message', (message) => follow(course, message as Partial<ProgressMessage>));
  const watched = watchOver(child);
  const ended = new Promise<Ended>((resolve) => {
    let [out, err] = ['', ''];
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => (out = (out + piece).slice(0, HELD)));
    child.stderr?.setEncoding('utf8').on('data', (piece: string) => (err = (err + piece).slice(-HELD)));
    if (process.env['UNVEIL_DEBUG'] !== undefined) child.stderr?.on('data', (piece: string) => process.stderr.write(piece));
    child.on('error', (error) => resolve({ status: 1, out, err: `unveil: ${error.message}\n` }));
    child.on('close', (status) => resolve({ status, out, err }));
  });
  return { course, ended, cancel: () => watched.stop('SIGTERM') };
}

function follow(course: Course, { unveil, call, name = '', value = null }: Partial<ProgressMessage>): void {
  if (unveil !== 'progress') return;
  if (call === 'plan') course.plan(value ?? 0);
  else if (call === 'step') course.step(name, value);
  else if (call === 'part') course.part(name, value);
  else if (call === 'advance') course.advance(value ?? 0);
}
