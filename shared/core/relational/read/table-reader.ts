import { columnOf, Fault } from '../../format/fault.ts';
import { LineReader } from '../../format/lines.ts';
import { BadInput } from '../../model/bad-input.ts';
import { ownCopy } from '../../model/own-copy.ts';
import { type Column, ColumnBuilder, ROW_NAMES, type Table } from '../model/table.ts';
import { withDecimalPoints } from './decimals.ts';
import { splitFields } from './fields.ts';
import { parseRecord } from './record.ts';

/** What may stand between fields; the header tells which. */
const SEPARATORS = [',', ';', '\t'] as const;

const MOST_COLUMNS = 10_000;
const MOST_RECORDS = 100_000_000;
/** What stands in a column of numbers for one that nobody knows. */
const MISSING = ['', '?', 'NA'];
/** Excel's own first line, which says what parts the fields. */
const SEPARATOR_LINE = /^sep=([,;\t])$/i;

/**
 * A table of people, in pieces of any size: CSV with a header (RFC 4180 quoting, no line break inside a field; `,`, `;` or a tab between), or
 * JSON Lines with an object a record. Values are coded as they come, so memory grows with 4 bytes a cell and the distinct values.
 */
export class TableReader {
  readonly #file: string;
  readonly #lines: LineReader;
  #columns: ColumnBuilder[] = [];
  #separator = ',';
  #json = false;
  #rows = 0;
  #blank = 0;
  /** The first column has no name. */
  #rowNames = false;
  #begun = false;

  constructor(file: string) {
    this.#file = file;
    this.#lines = new LineReader(file);
  }

  push(piece: Uint8Array): void {
    for (const line of this.#lines.push(piece)) this.#take(line);
  }

  end(): Table {
    for (const line of this.#lines.end()) this.#take(line);
    if (!this.#begun)
      throw new BadInput('the file is empty; a table begins with a header that names its columns', { file: this.#file, line: 1 });
    if (this.#rows === 0) throw new BadInput('the table holds no record', { file: this.#file, line: this.#lines.line });
    const columns = this.#columns.map((builder) => builder.column());
    const table = { rows: this.#rows, columns: this.#rowNames && countsRows(columns[0]) ? columns.slice(1) : columns };
    return this.#separator === ';' ? withDecimalPoints(table, MISSING) : table;
  }

  #take(line: string): void {
    if (line.trim() === '') {
      if (this.#blank === 0) this.#blank = this.#lines.line;
      return;
    }
    if (this.#blank > 0) throw new BadInput('an empty line; a record has a field for each column', { file: this.#file, line: this.#blank });
    try {
      if (!this.#begun) this.#begin(line);
      else if (this.#json) this.#record(parseRecord(line));
      else this.#row(line);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      throw new BadInput(error.message, { file: this.#file, line: this.#lines.line, column: columnOf(line, error.offset) });
    }
  }

  #begin(line: string): void {
    if (SEPARATOR_LINE.test(line)) return;
    this.#begun = true;
    this.#json = line.trimStart().startsWith('{');
    if (this.#json) {
      const record = parseRecord(line);
      this.#name([...record.keys()].map((name) => ({ text: name, at: 0 })));
      this.#record(record);
      return;
    }
    let most = 0;
    let fault: unknown = null;
    for (const separator of SEPARATORS) {
      try {
        const { length } = splitFields(line, separator);
        if (length > most) [most, this.#separator] = [length, separator];
      } catch (error) {
        // Between quotes that another separator parts this one finds a quote inside a field.
        fault ??= error;
      }
    }
    if (most === 0) throw fault;
    this.#name(splitFields(line, this.#separator));
  }

  #name(names: readonly { readonly text: string; readonly at: number }[]): void {
    const known = new Set<string>();
    this.#rowNames = names[0]?.text === '' && names.length > 1;
    const named = this.#rowNames ? [{ text: ROW_NAMES, at: 0 }, ...names.slice(1)] : names;
    for (const { text, at } of named) {
      if (text === '') throw new Fault('a column without a name; the first line names the columns', at);
      if (known.has(text)) throw new Fault('two columns have this name', at);
      known.add(text);
    }
    if (names.length > MOST_COLUMNS) throw new Fault(`${names.length} columns; at most ${MOST_COLUMNS} are read`, 0);
    this.#columns = named.map(({ text }) => new ColumnBuilder(ownCopy(text)));
  }

  /** Without quotes, most lines by far, fields are cut where they stand. */
  #row(line: string): void {
    if (line.includes('"')) {
      const fields = splitFields(line, this.#separator);
      this.#count(fields.length);
      for (const [at, { text }] of fields.entries()) (this.#columns[at] as ColumnBuilder).push(text, ownCopy);
    } else {
      const last = this.#columns.length - 1;
      let from = 0;
      for (let at = 0; at <= last; at += 1) {
        const found = line.indexOf(this.#separator, from);
        if (at < last ? found < 0 : found >= 0) this.#count(splitFields(line, this.#separator).length);
        (this.#columns[at] as ColumnBuilder).push(line.slice(from, at < last ? found : line.length).trim(), ownCopy);
        from = found + 1;
      }
    }
    this.#counted();
  }

  #record(record: ReadonlyMap<string, string>): void {
    this.#count(record.size);
    for (const column of this.#columns) {
      const value = record.get(column.name);
      if (value === undefined) throw new Fault('this record lacks a key of the first one; every record has the same keys', 0);
      column.push(value, ownCopy);
    }
    this.#counted();
  }

  #counted(): void {
    this.#rows += 1;
    if (this.#rows > MOST_RECORDS) throw new Fault(`more than ${MOST_RECORDS} records`, 0);
  }

  #count(found: number): void {
    const wanted = this.#columns.length;
    if (found !== wanted) throw new Fault(`${found} fields, but the header names ${wanted} columns`, 0);
  }
}

/** 1, 2, 3, ... or 0, 1, 2, ...: names of rows that say no more than the order of the records. */
const countsRows = ({ codes, values }: Column = { name: '', codes: new Int32Array(), values: [] }): boolean =>
  values.length === codes.length &&
  (values[0] === '0' || values[0] === '1') &&
  values.every((value, at) => value === String(at + Number(values[0])));
