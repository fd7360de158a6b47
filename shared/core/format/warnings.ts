/** Something that was read otherwise than written: said once, with its first place and how often. */
export interface Warning {
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly times: number;
}

export class Warnings {
  readonly #file: string;
  readonly #found = new Map<string, { line: number; times: number }>();

  constructor(file: string) {
    this.#file = file;
  }

  add(message: string, line: number): void {
    const known = this.#found.get(message);
    if (known === undefined) this.#found.set(message, { line, times: 1 });
    else known.times += 1;
  }

  list(): readonly Warning[] {
    return [...this.#found].map(([message, { line, times }]) => ({ message, file: this.#file, line, times }));
  }
}
