import { BadInput } from '../../model/bad-input.ts';
import { columnOf } from '../fault.ts';
import { LINE_LIMIT } from '../lines.ts';

// RFC 4180 with any delimiter of one character. A quoted field may hold line breaks. White space outside quotes is not part of a field.

/** A list of texts comes from a column of lists. */
export type FileCell = string | readonly string[];

export interface TableRow {
  /** The line on which the row begins, from 1; the row number in a workbook. */
  readonly line: number;
  readonly cells: readonly FileCell[];
  /** The text of the row and its delimiter, if the table is delimited text. */
  readonly text?: string;
  readonly delimiter?: string;
  /** Only if the row holds quotes: where each cell begins in `text`, and which cells were quoted. A quoted NA is a text. */
  readonly at?: readonly number[];
  readonly quoted?: ReadonlySet<number>;
}

/** A missing closing quote would swallow the rest of the file. A record with more lines than this counts as one. */
const MOST_LINES = 1_000;

interface OpenRecord {
  readonly line: number;
  readonly cells: string[];
  readonly at: number[];
  readonly quoted: Set<number>;
  lines: number;
  text: string;
  /** The quoted field that began on an earlier line, as written. */
  field: string | null;
}

/** Lines to rows, in time linear in the text. Memory: one record. */
export class DelimitedReader {
  readonly #file: string;
  readonly #delimiter: string;
  readonly #quotes: boolean;
  #open: OpenRecord | null = null;

  constructor(file: string, delimiter: string, { quotes = true } = {}) {
    this.#file = file;
    this.#delimiter = delimiter;
    this.#quotes = quotes;
  }

  /** Null while a quoted field continues on the next line. */
  row(line: string, number: number): TableRow | null {
    const delimiter = this.#delimiter;
    if (this.#open === null) {
      if (!this.#quotes || !line.includes('"')) {
        return { line: number, text: line, delimiter, cells: plainCells(line, delimiter) };
      }
      this.#open = { line: number, lines: 0, text: '', cells: [], at: [], quoted: new Set(), field: null };
    }
    const open = this.#open;
    const begin = open.text.length + (open.lines > 0 ? 1 : 0);
    open.text += open.lines > 0 ? `\n${line}` : line;
    open.lines += 1;
    if (!this.#closes(open, line, { number, begin })) {
      if (open.lines > MOST_LINES || open.text.length > LINE_LIMIT) this.end();
      return null;
    }
    this.#open = null;
    const { cells, at, quoted, text } = open;
    return { line: open.line, text, delimiter, cells, at, quoted };
  }

  /** No quote may be open at the end of the file. */
  end(): void {
    if (this.#open !== null)
      throw new BadInput('this quote is never closed', { file: this.#file, ...cellPlace(this.#open, this.#open.cells.length) });
  }

  #closes(open: OpenRecord, line: string, { number, begin }: { readonly number: number; readonly begin: number }): boolean {
    for (let at = 0; ; at += 1) {
      if (open.field === null) {
        at = this.#afterSpace(line, at);
        open.at.push(begin + at);
        if (line.charAt(at) === '"') {
          open.quoted.add(open.cells.length);
          open.field = '';
          at += 1;
        }
      }
      if (open.field === null) {
        const found = line.indexOf(this.#delimiter, at);
        const field = line.slice(at, found < 0 ? line.length : found);
        const quote = field.indexOf('"');
        if (quote >= 0) throw this.#quoteInside(line, number, at + quote);
        open.cells.push(field.trimEnd());
        if (found < 0) return true;
        at = found;
      } else {
        const end = closingQuote(line, at);
        if (end < 0) {
          open.field += `${line.slice(at)}\n`;
          return false;
        }
        open.cells.push(`${open.field}${line.slice(at, end)}`.replaceAll('""', '"'));
        open.field = null;
        at = this.#afterSpace(line, end + 1);
        if (at === line.length) return true;
        if (line.charAt(at) !== this.#delimiter) throw this.#quoteInside(line, number, at);
      }
    }
  }

  #afterSpace(line: string, from: number): number {
    let at = from;
    while (at < line.length && line.charAt(at) !== this.#delimiter && line.charAt(at).trim() === '') at += 1;
    return at;
  }

  #quoteInside(line: string, number: number, offset: number): BadInput {
    const message = 'a quote inside a field; put the field in double quotes and double the quote';
    return new BadInput(message, { file: this.#file, line: number, column: columnOf(line, offset) });
  }
}

/** Most cells of most files: worth no call of trim() where the ends show that it would change nothing. */
function plainCells(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  for (let from = 0; ; ) {
    const found = line.indexOf(delimiter, from);
    const to = found < 0 ? line.length : found;
    const cell = line.slice(from, to);
    cells.push(isInk(line.charCodeAt(from)) && isInk(line.charCodeAt(to - 1)) ? cell : cell.trim());
    if (found < 0) return cells;
    from = to + 1;
  }
}

const isInk = (code: number): boolean => code > 32 && code < 127;

function closingQuote(line: string, from: number): number {
  let at = line.indexOf('"', from);
  while (at >= 0 && line.charAt(at + 1) === '"') at = line.indexOf('"', at + 2);
  return at;
}

/** Line and column of a cell; the end of the row if it has no such cell. A workbook counts cells. */
export function cellPlace({ line, text, delimiter, at }: Omit<TableRow, 'cells'>, cell: number): { line: number; column: number } {
  if (text === undefined) return { line, column: cell + 1 };
  const before = text.slice(0, (at ?? plainPlaces(text, delimiter as string))[cell] ?? text.length).split('\n');
  const last = before.at(-1) as string;
  return { line: line + before.length - 1, column: columnOf(last, last.length) };
}

function plainPlaces(text: string, delimiter: string): number[] {
  let from = 0;
  return text.split(delimiter).map((field) => {
    const at = from + field.length - field.trimStart().length;
    from += field.length + 1;
    return at;
  });
}
