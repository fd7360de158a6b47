import { BadInput } from '../model/bad-input.ts';
import { SeenIds } from '../model/seen-ids.ts';
import type { Entry, LocatedTransaction } from '../model/transaction.ts';
import { Vocabulary } from '../model/vocabulary.ts';
import { columnOf, Fault } from './fault.ts';
import type { TransactionFormat } from './format.ts';
import { integerOffset, isSpmfComment, parseFimiLine, parseSpmfHeader, parseSpmfLine } from './integers.ts';
import { jsonIdOffset, jsonOffset, parseJsonLine } from './json-lines.ts';
import { RecordRows } from './json-rows.ts';
import { LineReader } from './lines.ts';
import { HEADER_LINE, LoneFirstLine } from './lone-first-line.ts';
import type { TableChoice } from './table/choice.ts';
import { DelimitedRows, type RowReader, TableDecoder } from './table/csv-decoder.ts';
import { TextParser, textOffset } from './text.ts';
import { Warnings } from './warnings.ts';

/** Bytes in, in pieces of any size; transactions out, in file order, as soon as they are whole. */
interface Decoder {
  push(piece: Uint8Array): LocatedTransaction[];
  end(): LocatedTransaction[];
  readonly warnings: Warnings;
  readonly labels?: ReadonlyMap<string, string>;
}

interface ParsedLine {
  readonly id?: string;
  readonly cluster?: number;
  /** Given away: the vocabulary shares its texts in place. */
  readonly items: Entry[];
}

interface LineFormat {
  parse(line: string, number: number): ParsedLine | null;
  offsetOf(line: string, entry: number, member: number): number;
}

export const rowReader = (format: 'csv' | 'records', file: string, { delimiter }: TableChoice = {}): RowReader =>
  format === 'csv' ? new DelimitedRows(file, { delimiter }) : new RecordRows(file);

export function decoderOf(format: TransactionFormat | 'records', file: string, lineLimit?: number, table?: TableChoice): Decoder {
  const lines = new LineReader(file, lineLimit);
  const warnings = new Warnings(file);
  return format === 'csv' || format === 'records'
    ? new TableDecoder(file, lines, warnings, rowReader(format, file, table), table)
    : new LineDecoder(file, lines, warnings, lineFormat(format, warnings), format === 'text' ? new LoneFirstLine() : null);
}

function lineFormat(format: Exclude<TransactionFormat, 'csv'>, warnings: Warnings): LineFormat {
  switch (format) {
    case 'text': {
      const parser = new TextParser();
      return { parse: (line) => ({ items: parser.entries(line) }), offsetOf: textOffset };
    }
    case 'jsonl':
      return { parse: parseJsonLine, offsetOf: jsonOffset };
    case 'fimi':
      return { parse: (line) => ({ items: parseFimiLine(line) }), offsetOf: integerOffset };
    case 'spmf':
      return spmfFormat(warnings);
  }
}

function spmfFormat(warnings: Warnings): LineFormat {
  const names = new Map<string, string>();
  return {
    parse(line, number) {
      if (isSpmfComment(line)) {
        const named = parseSpmfHeader(line);
        if (named !== null && named[1] !== '') names.set(...named);
        return null;
      }
      const { items, repeats } = parseSpmfLine(line);
      if (repeats) warnings.add('a sequence holds an item more than once; as a set it holds it once', number);
      return { items: items.map((item) => names.get(item) ?? item) };
    },
    offsetOf: (line, entry) => integerOffset(line, entry),
  };
}

const BLANK = 'an empty line; a transaction has at least one item (JSON Lines can hold an empty one: {"items":[]})';

class LineDecoder implements Decoder {
  readonly warnings: Warnings;
  readonly #file: string;
  readonly #lines: LineReader;
  readonly #format: LineFormat;
  #vocabulary: Vocabulary;
  #ids = new SeenIds();
  readonly #first: LoneFirstLine | null;
  #hasIds: boolean | null = null;
  /** The first of the empty lines just read: allowed only where the file ends. */
  #blank = 0;

  constructor(file: string, lines: LineReader, warnings: Warnings, format: LineFormat, first: LoneFirstLine | null) {
    this.#first = first;
    this.#file = file;
    this.#lines = lines;
    this.warnings = warnings;
    this.#format = format;
    this.#vocabulary = new Vocabulary({ met: (item) => this.#met(item) });
  }

  push(piece: Uint8Array): LocatedTransaction[] {
    return this.#take(this.#lines.push(piece));
  }

  end(): LocatedTransaction[] {
    const whole = this.#take(this.#lines.end());
    if (this.#hasIds === null) throw this.#bad('the file holds no transaction', 1, 1);
    if (this.#first?.found) this.warnings.add(HEADER_LINE, 1);
    // The reader may outlive the file for its warnings; free its vocabulary, which is most of its memory.
    this.#vocabulary = new Vocabulary();
    this.#ids = new SeenIds();
    return whole;
  }

  #take(lines: Iterable<string>): LocatedTransaction[] {
    const whole: LocatedTransaction[] = [];
    for (const line of lines) {
      const number = this.#lines.line;
      if (line.trim() === '') {
        if (this.#blank === 0) this.#blank = number;
        continue;
      }
      if (this.#blank > 0) throw this.#bad(BLANK, this.#blank, 1);
      try {
        this.#line(line, number, whole);
      } catch (error) {
        if (error instanceof Fault) throw this.#bad(error.message, number, columnOf(line, error.offset));
        throw error;
      }
    }
    return whole;
  }

  #line(line: string, number: number, whole: LocatedTransaction[]): void {
    const parsed = this.#format.parse(line, number);
    if (parsed === null) return;
    this.#checkId(parsed.id, line);
    const checked = this.#vocabulary.check(parsed.items, number);
    if (typeof checked !== 'number') throw new Fault(checked.message, this.#format.offsetOf(line, checked.entry, checked.member));
    this.#first?.add(parsed.items);
    if (checked > 0) this.warnings.add('a generalised item is repeated within a transaction; it counts once', number);
    whole.push(located(parsed, number));
  }

  /** Marks of another way to write sets: read as they stand, and said. */
  #met(item: string): void {
    const hint = hintOf(item);
    if (hint !== null) this.warnings.add(hint, this.#lines.line);
  }

  #checkId(id: string | undefined, line: string): void {
    this.#hasIds ??= id !== undefined;
    if (this.#hasIds !== (id !== undefined)) throw new Fault('either every transaction has an "id", or none', 0);
    if (id !== undefined && !this.#ids.add(id)) throw new Fault('this id was used by an earlier transaction', jsonIdOffset(line));
  }

  #bad(message: string, line: number, column: number): BadInput {
    return new BadInput(message, { file: this.#file, line, column });
  }
}

/** Written out, not spread: this runs once a line. */
function located({ id, cluster, items }: ParsedLine, line: number): LocatedTransaction {
  if (cluster !== undefined) return id === undefined ? { line, cluster, items } : { line, id, cluster, items };
  return id === undefined ? { line, items } : { line, id, items };
}

/** Why an item looks as if its writer meant several, or null. */
const hintOf = (item: string): string | null =>
  /[;；、，]/.test(item) ? 'an item with a semicolon or another list mark in it; items are separated by commas' : null;
