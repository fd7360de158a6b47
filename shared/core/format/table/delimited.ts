import { Fault } from '../fault.ts';

// RFC 4180, with the separators that spreadsheets and registries write in the comma's place. A quoted field may hold line breaks.
// White space outside quotes is not part of a field.

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** A cell that holds several texts comes from a column of lists. */
export type FileCell = string | readonly string[];

export interface TableRow {
  /** The line it begins on, from 1; the row of a workbook. */
  readonly line: number;
  readonly cells: readonly FileCell[];
  /** The line, and where each cell begins in it, where the table came from lines. */
  readonly text?: string;
  readonly at?: readonly number[];
  /** Cells that stood in quotes: what looks like "nothing" there is a text. */
  readonly quoted?: ReadonlySet<number>;
}

/** A quote that is never closed would swallow the file: a record of more lines than this is taken for one. */
const MOST_LINES = 1_000;

/** Lines to rows: a row is whole when its quotes are closed. */
export class DelimitedReader {
  readonly #delimiter: string;
  readonly #field: RegExp;
  #open: { readonly line: number; readonly quote: number; text: string; lines: number } | null = null;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
    const space = delimiter === '\t' || delimiter === ' ' ? `[^\\S${delimiter}]` : '\\s';
    const plain = `[^"\\${delimiter}]`;
    this.#field = new RegExp(`${space}*(?:"((?:[^"]|"")*)"|(${plain}*))${space}*`, 'y');
  }

  /** The line on which an open record began. */
  get openLine(): number | null {
    return this.#open?.line ?? null;
  }

  /** Null while a quoted field goes on. */
  row(line: string, number: number): TableRow | null {
    if (this.#open === null && !line.includes('"')) return this.#plain(line, number);
    const text = this.#open === null ? line : `${this.#open.text}\n${line}`;
    const begun = this.#open?.line ?? number;
    const fields = this.#fields(text);
    if (typeof fields === 'number') {
      const lines = (this.#open?.lines ?? 0) + 1;
      this.#open = { line: begun, quote: this.#open?.quote ?? fields, text, lines };
      if (lines > MOST_LINES) this.end();
      return null;
    }
    this.#open = null;
    return { line: begun, text, ...fields };
  }

  /** Where the file ends no quote may be open. */
  end(): void {
    if (this.#open !== null) throw new Fault('this quote is never closed', this.#open.quote);
  }

  #plain(line: string, number: number): TableRow {
    const at: number[] = [];
    let from = 0;
    const cells = line.split(this.#delimiter).map((field) => {
      at.push(from + (field.length - field.trimStart().length));
      from += field.length + 1;
      return field.trim();
    });
    return { line: number, text: line, cells, at };
  }

  /** The cells, or where the quote stands that is still open. */
  #fields(text: string): Pick<TableRow, 'cells' | 'at' | 'quoted'> | number {
    const cells: string[] = [];
    const inQuotes = new Set<number>();
    const places: number[] = [];
    for (let at = 0; ; ) {
      this.#field.lastIndex = at;
      const [whole = '', quoted, plain = ''] = this.#field.exec(text) ?? [];
      const begin = at + (whole.length - whole.trimStart().length);
      at += whole.length;
      if (at < text.length && text.charAt(at) !== this.#delimiter) {
        if (text.charAt(begin) === '"' && quoted === undefined) return begin;
        throw new Fault('a quote inside a field; put the field in double quotes and double the quote', quoted === undefined ? begin : at);
      }
      if (quoted !== undefined) inQuotes.add(cells.length);
      cells.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'));
      places.push(begin);
      if (at >= text.length) return { cells, at: places, quoted: inQuotes };
      at += 1;
    }
  }
}

/** What Excel writes on a first line to say how the others are separated. */
export const separatorLine = (line: string): string | null => /^"?sep=(.)"?$/i.exec(line.trim())?.[1] ?? null;

/**
 * The separator of a file's first lines: one that every row holds, the same number of times where several do. Null where two would do
 * equally well; a comma where none does, and the file has one column.
 */
export function guessDelimiter(lines: readonly string[]): string | null {
  if (isWrittenByR(lines)) return ' ';
  const fits = DELIMITERS.flatMap((delimiter) => {
    const widths = widthsOf(lines, delimiter);
    if (widths === null || !widths.some((width) => width > 1)) return [];
    const with2 = widths.filter((width) => width > 1).length;
    return [{ delimiter, every: with2 === widths.length, constant: new Set(widths).size === 1, share: with2 / widths.length }];
  });
  for (const narrowed of [fits.filter((fit) => fit.every && fit.constant), fits.filter((fit) => fit.every), fits]) {
    if (narrowed.length === 1) return narrowed[0]?.delimiter ?? null;
    if (narrowed.length > 1) return best(narrowed);
  }
  return ',';
}

/**
 * What `write.table` of R writes: spaces between the cells, texts in quotes, and a first row that is a cell shorter than all others, which begin
 * with the name of their row.
 */
export function isWrittenByR(lines: readonly string[]): boolean {
  const [width, ...others] = widthsOf(lines, ' ') ?? [];
  if (width === undefined || others.length === 0 || others.some((each) => each !== width + 1)) return false;
  const [first = '', ...rows] = lines.filter((line) => line.trim() !== '');
  return (
    rows.every((line) => /^"[^"]*" /.test(line)) || (/^[^,;|\t]+$/.test(first) && rows.every((line, at) => line.startsWith(`${at + 1} `)))
  );
}

interface Fit {
  readonly delimiter: string;
  readonly share: number;
}

/** A tab stands in a file for no other reason than to separate; between the others the one in clearly more rows. */
function best(fits: readonly Fit[]): string | null {
  const tab = fits.find(({ delimiter }) => delimiter === '\t');
  if (tab !== undefined) return tab.delimiter;
  const [first, second] = fits.toSorted((a, b) => b.share - a.share);
  return first !== undefined && (second === undefined || first.share > second.share) ? first.delimiter : null;
}

/** Cells a row; null where the quotes of the lines do not fit the separator. */
function widthsOf(lines: readonly string[], delimiter: string): number[] | null {
  const reader = new DelimitedReader(delimiter);
  const widths: number[] = [];
  try {
    for (const [at, line] of lines.entries()) {
      if (line.trim() === '') continue;
      const row = reader.row(line, at + 1);
      if (row !== null) widths.push(row.cells.length);
    }
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
  return widths.length === 0 ? null : widths;
}
