import { BadInput } from '../../model/bad-input.ts';
import type { LocatedTransaction } from '../../model/transaction.ts';
import { columnOf, Fault } from '../fault.ts';
import type { LineReader } from '../lines.ts';
import type { Warnings } from '../warnings.ts';
import type { TableChoice } from './choice.ts';
import { DelimitedReader, guessDelimiter, separatorLine } from './delimited.ts';
import { TransactionTableReader } from './table-reader.ts';

/** So many lines are looked at before the separator is decided. */
const SAMPLE = 200;

/** A delimited file: bytes to lines to rows to transactions. */
export class CsvDecoder {
  readonly warnings: Warnings;
  readonly #file: string;
  readonly #lines: LineReader;
  readonly #table: TransactionTableReader;
  #rows: DelimitedReader | null;
  #held: { readonly text: string; readonly number: number }[] = [];

  constructor(file: string, lines: LineReader, warnings: Warnings, choice: TableChoice = {}) {
    this.#file = file;
    this.#lines = lines;
    this.warnings = warnings;
    this.#table = new TransactionTableReader(file, warnings, choice);
    this.#rows = choice.delimiter === undefined ? null : new DelimitedReader(choice.delimiter);
  }

  push(piece: Uint8Array): LocatedTransaction[] {
    for (const text of this.#lines.push(piece)) this.#line(text, this.#lines.line);
    return this.#table.take();
  }

  end(): LocatedTransaction[] {
    for (const text of this.#lines.end()) this.#line(text, this.#lines.line);
    const rows = this.#rows ?? this.#decide();
    try {
      rows.end();
    } catch (error) {
      throw this.#placed(error, rows.openLine ?? 1, '');
    }
    return this.#table.end();
  }

  #line(text: string, number: number): void {
    if (number === 1) {
      const separator = separatorLine(text);
      if (separator !== null) {
        this.#rows = new DelimitedReader(separator);
        return;
      }
    }
    if (this.#rows !== null) {
      this.#row(this.#rows, text, number);
      return;
    }
    this.#held.push({ text, number });
    if (this.#held.length >= SAMPLE) this.#decide();
  }

  #decide(): DelimitedReader {
    const delimiter = guessDelimiter(this.#held.map(({ text }) => text));
    if (delimiter === null)
      throw new BadInput('more than one character could separate the columns; unveil import with --delimiter says which', {
        file: this.#file,
        line: 1,
      });
    const rows = new DelimitedReader(delimiter);
    this.#rows = rows;
    const held = this.#held;
    this.#held = [];
    for (const { text, number } of held) this.#row(rows, text, number);
    return rows;
  }

  #row(rows: DelimitedReader, text: string, number: number): void {
    try {
      const row = rows.row(text, number);
      if (row !== null) this.#table.row(row);
    } catch (error) {
      throw this.#placed(error, rows.openLine ?? number, text);
    }
  }

  #placed(error: unknown, line: number, text: string): unknown {
    if (!(error instanceof Fault)) return error;
    return new BadInput(error.message, { file: this.#file, line, column: columnOf(text, error.offset) }, { cause: error });
  }
}
