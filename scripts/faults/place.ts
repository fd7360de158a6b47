import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MADE, type Work } from './work.ts';

export interface Ended {
  readonly status: number | null;
  readonly said: string;
}

/** A folder in which one work is done, disturbed, and done again. */
export class Place {
  readonly folder: string;
  readonly made: string;
  readonly #work: Work;

  constructor(work: Work, folder: string) {
    this.#work = work;
    this.folder = folder;
    this.made = join(folder, MADE);
    mkdirSync(this.made, { recursive: true });
    work.prepare(folder);
  }

  /** Removes everything that was made: the next run is a first one, of this user if the home goes too. */
  clear(keepsHome = false): void {
    for (const name of readdirSync(this.made)) {
      if (!keepsHome || name !== 'home') rmSync(join(this.made, name), { recursive: true, force: true });
    }
  }

  /** Takes the home that the first work of this folder left: an index of WordNet and compiled code. False: there is none. */
  takesHome(): boolean {
    const left = join(dirname(this.folder), 'home');
    if (!existsSync(left)) return false;
    cpSync(left, join(this.made, 'home'), { recursive: true });
    return true;
  }

  leavesHome(): void {
    cpSync(join(this.made, 'home'), join(dirname(this.folder), 'home'), { recursive: true });
  }

  /** As it is before each run: with an older product where the work asks for one. Answers its digest. */
  async begin(keepsHome = false): Promise<string | null> {
    this.clear(keepsHome);
    if (this.#work.earlier === undefined) return null;
    const { status, said } = await this.#started(this.#work.earlier).ended;
    if (status !== 0) throw new Error(`the earlier run ends with ${status}: ${said}`);
    return this.product();
  }

  /** The environment of a run. */
  env(): Readonly<Record<string, string>> {
    const temporary = join(this.made, 'temporary');
    mkdirSync(temporary, { recursive: true });
    return { PATH: process.env['PATH'] ?? '', HOME: this.made, UNVEIL_HOME: join(this.made, 'home'), TMPDIR: temporary };
  }

  start(env: Readonly<Record<string, string>> = {}): Running {
    return this.#started(this.#work.argv, env);
  }

  #started(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    const options = { cwd: this.folder, detached: true, env: { ...this.env(), ...env } };
    return new Running(spawn(process.execPath, argv, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  run(env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    return this.start(env).ended;
  }

  /** Null: there is none. */
  product(): string | null {
    return this.#work.product(this.made);
  }

  /** Names of files and folders that a run may leave in the place of its product, apart from what is in it. */
  entries(): string[] {
    return walk(this.made).map((path) => path.slice(this.made.length + 1));
  }

  /** Files that somebody else than the owner could read, folders of others' rights apart. */
  readableByOthers(names: readonly string[]): string[] {
    const isOpen = (path: string): boolean => (lstatSync(path).mode & 0o077) !== 0;
    return names.filter((name) => {
      const path = join(this.made, name);
      if (!existsSync(path) || !lstatSync(path).isFile() || !isOpen(path)) return false;
      for (let folder = dirname(path); folder !== this.made; folder = dirname(folder)) if (!isOpen(folder)) return false;
      return true;
    });
  }
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${sep}${entry.name}`;
    return entry.isDirectory() ? [path, ...walk(path)] : [path];
  });
}

export type Whom = 'launcher' | 'child' | 'both';

/** A command that runs, with the processes that it starts. */
class Running {
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;
  #ended = false;

  constructor(child: ChildProcess) {
    this.#child = child;
    let said = '';
    child.stdout?.on('data', (piece) => (said += String(piece)));
    child.stderr?.on('data', (piece) => (said += String(piece)));
    this.ended = new Promise((resolve) =>
      child.on('close', (status) => {
        this.#ended = true;
        resolve({ status, said });
      }),
    );
  }

  /** False where it had ended before. */
  async strikeAfter(milliseconds: number, signal: NodeJS.Signals, whom: Whom): Promise<boolean> {
    await Promise.race([pause(milliseconds), this.ended]);
    if (this.#ended) return false;
    const launcher = this.#child.pid ?? 0;
    const targets = { launcher: [launcher], child: childrenOf(launcher), both: [launcher, ...childrenOf(launcher)] }[whom];
    for (const pid of targets) quietly(() => process.kill(pid, signal));
    return targets.length > 0;
  }

  /** Until no process of its group is left: what was not struck has to end by itself. */
  async gone(milliseconds = 20_000): Promise<boolean> {
    const until = performance.now() + milliseconds;
    while (performance.now() < until) {
      if (quietly(() => process.kill(-(this.#child.pid ?? 0), 0)) === null) return true;
      await pause(10);
    }
    quietly(() => process.kill(-(this.#child.pid ?? 0), 'SIGKILL'));
    return false;
  }
}

function childrenOf(pid: number): number[] {
  const list = quietly(() => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()) ?? '';
  return list === '' ? [] : list.split(' ').map(Number);
}

function quietly<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
