import { LineReader } from '../../../core/format/lines.ts';
import { oneLine, textOf } from '../../../core/format/table/cells.ts';
import { DelimitedRows } from '../../../core/format/table/csv-decoder.ts';
import type { TableRow } from '../../../core/format/table/delimited.ts';
import { BadInput } from '../../../core/model/bad-input.ts';

export interface CsvRows {
  readonly file: string;
  /** The first line if it is a remark (#), without its sign. */
  readonly remark: string | null;
  readonly names: readonly string[];
  readonly nameLine: number;
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

/** A CSV with a header, and a first line that may say how it was made. */
export class CsvReader {
  readonly #file: string;
  readonly #lines: LineReader;
  readonly #csv: DelimitedRows;
  #remark: string | null = null;
  #read: { line: number; cells: string[] }[] = [];

  constructor(file: string) {
    this.#file = file;
    this.#lines = new LineReader(file);
    this.#csv = new DelimitedRows(file, { hasHeader: true });
  }

  push(piece: Uint8Array): void {
    for (const line of this.#lines.push(piece)) this.#line(line, this.#lines.line);
  }

  end(): CsvRows {
    for (const line of this.#lines.end()) this.#line(line, this.#lines.line);
    for (const row of this.#csv.end()) this.#row(row);
    const [header, ...rows] = this.#read;
    if (header === undefined || rows.length === 0)
      throw new BadInput('a header that names the columns, and at least one line below it', { file: this.#file, line: 1 });
    const names = header.cells;
    for (const [at, name] of names.entries())
      if (name === '' || names.indexOf(name) < at)
        throw new BadInput(`column ${at + 1} has ${name === '' ? 'no name' : 'the name of another'}; the header names each column once`, {
          file: this.#file,
          line: header.line,
        });
    for (const { line, cells } of rows)
      if (cells.length !== names.length)
        throw new BadInput(`${cells.length} fields, but the header names ${names.length} columns`, { file: this.#file, line });
    return { file: this.#file, remark: this.#remark, names, nameLine: header.line, rows };
  }

  #line(line: string, number: number): void {
    if (number === 1 && line.startsWith('#')) this.#remark = line.slice(1).trim();
    else for (const row of this.#csv.line(line, number)) this.#row(row);
  }

  #row(row: TableRow): void {
    if ((row.text ?? '').trim() !== '') this.#read.push({ line: row.line, cells: row.cells.map((cell) => textOf(oneLine(cell))) });
  }
}
