/** What a column is to whoever publishes it. */
export type Role = 'identifier' | 'quasi' | 'sensitive' | 'other';

export type ColumnType = 'number' | 'word' | 'ordinal';

/** What a first column without a name is called: R and pandas write the names of rows there. They name records of the table that it was taken from. */
export const ROW_NAMES = 'row names';

/** One column: a code a record, and what each code stands for. Codes are numbered as their values first occur. */
export interface Column {
  readonly name: string;
  readonly codes: Int32Array;
  readonly values: readonly string[];
}

/** A record a row, a row a person. */
export interface Table {
  readonly rows: number;
  readonly columns: readonly Column[];
}

/** Grows a column value by value. */
export class ColumnBuilder {
  readonly name: string;
  readonly values: string[] = [];
  readonly #known = new Map<string, number>();
  #codes = new Int32Array(1024);
  #length = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** `keep` copies a text before it is kept: a slice of a line holds its whole block in memory. */
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

/** A column of texts that rows share: `of` says which of them each row has. Each row costs a look into an array, each text one at its letters; texts may be equal. */
export function columnOfShared(name: string, texts: readonly string[], of: Int32Array): Column {
  const coded = new Int32Array(texts.length).fill(-1);
  const known = new Map<string, number>();
  const values: string[] = [];
  const codes = new Int32Array(of.length);
  for (let row = 0; row < of.length; row += 1) {
    const text = of[row] as number;
    if (coded[text] === -1) {
      const value = texts[text] as string;
      const code = known.get(value) ?? values.push(value) - 1;
      known.set(value, code);
      coded[text] = code;
    }
    codes[row] = coded[text] as number;
  }
  return { name, codes, values };
}

/** A column at some rows, in their order. */
export const columnAt = ({ name, codes, values }: Column, rows: Int32Array): Column =>
  columnOfShared(
    name,
    values,
    rows.map((row) => codes[row] as number),
  );

/** A table of texts, row by row: for what is small, and for tests. */
export function tableOf(names: readonly string[], rows: readonly (readonly string[])[]): Table {
  const builders = names.map((name) => new ColumnBuilder(name));
  for (const row of rows) for (const [at, builder] of builders.entries()) builder.push(row[at] ?? '');
  return { rows: rows.length, columns: builders.map((builder) => builder.column()) };
}

export const valueAt = ({ codes, values }: Column, row: number): string => values[codes[row] as number] as string;

export function columnNamed(table: Table, name: string): Column {
  const found = table.columns.find((column) => column.name === name);
  if (found === undefined) throw new Error(`no column ${name}`);
  return found;
}
