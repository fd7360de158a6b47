import { hash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Mutant } from './mutations.ts';

const FILE = 'node_modules/.cache/unveil-mutants.jsonl';

/** Who killed what in runs before: it holds as long as neither the file nor the test has changed. Survivors are tried again every time. */
export class Remembered {
  readonly #killers = new Map<string, string>();
  readonly #hashes = new Map<string, string>();

  constructor() {
    for (const line of existsSync(FILE) ? readFileSync(FILE, 'utf8').trimEnd().split('\n') : []) {
      const { mutant, killer } = JSON.parse(line) as { readonly mutant: string; readonly killer: string };
      this.#killers.set(mutant, killer);
    }
  }

  killerOf(mutant: Mutant): string | null {
    const [witness, content] = this.#killers.get(this.#key(mutant))?.split('|') ?? [];
    const [file = ''] = witness?.split(' ') ?? [];
    return witness !== undefined && existsSync(file) && this.#hashOf(file) === content ? witness : null;
  }

  keep(mutant: Mutant, witness: string): void {
    const [file = ''] = witness.split(' ');
    mkdirSync(dirname(FILE), { recursive: true });
    appendFileSync(FILE, `${JSON.stringify({ mutant: this.#key(mutant), killer: `${witness}|${this.#hashOf(file)}` })}\n`);
  }

  readonly #key = (mutant: Mutant): string => `${this.#hashOf(mutant.file)}|${mutant.file}|${mutant.name}`;

  #hashOf(file: string): string {
    const known = this.#hashes.get(file) ?? hash('sha256', readFileSync(file));
    this.#hashes.set(file, known);
    return known;
  }
}
