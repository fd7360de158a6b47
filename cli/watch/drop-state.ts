import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makePrivate, writeWhole } from '../../shared/adapters/local/durable.ts';
import { lockFile } from '../../shared/adapters/local/folder-lock.ts';
import { readState, writeState } from '../../shared/adapters/local/state-file.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { type DropAnswer, sent } from '../../shared/pipeline/cloud/answers.ts';

/** The folder of answers, and what a watch that is started again has to know: which drops have had their last answer. */
export class DropState {
  readonly #answers: string;
  readonly #file: string;
  readonly #stamps: Map<string, string>;
  readonly #lock: { release(): void };

  /** `repaired`: told in words where what was remembered is damaged. */
  constructor(answers: string, repaired: (text: string) => void) {
    const own = join(answers, '.watch');
    makePrivate(own);
    const lock = lockFile(join(own, 'lock'));
    if (lock === null) throw new BadInput('a watch answers here already', { file: answers });
    this.#lock = lock;
    this.#answers = answers;
    this.#file = join(own, 'answered.json');
    const known = readState(this.#file, (aside) =>
      repaired(`${this.#file} is damaged and was moved to ${aside}: every drop is audited again`),
    );
    this.#stamps = new Map(Object.entries((known ?? {}) as Readonly<Record<string, string>>));
  }

  hasAnswered(key: string, stamp: string): boolean {
    return this.#stamps.get(key) === stamp;
  }

  /** The same files, names and keys as the cloud's answers; another end goes. Answers the file that was written. */
  answer(answer: DropAnswer, anew = false): string {
    const { key, body, gone } = sent(answer, 'home', anew);
    const path = this.#pathOf(key);
    writeWhole(path, `${JSON.stringify(body, null, 1)}\n`);
    for (const other of gone) rmSync(this.#pathOf(other), { force: true });
    return path;
  }

  /** After the answer is there. */
  remember(key: string, stamp: string): void {
    this.#stamps.set(key, stamp);
    writeState(this.#file, Object.fromEntries(this.#stamps));
  }

  release(): void {
    this.#lock.release();
  }

  #pathOf(key: string): string {
    const path = join(this.#answers, key.slice('answers/'.length));
    makePrivate(dirname(path));
    return path;
  }
}
