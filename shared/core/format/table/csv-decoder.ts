import { BadInput } from '../../model/bad-input.ts';
import type { LocatedTransaction } from '../../model/transaction.ts';
import { columnOf, Fault } from '../fault.ts';
import type { LineReader } from '../lines.ts';
import type { Warnings } from '../warnings.ts';
import type { TableChoice } from './choice.ts';
import { DelimitedReader, guessDelimiter, separatorLine, type TableRow } from './delimited.ts';
import { TransactionTableReader } from './table-reader.ts';
import { UnclearTable } from './unclear-table.ts';

/** So many lines are looked at before the separator is decided. */
const SAMPLE = 200;

/** Lines to the rows of a table. */
export interface RowReader {
  line(text: string, number: number): readonly TableRow[];
  end(): readonly TableRow[];
}

/** Lines of a delimited file; its separator is told from the first of them. */
export class DelimitedRows implements RowReader {
  readonly #file: string;
  #rows: DelimitedReader | null;
  #held: { readonly text: string; readonly number: number }[] = [];

  constructor(file: string, delimiter: string | undefined) {
    this.#file = file;
    this.#rows = delimiter === undefined ? null : new DelimitedReader(delimiter);
  }

  line(text: string, number: number): readonly TableRow[] {
    if (number === 1) {
      const separator = separatorLine(text);
      if (separator !== null) {
        this.#rows = new DelimitedReader(separator);
        return [];
      }
    }
    if (this.#rows !== null) return this.#row(this.#rows, text, number);
    this.#held.push({ text, number });
    return this.#held.length >= SAMPLE ? this.#decide() : [];
  }

  end(): readonly TableRow[] {
    const rows = this.#rows === null ? this.#decide() : [];
    try {
      this.#rows?.end();
    } catch (error) {
      throw this.#placed(error, this.#rows?.openLine ?? 1, '');
    }
    return rows;
  }

  #decide(): TableRow[] {
    const delimiter = guessDelimiter(this.#held.map(({ text }) => text));
    if (delimiter === null)
      throw new UnclearTable('more than one character could separate the columns; --delimiter says which', { file: this.#file, line: 1 });
    const rows = new DelimitedReader(delimiter);
    this.#rows = rows;
    const held = this.#held;
    this.#held = [];
    return held.flatMap(({ text, number }) => this.#row(rows, text, number));
  }

  #row(rows: DelimitedReader, text: string, number: number): TableRow[] {
    try {
      const row = rows.row(text, number);
      return row === null ? [] : [row];
    } catch (error) {
      throw this.#placed(error, rows.openLine ?? number, text);
    }
  }

  #placed(error: unknown, line: number, text: string): unknown {
    if (!(error instanceof Fault)) return error;
    return new BadInput(error.message, { file: this.#file, line, column: columnOf(text, error.offset) }, { cause: error });
  }
}

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
