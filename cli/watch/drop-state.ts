import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lockFile } from '../../shared/adapters/local/folder-lock.ts';
import { type DropAnswer, sent } from '../../shared/app/cloud/answers.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { writeAtomically } from '../write-atomically.ts';

const OWNER_ONLY = 0o700;

/** The folder of answers, and what a watch that is started again has to know: which drops have had their last answer. */
export class DropState {
  readonly #answers: string;
  readonly #file: string;
  readonly #stamps: Map<string, string>;
  readonly #lock: { release(): void };
  #written: Promise<void> = Promise.resolve();

  constructor(answers: string) {
    const own = join(answers, '.watch');
    mkdirSync(own, { recursive: true, mode: OWNER_ONLY });
    const lock = lockFile(join(own, 'lock'));
    if (lock === null) throw new BadInput('a watch answers here already', { file: answers });
    this.#lock = lock;
    this.#answers = answers;
    this.#file = join(own, 'answered.json');
    this.#stamps = new Map(existsSync(this.#file) ? Object.entries<string>(JSON.parse(readFileSync(this.#file, 'utf8'))) : []);
  }

  hasAnswered(key: string, stamp: string): boolean {
    return this.#stamps.get(key) === stamp;
  }

  /** The same files, names and keys as the cloud's answers; another end goes. Answers the file that was written. */
  async answer(answer: DropAnswer, anew = false): Promise<string> {
    const { key, body, gone } = sent(answer, 'home', anew);
    const path = this.#pathOf(key);
    await writeAtomically(path, [`${JSON.stringify(body, null, 1)}\n`]);
    for (const other of gone) rmSync(this.#pathOf(other), { force: true });
    return path;
  }

  /** After the answer is there. */
  remember(key: string, stamp: string): Promise<void> {
    this.#stamps.set(key, stamp);
    this.#written = this.#written.then(() => writeAtomically(this.#file, [JSON.stringify(Object.fromEntries(this.#stamps))]));
    return this.#written;
  }

  release(): void {
    this.#lock.release();
  }

  #pathOf(key: string): string {
    const path = join(this.#answers, key.slice('answers/'.length));
    mkdirSync(dirname(path), { recursive: true, mode: OWNER_ONLY });
    return path;
  }
}
