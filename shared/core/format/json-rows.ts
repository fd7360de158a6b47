import { BadInput } from '../model/bad-input.ts';
import { isObject } from './json-shape.ts';
import type { FileCell, TableRow } from './table/delimited.ts';

// Tables as JSON: a record a line or an array of records (pandas, R, DuckDB), rows as arrays, and the orientations of pandas and R that are one
// object: columns, index, split, table, and R's lists of columns.

/** The records before this one say which columns there are. */
const SAMPLE = 1_000;
/** One JSON value is held as a whole; records on lines of their own have no such limit. */
const WHOLE_LIMIT = 256 * 1024 * 1024;
/** Keys of transactions: objects with no other keys are no records. */
const OWN_KEYS = new Set(['id', 'items', 'cluster']);

type Json = Readonly<Record<string, unknown>>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object';

/** Whether JSON text that begins so is a table. Of objects those that are no transaction; of arrays those that are rows of one width. */
export function isRecords(head: string): boolean {
  const lines = head.split(/\r?\n/).filter((line) => line.trim() !== '');
  const values = (lines.length > 1 ? lines.slice(0, -1) : lines).map(parsed);
  const [first] = values;
  if (isObject(first)) return isRecord(first) || orientationOf(first) !== null;
  if (Array.isArray(first)) return areRows(values);
  // One value over several lines, or one that is longer than the head.
  return first === undefined && /^\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*[[{]/.test(head) && !/^\s*\{\s*"(?:id|items|cluster)"/.test(head);
}

const isRecord = (value: Json): boolean => {
  const keys = Object.keys(value);
  return (
    keys.length > 1 &&
    keys.some((key) => !OWN_KEYS.has(key)) &&
    !OWN_KEYS.has('items' in value ? 'items' : '') &&
    keys.some((key) => isScalar(value[key]))
  );
};

/** Rows, and not sets of items: all of one width, the first cell with a digit, and no text in two columns. */
function areRows(values: readonly unknown[]): boolean {
  const rows = values.filter(Array.isArray) as unknown[][];
  const [width] = rows.map((row) => row.length);
  if (rows.length < 3 || rows.length < values.length || width === undefined || width < 2) return false;
  if (!rows.every((row) => row.length === width && row.every(isScalar))) return false;
  const columns = Array.from({ length: width }, (_, at) => new Set(rows.map((row) => String(row[at]))));
  const apart = columns.every((column, at) => columns.slice(at + 1).every((other) => ![...column].some((text) => other.has(text))));
  return apart && rows.slice(1).every((row) => /\d/.test(String(row[0])));
}

/** The rows of an object that is a whole table; null where it is none. */
function orientationOf(value: Json): readonly (readonly unknown[])[] | null {
  const { columns, data } = value;
  if (Array.isArray(columns) && columns.every(isScalar) && Array.isArray(data) && data.every(Array.isArray)) return [columns, ...data];
  if (isObject(value['schema']) && Array.isArray(data) && data.every(isObject))
    return fromRecords(data as Json[], indexOfSchema(value['schema']));
  const entries = Object.entries(value);
  const lists = entries.map(([, each]) => each);
  if (entries.length > 1 && lists.every((each) => Array.isArray(each) && each.length === (lists[0] as unknown[]).length))
    return [entries.map(([key]) => key), ...(lists[0] as unknown[]).map((_, row) => lists.map((each) => (each as unknown[])[row]))];
  if (entries.length > 1 && lists.every(isObject)) return fromObjects(entries as [string, Json][]);
  return null;
}

/** The unnamed index that pandas writes next to the columns. */
const indexOfSchema = (schema: Json): ReadonlySet<string> =>
  new Set(Array.isArray(schema['primaryKey']) ? schema['primaryKey'].filter((name) => name === 'index') : []);

/** Objects of objects: columns by row, or rows by column. The outer keys are columns where the inner ones are row numbers. */
function fromObjects(entries: readonly (readonly [string, Json])[]): readonly (readonly unknown[])[] {
  const inner = [...new Set(entries.flatMap(([, each]) => Object.keys(each)))];
  const outer = entries.map(([key]) => key);
  const numbers = (keys: readonly string[]): boolean => keys.every((key) => /^\d+$/.test(key));
  if (!numbers(outer) && numbers(inner)) return [outer, ...inner.map((row) => entries.map(([, each]) => each[row]))];
  const names = numbers(outer) ? inner : ['', ...inner];
  return [names, ...entries.map(([key, each]) => [...(numbers(outer) ? [] : [key]), ...inner.map((name) => each[name])])];
}

function fromRecords(records: readonly Json[], leftOut: ReadonlySet<string> = new Set()): readonly (readonly unknown[])[] {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))].filter((name) => !leftOut.has(name));
  return [names, ...records.map((record) => names.map((name) => record[name]))];
}

function cellOf(value: unknown, file: string, line: number): FileCell {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.every(isScalar))
    return value.map((each) => String(cellOf(each, file, line))).filter((text) => text !== '');
  throw new BadInput('a value that is an object or a list of lists; a record of a table holds texts, numbers and lists of them', {
    file,
    line,
  });
}

/** JSON text to the rows of its table, the names of its columns first. */
export class RecordRows {
  readonly #file: string;
  #held: { readonly value: Json; readonly line: number }[] = [];
  #names: string[] | null = null;
  #whole: string[] | null = null;
  #length = 0;
  #begun = false;

  constructor(file: string) {
    this.#file = file;
  }

  line(text: string, number: number): TableRow[] {
    if (text.trim() === '') return [];
    if (this.#whole !== null) return this.#hold(text);
    const value = parsed(text);
    if (!this.#begun) {
      this.#begun = true;
      if (value === undefined || (isObject(value) && orientationOf(value) !== null)) {
        this.#whole = [];
        return this.#hold(text);
      }
    }
    if (Array.isArray(value)) return [this.#row(value, number)];
    if (!isObject(value)) throw new BadInput('not a record: each line is one JSON object', { file: this.#file, line: number, column: 1 });
    if (this.#names !== null) return [this.#record(value, number, this.#names)];
    this.#held.push({ value, line: number });
    return this.#held.length < SAMPLE ? [] : this.#decide();
  }

  end(): TableRow[] {
    if (this.#whole === null) return this.#names === null && this.#held.length > 0 ? this.#decide() : [];
    const value = parsed(this.#whole.join('\n').replace(/^\ufeff/, ''));
    const rows = isObject(value) ? orientationOf(value) : null;
    if (rows === null)
      throw new BadInput('this JSON is no table that is known; write one record a line', { file: this.#file, line: 1, column: 1 });
    return rows.map((cells, at) => this.#row(cells, Math.max(1, at)));
  }

  #hold(text: string): TableRow[] {
    this.#length += text.length;
    if (this.#length > WHOLE_LIMIT)
      throw new BadInput('too long for one JSON value; write one record a line', { file: this.#file, line: 1 });
    this.#whole?.push(text);
    return [];
  }

  #decide(): TableRow[] {
    const held = this.#held;
    this.#held = [];
    const names = [...new Set(held.flatMap(({ value }) => Object.keys(value)))];
    this.#names = names;
    return [{ line: held[0]?.line ?? 1, cells: names }, ...held.map(({ value, line }) => this.#record(value, line, names))];
  }

  #record(value: Json, line: number, names: readonly string[]): TableRow {
    if (Object.keys(value).some((key) => !names.includes(key)))
      throw new BadInput(`a key that none of the first ${SAMPLE} records has`, { file: this.#file, line, column: 1 });
    return this.#row(
      names.map((name) => value[name]),
      line,
    );
  }

  #row(cells: readonly unknown[], line: number): TableRow {
    return { line, cells: cells.map((value) => cellOf(value, this.#file, line)) };
  }
}
