import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../write-atomically.ts';

interface Done {
  /** Of everything that the step depends on. */
  readonly from: string;
  readonly says: string;
  readonly code: number;
  readonly gate?: string;
}

/** Output of a step, and its exit code. */
export type Said = Omit<Done, 'from'>;

/** The steps of one file, and what each of them left: a step that was done from the same is not done again. */
export class FlowSteps {
  readonly folder: string;
  readonly #file: string;
  #done: Readonly<Record<string, Done>> = {};
  #from: string;

  constructor(folder: string, input: string) {
    this.folder = folder;
    this.#file = join(folder, 'steps.json');
    this.#from = createHash('sha256').update(readFileSync(input)).digest('hex');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (existsSync(this.#file)) this.#done = JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, Done>;
  }

  at(name: string): string {
    return join(this.folder, name);
  }

  /** Runs the step, or answers what it said before: where its words, and those of all steps before it, are the same. */
  async step(
    name: string,
    words: readonly string[],
    leaves: readonly string[],
    run: () => Promise<Said>,
  ): Promise<Said & { readonly again: boolean }> {
    this.#from = createHash('sha256')
      .update(JSON.stringify([this.#from, name, words]))
      .digest('hex');
    const before = this.#done[name];
    if (before?.from === this.#from && leaves.every((file) => existsSync(this.at(file)))) return { ...before, again: true };
    const said = await run();
    this.#done = { ...this.#done, [name]: { from: this.#from, ...said } };
    await writeAtomically(this.#file, [`${JSON.stringify(this.#done, null, 2)}\n`]);
    return { ...said, again: false };
  }
}
