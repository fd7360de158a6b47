import { columnOf, Fault } from '../../../../core/format/fault.ts';
import { strictJson } from '../../../../core/format/json-tree.ts';
import { LineReader } from '../../../../core/format/lines.ts';
import { oneLine, textOf } from '../../../../core/format/table/cells.ts';
import { DelimitedRows } from '../../../../core/format/table/csv-decoder.ts';
import { cellPlace, type TableRow } from '../../../../core/format/table/delimited.ts';
import { BadInput } from '../../../../core/model/bad-input.ts';
import { ownCopy } from '../../../../core/model/own-copy.ts';
import { rangesOf } from '../model/cell.ts';
import { type Column, ColumnBuilder, numberOf, ROW_NAMES, type Table } from '../model/table.ts';

const MOST_COLUMNS = 10_000;
const MOST_RECORDS = 100_000_000;
/** Unknown values in a column of numbers. */
const MISSING = ['', '?', 'NA'];

/**
 * Reads a table of people from chunks of any size: CSV with a header, or JSON Lines. Values are coded on arrival, so memory is 4 bytes a cell plus
 * the distinct values.
 */
export class TableReader {
  readonly #file: string;
  readonly #lines: LineReader;
  #columns: ColumnBuilder[] = [];
  /** Null: JSON Lines. Undefined: before the first line. */
  #delimited: DelimitedRows | null | undefined;
  #rows = 0;
  /** First of the empty lines just read; allowed only at the end of the file. */
  #blank = 0;
  /** The first column has no name. */
  #rowNames = false;

  constructor(file: string) {
    this.#file = file;
    this.#lines = new LineReader(file);
  }

  push(piece: Uint8Array): void {
    for (const line of this.#lines.push(piece)) this.#take(line, this.#lines.line);
  }

  end(): Table {
    for (const line of this.#lines.end()) this.#take(line, this.#lines.line);
    for (const row of this.#delimited?.end() ?? []) this.#row(row);
    if (this.#columns.length === 0)
      throw new BadInput('the file is empty; a table begins with a header that names its columns', { file: this.#file, line: 1 });
    if (this.#rows === 0) throw new BadInput('the table holds no record', { file: this.#file, line: this.#lines.line });
    const columns = this.#columns.map((builder) => builder.column());
    const table = { rows: this.#rows, columns: this.#rowNames && countsRows(columns[0]) ? columns.slice(1) : columns };
    return this.#delimited?.delimiter === ';' ? withDecimalPoints(table, MISSING) : table;
  }

  #take(line: string, number: number): void {
    if (this.#delimited === undefined)
      this.#delimited = line.trimStart().startsWith('{') ? null : new DelimitedRows(this.#file, { hasHeader: true });
    if (this.#delimited !== null) for (const row of this.#delimited.line(line, number)) this.#row(row);
    else if (this.#isRecord(line, number)) this.#json(line, number);
  }

  /** Throws if an empty line is followed by a non-empty one. */
  #isRecord(text: string, line: number): boolean {
    if (text.trim() === '') {
      if (this.#blank === 0) this.#blank = line;
      return false;
    }
    if (this.#blank > 0) throw new BadInput('an empty line; a record has a field for each column', { file: this.#file, line: this.#blank });
    return true;
  }

  #json(line: string, number: number): void {
    try {
      const record = parseRecord(line);
      if (this.#columns.length === 0) this.#name([...record.keys()], () => ({ line: number, column: 1 }));
      this.#record(record, number);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      throw new BadInput(error.message, { file: this.#file, line: number, column: columnOf(line, error.offset) });
    }
  }

  #row(row: TableRow): void {
    if (!this.#isRecord(row.text as string, row.line)) return;
    const cells = row.quoted === undefined ? row.cells : row.cells.map(oneLine);
    if (this.#columns.length === 0) {
      // R leaves the header of its row names out.
      const unnamed = this.#delimited?.delimiter === ' ' ? [''] : [];
      this.#name([...unnamed, ...cells.map(textOf)], (at) => cellPlace(row, at - unnamed.length));
      return;
    }
    this.#count(cells.length, row.line);
    for (let at = 0; at < cells.length; at += 1) this.#columns[at].push(cells[at] as string, ownCopy);
    this.#counted(row.line);
  }

  #name(names: readonly string[], place: (at: number) => { readonly line: number; readonly column: number }): void {
    const known = new Set<string>();
    this.#rowNames = names[0] === '' && names.length > 1;
    const named = this.#rowNames ? [ROW_NAMES, ...names.slice(1)] : names;
    for (const [at, name] of named.entries()) {
      const wrong =
        name === '' ? 'a column without a name; the first line names the columns' : known.has(name) ? 'two columns have this name' : null;
      if (wrong !== null) throw new BadInput(wrong, { file: this.#file, ...place(at) });
      known.add(name);
    }
    if (names.length > MOST_COLUMNS)
      throw new BadInput(`${names.length} columns; at most ${MOST_COLUMNS} are read`, { file: this.#file, ...place(0) });
    this.#columns = named.map((name) => new ColumnBuilder(ownCopy(name)));
  }

  #record(record: ReadonlyMap<string, string>, line: number): void {
    this.#count(record.size, line);
    for (const column of this.#columns) {
      const value = record.get(column.name);
      if (value === undefined) throw new Fault('this record lacks a key of the first one; every record has the same keys', 0);
      column.push(value, ownCopy);
    }
    this.#counted(line);
  }

  #counted(line: number): void {
    this.#rows += 1;
    if (this.#rows > MOST_RECORDS) throw new BadInput(`more than ${MOST_RECORDS} records`, { file: this.#file, line, column: 1 });
  }

  #count(found: number, line: number): void {
    const wanted = this.#columns.length;
    if (found !== wanted)
      throw new BadInput(`${found} fields, but the header names ${wanted} columns`, { file: this.#file, line, column: 1 });
  }
}

/** Row names that only count the records, from 0 or 1. */
const countsRows = ({ codes, values }: Column = { name: '', codes: new Int32Array(), values: [] }): boolean =>
  values.length === codes.length &&
  (values[0] === '0' || values[0] === '1') &&
  values.every((value, at) => value === String(at + Number(values[0])));

/** Parses one JSON Lines record: an object of strings, numbers, booleans and null (read as empty). */
function parseRecord(line: string): ReadonlyMap<string, string> {
  const value = strictJson(line);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Fault('a record is an object: {"zip":"130**","age":"<30"}', 0);
  const record = new Map<string, string>();
  for (const [name, field] of Object.entries(value)) {
    if (typeof field === 'string') record.set(checkedText(name), checkedText(field).trim());
    else if (typeof field === 'number' || typeof field === 'boolean') record.set(checkedText(name), String(field));
    else if (field === null) record.set(checkedText(name), '');
    else throw new Fault('a field of a record is a text, a number or null', 0);
  }
  if (record.size === 0) throw new Fault('a record without fields', 0);
  return record;
}

/** Refuses line breaks, most control characters and lone surrogates, so every field fits on one line. */
function checkedText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched for
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(text)) throw new Fault('a line break or another control character inside a field', 0);
  if (!text.isWellFormed()) throw new Fault('half of a surrogate pair inside a field', 0);
  return text;
}

/** A number with a decimal comma: `1,80`, `2.500,50`. */
const COMMA = /(?<![\d.,])(\d{1,3}(?:\.\d{3})+|\d+),(\d+)(?![\d.,])/g;

/**
 * Spreadsheets with decimal commas separate fields by semicolons. In such a file a column is converted if all its values are numbers or ranges
 * after replacing commas by points, and were not before.
 */
const withDecimalPoints = ({ rows, columns }: Table, missing: readonly string[]): Table => ({
  rows,
  columns: columns.map((column) => pointed(column, new Set(missing))),
});

function pointed(column: Column, missing: ReadonlySet<string>): Column {
  const { name, values, codes } = column;
  const isKnown = (value: string): boolean => !missing.has(value) && value !== '*';
  const known = values.filter(isKnown);
  if (!known.some((value) => value.includes(',')) || !known.some((value) => !isNumeric(value))) return column;
  const points = values.map((value) =>
    isKnown(value) ? value.replace(COMMA, (_, whole: string, part: string) => `${whole.replaceAll('.', '')}.${part}`) : value,
  );
  if (!points.filter((_, at) => isKnown(values[at])).every(isNumeric)) return column;
  const builder = new ColumnBuilder(name);
  for (const code of codes) builder.push(points[code]);
  return builder.column();
}

const isNumeric = (value: string): boolean => numberOf(value) !== null || rangesOf(value).length > 0;
