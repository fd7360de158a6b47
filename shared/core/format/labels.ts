import { BadInput } from '../model/bad-input.ts';
import { itemFault } from './item.ts';
import { LineReader } from './lines.ts';
import { textOf } from './table/cells.ts';
import { cellPlace, DelimitedReader, type TableRow } from './table/delimited.ts';
import { separatorLine } from './table/delimiter.ts';
import { isItemName } from './table/names.ts';

const TERM =
  /^(?:term|label|name|description|desc|title|display|text|meaning|bezeichnung|preferred[ _]?term|long[ _]?title|short[ _]?title)s?$/i;
const CODE = /^(?:code|id|key|concept|concept[ _]?id|sctid)$/i;

interface Columns {
  readonly code: number;
  readonly term: number;
}

/**
 * Reads the meanings of coded items: a code, a tab and a term on each line, or CSV with a comma or semicolon instead of the tab. If the first
 * line names the columns, there may be more than two. Several codes may share a term; a code has one.
 */
export class LabelsReader {
  readonly #file: string;
  readonly #lines: LineReader;
  readonly #terms = new Map<string, string>();
  #rows: DelimitedReader | null = null;
  #separator = '\t';
  #columns: Columns | null = null;
  /** The first line named the columns, so there may be others. */
  #named = false;

  constructor(file: string) {
    this.#file = file;
    this.#lines = new LineReader(file);
  }

  push(piece: Uint8Array): void {
    for (const line of this.#lines.push(piece)) this.#line(line);
  }

  end(): ReadonlyMap<string, string> {
    for (const line of this.#lines.end()) this.#line(line);
    this.#rows?.end();
    if (this.#terms.size === 0)
      throw new BadInput('the file holds no labels; a line is a code, a tab and a term', { file: this.#file, line: 1, column: 1 });
    return this.#terms;
  }

  #line(line: string): void {
    if (this.#rows === null && line.trim() === '') return;
    const row = this.#row(line);
    if (row === null || row.text?.trim() === '') return;
    if (this.#columns === null) {
      const named = namedColumns(row.cells.map(textOf));
      this.#columns = named ?? { code: 0, term: 1 };
      this.#named = named !== null;
      if (this.#named) return;
    }
    this.#label(row, this.#columns);
  }

  #label(row: TableRow, { code, term }: Columns): void {
    const [from, to] = [textOf(row.cells[code]), textOf(row.cells[term])];
    if (row.cells[term] === undefined) throw this.#bad(`${this.#separatorName()} is missing; ${this.#form()}`, row, term);
    if (row.cells.length > 2 && !this.#named)
      throw this.#bad(`a third column; ${this.#form()}, or the first line names its columns: code, term`, row, 2);
    if (from === '') throw this.#bad('the code is missing', row, code);
    const wrong = to === '' ? 'the term is missing' : itemFault(to);
    if (wrong !== null) throw this.#bad(wrong, row, term);
    if ((this.#terms.get(from) ?? to) !== to) throw this.#bad('this code has another term further up', row, code);
    this.#terms.set(from, to);
  }

  /** Null while a quoted cell continues. With tabs, quotes are ordinary characters: distributions of terminologies write them so. */
  #row(line: string): TableRow | null {
    if (this.#rows === null) {
      const separator = separatorLine(line);
      this.#separator = separator ?? ['\t', ';', ','].find((each) => line.includes(each)) ?? '\t';
      this.#rows = new DelimitedReader(this.#file, this.#separator, { quotes: this.#separator !== '\t' });
      if (separator !== null) return null;
    }
    return this.#rows.row(line, this.#lines.line);
  }

  #separatorName(): string {
    return this.#separator === '\t' ? 'a tab' : this.#separator === ';' ? 'a semicolon' : 'a comma';
  }

  #form(): string {
    return `a line is a code, ${this.#separatorName()} and a term`;
  }

  #bad(message: string, row: TableRow, cell: number): BadInput {
    return new BadInput(message, { file: this.#file, ...cellPlace(row, cell) });
  }
}

/** A first line that names its columns: one of terms, and one of codes. */
function namedColumns(cells: readonly string[]): Columns | null {
  const term = cells.findIndex((name) => TERM.test(name));
  const code = cells.findIndex((name, at) => at !== term && (CODE.test(name) || isItemName(name)));
  return term < 0 || code < 0 ? null : { code, term };
}
