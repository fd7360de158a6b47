import { BadInput } from '../model/bad-input.ts';
import { columnOf, Fault } from './fault.ts';
import { itemFault } from './item.ts';
import { LineReader } from './lines.ts';
import { DelimitedReader, separatorLine } from './table/delimited.ts';
import { isItemName } from './table/names.ts';
import { textOf } from './table/text-of.ts';

/** What a column of terms is called. */
const TERM =
  /^(?:term|label|name|description|desc|title|display|text|meaning|bezeichnung|preferred[ _]?term|long[ _]?title|short[ _]?title)s?$/i;
const CODE = /^(?:code|id|key|concept|concept[ _]?id|sctid)$/i;

/** Where the code and its term stand. */
interface Columns {
  readonly code: number;
  readonly term: number;
}

/**
 * Reads what the items of a coded release mean: a code, a tab, a term on each line, or CSV with a comma or semicolon in the tab's place.
 * A first line that names the columns may name more than two. Several codes may share a term; a code has one.
 */
export class LabelsReader {
  readonly #file: string;
  readonly #lines: LineReader;
  readonly #terms = new Map<string, string>();
  #rows: DelimitedReader | null = null;
  #separator = '\t';
  #columns: Columns | null = null;
  /** The first line named the columns, and may name others beside them. */
  #named = false;

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
    const cells = this.#cells(line);
    if (cells === null) return;
    if (this.#columns === null) {
      const named = namedColumns(cells.map(({ text }) => text));
      this.#columns = named ?? { code: 0, term: 1 };
      this.#named = named !== null;
      if (this.#named) return;
    }
    this.#label(cells, this.#columns, line);
  }

  #label(cells: readonly Placed[], { code, term }: Columns, line: string): void {
    const [from, to] = [cells[code], cells[term]];
    if (to === undefined) throw this.#bad(`${this.#separatorName()} is missing; ${this.#form()}`, line, line.length);
    if (cells.length > 2 && !this.#named) {
      const what = this.#separator === '\t' ? 'a second tab' : 'a third column';
      throw this.#bad(`${what}; ${this.#form()}, or the first line names its columns: code, term`, line, (cells[2]?.at ?? 1) - 1);
    }
    if (from === undefined || from.text === '') throw this.#bad('the code is missing', line, from?.at ?? 0);
    const wrong = to.text === '' ? 'the term is missing' : itemFault(to.text);
    if (wrong !== null) throw this.#bad(wrong, line, to.at);
    if ((this.#terms.get(from.text) ?? to.text) !== to.text) throw this.#bad('this code has another term further up', line, from.at);
    this.#terms.set(from.text, to.text);
  }

  /** Tabs separate without quotes, as they always did here; other separators as CSV has it. Null while a quoted cell goes on. */
  #cells(line: string): Placed[] | null {
    if (this.#rows === null && this.#columns === null) {
      const separator = separatorLine(line);
      this.#separator = separator ?? ['\t', ';', ','].find((each) => line.includes(each)) ?? '\t';
      if (this.#separator !== '\t') this.#rows = new DelimitedReader(this.#separator);
      if (separator !== null) return null;
    }
    if (this.#rows === null) {
      let at = 0;
      return line.split('\t').map((field) => {
        const placed = { text: field.trim(), at };
        at += field.length + 1;
        return placed;
      });
    }
    try {
      const row = this.#rows.row(line, this.#lines.line);
      return row === null ? null : row.cells.map((cell, at) => ({ text: textOf(cell), at: row.at?.[at] ?? 0 }));
    } catch (error) {
      if (error instanceof Fault) throw this.#bad(error.message, line, error.offset);
      throw error;
    }
  }

  #separatorName(): string {
    return this.#separator === '\t' ? 'a tab' : this.#separator === ';' ? 'a semicolon' : 'a comma';
  }

  #form(): string {
    return `a line is a code, ${this.#separatorName()} and a term`;
  }

  #bad(message: string, line: string, offset: number): BadInput {
    return new BadInput(message, { file: this.#file, line: this.#lines.line, column: columnOf(line, offset) });
  }
}

interface Placed {
  readonly text: string;
  readonly at: number;
}

/** A first line that names its columns: one of terms, and one of codes. */
function namedColumns(cells: readonly string[]): Columns | null {
  const term = cells.findIndex((name) => TERM.test(name));
  const code = cells.findIndex((name, at) => at !== term && (CODE.test(name) || isItemName(name)));
  return term < 0 || code < 0 ? null : { code, term };
}
