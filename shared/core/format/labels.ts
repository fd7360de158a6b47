import { BadInput } from '../model/bad-input.ts';
import { columnOf } from './fault.ts';
import { itemFault } from './item.ts';
import { LineReader } from './lines.ts';

/** Reads `code<tab>term` lines: what the items of a coded release mean. Several codes may share a term; a code has one. */
export class LabelsReader {
  readonly #file: string;
  readonly #lines: LineReader;
  readonly #terms = new Map<string, string>();

  constructor(file: string) {
    this.#file = file;
    this.#lines = new LineReader(file);
  }

  push(piece: Uint8Array): void {
    for (const line of this.#lines.push(piece)) this.#line(line);
  }

  /** The term of each code. */
  end(): ReadonlyMap<string, string> {
    for (const line of this.#lines.end()) this.#line(line);
    if (this.#terms.size === 0)
      throw new BadInput('the file holds no labels; a line is a code, a tab and a term', { file: this.#file, line: 1, column: 1 });
    return this.#terms;
  }

  #line(line: string): void {
    if (line.trim() === '') return;
    const [code = '', term, third] = line.split('\t').map((field) => field.trim());
    if (term === undefined) throw this.#bad('a tab is missing; a line is a code, a tab and a term', line, line.length);
    if (third !== undefined) throw this.#bad('a second tab; a line is a code, a tab and a term', line, line.lastIndexOf('\t'));
    if (code === '') throw this.#bad('the code is missing', line, 0);
    const wrong = term === '' ? 'the term is missing' : itemFault(term);
    if (wrong !== null) throw this.#bad(wrong, line, line.indexOf('\t') + 1);
    if ((this.#terms.get(code) ?? term) !== term) throw this.#bad('this code has another term further up', line, 0);
    this.#terms.set(code, term);
  }

  #bad(message: string, line: string, offset: number): BadInput {
    return new BadInput(message, { file: this.#file, line: this.#lines.line, column: columnOf(line, offset) });
  }
}
