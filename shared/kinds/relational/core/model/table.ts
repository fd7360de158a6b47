/** Parses a number: digits, sign, decimal point, exponent. Null otherwise; words such as `Infinity` are no numbers. */
export function numberOf(text: string): number | null {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

export type Role = 'identifier' | 'quasi' | 'sensitive' | 'other';

export type ColumnType = 'number' | 'word' | 'ordinal';

/** Name for a first column without a name: R and pandas write row names there, which identify records of the source table. */
export const ROW_NAMES = 'row names';

/** A column: one code for each record, and the text of each code. Codes are numbered by first occurrence. */
export interface Column {
  readonly name: string;
  readonly codes: Int32Array;
  readonly values: readonly string[];
}

export interface Table {
  readonly rows: number;
  readonly columns: readonly Column[];
}

export class ColumnBuilder {
  readonly name: string;
  readonly values: string[] = [];
  readonly #known = new Map<string, number>();
  #codes = new Int32Array(1024);
  #length = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** `keep` copies a text before it is stored: a slice of a line would hold its whole block in memory. */
  push(value: string, keep: (text: string) => string = same): void {
    let code = this.#known.get(value);
    if (code === undefined) {
      code = this.values.length;
      const kept = keep(value);
      this.#known.set(kept, code);
      this.values.push(kept);
    }
    if (this.#length === this.#codes.length) {
      const wider = new Int32Array(2 * this.#length);
      wider.set(this.#codes);
      this.#codes = wider;
    }
    this.#codes[this.#length] = code;
    this.#length += 1;
  }

  column(): Column {
    return { name: this.name, codes: this.#codes.slice(0, this.#length), values: this.values };
  }
}

const same = (text: string): string => text;

/** A column from shared texts; `of` is the index of each row's text. Texts may repeat. */
export function columnOfShared(name: string, texts: readonly string[], of: Int32Array): Column {
  const coded = new Int32Array(texts.length).fill(-1);
  const known = new Map<string, number>();
  const values: string[] = [];
  const codes = new Int32Array(of.length);
  for (let row = 0; row < of.length; row += 1) {
    const text = of[row];
    if (coded[text] === -1) {
      const value = texts[text];
      const code = known.get(value) ?? values.push(value) - 1;
      known.set(value, code);
      coded[text] = code;
    }
    codes[row] = coded[text];
  }
  return { name, codes, values };
}

/** A column at some rows, in their order. */
export const columnAt = ({ name, codes, values }: Column, rows: Int32Array): Column =>
  columnOfShared(
    name,
    values,
    rows.map((row) => codes[row]),
  );

export function tableOf(names: readonly string[], rows: readonly (readonly string[])[]): Table {
  const builders = names.map((name) => new ColumnBuilder(name));
  for (const row of rows) for (const [at, builder] of builders.entries()) builder.push(row[at] ?? '');
  return { rows: rows.length, columns: builders.map((builder) => builder.column()) };
}

export const valueAt = ({ codes, values }: Column, row: number): string => values[codes[row]];

export function columnNamed(table: Table, name: string): Column {
  const found = table.columns.find((column) => column.name === name);
  if (found === undefined) throw new Error(`no column ${name}`);
  return found;
}

/** Names a class by its cells. */
export const classText = (quasi: readonly Column[], row: number): string =>
  quasi.map((column) => `${column.name} ${valueAt(column, row)}`).join(', ');
