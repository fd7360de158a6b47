import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { childrenOf, type Sample, sampleOf } from './samples.ts';

/** Audits with as many seeds each, more than any soak ends: one process makes them all, so that what each leaves in it adds up. */
const AUDITS = 100;

/** A campaign that goes on until it is stopped. */
export class EndlessCampaign {
  readonly #launcher: ChildProcess;
  readonly #ended: Promise<number | null>;
  readonly #temporary: string;
  readonly #out: string;
  #said = '';

  constructor(folder: string, release: string, original: string) {
    const file = join(folder, 'soak.json');
    const each = <T>(of: (at: number) => T): T[] => Array.from({ length: AUDITS }, (_, at) => of(at));
    const audits = each((at) => ({ name: `a${at}`, release, original }));
    writeFileSync(file, JSON.stringify({ defaults: { attacks: ['rba'] }, grid: { seed: each((at) => `s${at}`) }, audits }));
    this.#temporary = join(folder, 'temporary-of-campaign');
    this.#out = join(folder, 'campaign');
    mkdirSync(this.#temporary);
    this.#launcher = spawn(process.execPath, [resolve('bin/unveil.mjs'), 'campaign', file, '--jobs', '1', '--out', this.#out], {
      env: { ...process.env, TMPDIR: this.#temporary },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#launcher.stdout, this.#launcher.stderr]) stream?.on('data', (piece) => (this.#said += String(piece)));
    this.#ended = new Promise((done) => this.#launcher.on('close', done));
  }

  /** Once it audits. */
  async begun(): Promise<void> {
    while (this.audits < 2) {
      if (this.#launcher.exitCode !== null) throw new Error(`the campaign ended: ${this.#said}`);
      await pause(200);
    }
  }

  get audits(): number {
    return this.#said.match(/^ *\d+ of /gm)?.length ?? 0;
  }

  /** The process that has the list, and the one that audits. */
  sample(): Sample {
    const [own] = childrenOf(this.#launcher.pid ?? 0);
    if (own === undefined) throw new Error(`the campaign ended: ${this.#said.slice(-2_000)}`);
    return sampleOf(own, ...childrenOf(own));
  }

  /** Ctrl-C. Answers how many files and folders are left that are not the whole results of an audit. */
  async stop(): Promise<number> {
    this.#launcher.kill('SIGINT');
    await this.#ended;
    const unfinished = readdirSync(this.#out).filter((name) => name !== '.campaign' && !existsSync(join(this.#out, name, '_SUCCESS.json')));
    return readdirSync(this.#temporary).length + unfinished.length;
  }

  kill(): void {
    this.#launcher.kill('SIGKILL');
  }
}
