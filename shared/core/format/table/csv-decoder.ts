import type { LocatedTransaction } from '../../model/transaction.ts';
import type { LineReader } from '../lines.ts';
import type { Warnings } from '../warnings.ts';
import { type TableChoice, UnclearTable } from './choice.ts';
import { DelimitedReader, type TableRow } from './delimited.ts';
import { guessDelimiter, headerDelimiter, separatorLine } from './delimiter.ts';
import { TransactionTableReader } from './table-reader.ts';

/** Lines from which the delimiter is guessed. */
const SAMPLE = 200;

export interface RowReader {
  line(text: string, number: number): readonly TableRow[];
  end(): readonly TableRow[];
}

/** Lines of a delimited file. Unless it is given, the delimiter is guessed from the first lines, which are held until then. */
export class DelimitedRows implements RowReader {
  readonly #file: string;
  readonly #hasHeader: boolean;
  #rows: DelimitedReader | null;
  #delimiter: string | undefined;
  #held: { readonly text: string; readonly number: number }[] = [];

  /** Where the first lines fit two delimiters, a file that is known to have a header goes by its header. */
  constructor(file: string, { delimiter, hasHeader = false }: { readonly delimiter?: string | undefined; readonly hasHeader?: boolean }) {
    this.#file = file;
    this.#hasHeader = hasHeader;
    this.#rows = delimiter === undefined ? null : this.#reader(delimiter);
  }

  get delimiter(): string | undefined {
    return this.#delimiter;
  }

  line(text: string, number: number): readonly TableRow[] {
    const separator = number === 1 ? separatorLine(text) : null;
    if (separator !== null) {
      this.#rows = this.#reader(separator);
      return [];
    }
    if (this.#rows !== null) return rowsOf(this.#rows.row(text, number));
    this.#held.push({ text, number });
    return this.#held.length >= SAMPLE ? this.#decide() : [];
  }

  end(): readonly TableRow[] {
    const rows = this.#rows === null ? this.#decide() : [];
    this.#rows?.end();
    return rows;
  }

  #reader(delimiter: string): DelimitedReader {
    this.#delimiter = delimiter;
    return new DelimitedReader(this.#file, delimiter);
  }

  #decide(): TableRow[] {
    const lines = this.#held.map(({ text }) => text);
    const delimiter = guessDelimiter(lines) ?? (this.#hasHeader ? headerDelimiter(lines) : null);
    if (delimiter === null)
      throw new UnclearTable('more than one character could separate the columns; --delimiter says which', { file: this.#file, line: 1 });
    const rows = this.#reader(delimiter);
    this.#rows = rows;
    const held = this.#held;
    this.#held = [];
    return held.flatMap(({ text, number }) => rowsOf(rows.row(text, number)));
  }
}

const rowsOf = (row: TableRow | null): readonly TableRow[] => (row === null ? [] : [row]);

/** A table as text: bytes to lines to rows to transactions. */
export class TableDecoder {
  readonly warnings: Warnings;
  readonly labels: ReadonlyMap<string, string>;
  readonly #lines: LineReader;
  readonly #rows: RowReader;
  readonly #table: TransactionTableReader;

  constructor(file: string, lines: LineReader, warnings: Warnings, rows: RowReader, choice: TableChoice = {}) {
    this.#lines = lines;
    this.#rows = rows;
    this.warnings = warnings;
    this.#table = new TransactionTableReader(file, warnings, choice);
    this.labels = this.#table.labels;
  }

  push(piece: Uint8Array): LocatedTransaction[] {
    this.#take(this.#lines.push(piece));
    return this.#table.take();
  }

  end(): LocatedTransaction[] {
    this.#take(this.#lines.end());
    for (const row of this.#rows.end()) this.#table.row(row);
    return this.#table.end();
  }

  #take(lines: Iterable<string>): void {
    for (const text of lines) for (const row of this.#rows.line(text, this.#lines.line)) this.#table.row(row);
  }
}
