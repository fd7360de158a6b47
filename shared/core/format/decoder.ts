import { BadInput } from '../model/bad-input.ts';
import { ownCopy } from '../model/own-copy.ts';
import { SeenIds } from '../model/seen-ids.ts';
import type { Entry, LocatedTransaction } from '../model/transaction.ts';
import { Vocabulary } from '../model/vocabulary.ts';
import { csvItemOffset, HEADER_ROWS, headerOf, parseCsvLine } from './csv.ts';
import { columnOf, Fault } from './fault.ts';
import type { TransactionFormat } from './format.ts';
import { integerOffset, isSpmfComment, parseFimiLine, parseSpmfHeader, parseSpmfLine } from './integers.ts';
import { jsonIdOffset, jsonOffset, parseJsonLine } from './json-lines.ts';
import { LineReader } from './lines.ts';
import { TextParser, textOffset } from './text.ts';
import { Warnings } from './warnings.ts';

/** Bytes in, in pieces of any size; transactions out, in file order, as soon as they are whole. */
export interface Decoder {
  push(piece: Uint8Array): LocatedTransaction[];
  end(): LocatedTransaction[];
  readonly warnings: Warnings;
}

/** What a line holds before it is checked against the rest of the file. */
interface ParsedLine {
  readonly id?: string;
  readonly cluster?: number;
  /** Given away: the vocabulary shares its texts in place. */
  readonly items: Entry[];
}

interface LineFormat {
  /** Null for a line that holds no transaction. */
  parse(line: string, number: number): ParsedLine | null;
  offsetOf(line: string, entry: number, member: number): number;
}

export function decoderOf(format: TransactionFormat, file: string, lineLimit?: number): Decoder {
  const lines = new LineReader(file, lineLimit);
  const warnings = new Warnings(file);
  return format === 'csv' ? new CsvDecoder(file, lines, warnings) : new LineDecoder(file, lines, warnings, lineFormat(format, warnings));
}

function lineFormat(format: Exclude<TransactionFormat, 'csv'>, warnings: Warnings): LineFormat {
  switch (format) {
    case 'text':
      return textFormat();
    case 'jsonl':
      return { parse: parseJsonLine, offsetOf: jsonOffset };
    case 'fimi':
      return { parse: (line) => ({ items: parseFimiLine(line) }), offsetOf: integerOffset };
    case 'spmf':
      return spmfFormat(warnings);
  }
}

function textFormat(): LineFormat {
  const parser = new TextParser();
  return { parse: (line) => ({ items: parser.entries(line) }), offsetOf: textOffset };
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

/** Common to all: places of faults, empty lines, an empty file. */
abstract class BaseDecoder implements Decoder {
  readonly warnings: Warnings;
  protected readonly file: string;
  readonly #lines: LineReader;
  /** The first of the empty lines just read: allowed only where the file ends. */
  #blank = 0;

  constructor(file: string, lines: LineReader, warnings: Warnings) {
    this.file = file;
    this.#lines = lines;
    this.warnings = warnings;
  }

  push(piece: Uint8Array): LocatedTransaction[] {
    return this.#take(this.#lines.push(piece));
  }

  end(): LocatedTransaction[] {
    const whole = this.#take(this.#lines.end());
    this.finish(whole);
    return whole;
  }

  protected abstract line(line: string, number: number, whole: LocatedTransaction[]): void;
  protected abstract finish(whole: LocatedTransaction[]): void;

  #take(lines: Iterable<string>): LocatedTransaction[] {
    const whole: LocatedTransaction[] = [];
    for (const line of lines) {
      const number = this.#lines.line;
      if (line.trim() === '') {
        if (this.#blank === 0) this.#blank = number;
        continue;
      }
      if (this.#blank > 0) throw this.bad(BLANK, this.#blank, 1);
      this.placed(line, number, () => this.line(line, number, whole));
    }
    return whole;
  }

  /** A fault with its place. */
  protected placed(line: string, number: number, read: () => void): void {
    try {
      read();
    } catch (error) {
      if (error instanceof Fault) throw this.bad(error.message, number, columnOf(line, error.offset));
      throw error;
    }
  }

  protected bad(message: string, line: number, column: number): BadInput {
    return new BadInput(message, { file: this.file, line, column });
  }
}

class LineDecoder extends BaseDecoder {
  readonly #format: LineFormat;
  #vocabulary = new Vocabulary();
  #ids = new SeenIds();
  #hasIds: boolean | null = null;

  constructor(file: string, lines: LineReader, warnings: Warnings, format: LineFormat) {
    super(file, lines, warnings);
    this.#format = format;
  }

  protected line(line: string, number: number, whole: LocatedTransaction[]): void {
    const parsed = this.#format.parse(line, number);
    if (parsed === null) return;
    this.#checkId(parsed.id, line);
    const checked = this.#vocabulary.check(parsed.items, number);
    if (typeof checked !== 'number') throw new Fault(checked.message, this.#format.offsetOf(line, checked.entry, checked.member));
    if (checked > 0) this.warnings.add('a generalised item is repeated within a transaction; it counts once', number);
    whole.push(located(parsed, number));
  }

  protected finish(): void {
    if (this.#hasIds === null) throw this.bad('the file holds no transaction', 1, 1);
    // Who read the file may hold on to it for its warnings; what was known of its items, most of a reader's memory, has done its work.
    this.#vocabulary = new Vocabulary();
    this.#ids = new SeenIds();
  }

  #checkId(id: string | undefined, line: string): void {
    this.#hasIds ??= id !== undefined;
    if (this.#hasIds !== (id !== undefined)) throw new Fault('either every transaction has an "id", or none', 0);
    if (id !== undefined && !this.#ids.add(id)) throw new Fault('this id was used by an earlier transaction', jsonIdOffset(line));
  }
}

/** Written out, not spread: this runs once a line. */
function located({ id, cluster, items }: ParsedLine, line: number): LocatedTransaction {
  if (cluster !== undefined) return id === undefined ? { line, cluster, items } : { line, id, cluster, items };
  return id === undefined ? { line, items } : { line, id, items };
}

const UNCLEAR_HEADER =
  'is this row the names of the columns, or a transaction? If it names them, call them id,item; if not, put a line "id,item" above it';

/** One row an item: a transaction is whole when the next id begins. */
class CsvDecoder extends BaseDecoder {
  readonly #ids = new SeenIds();
  readonly #vocabulary = new Map<string, string>();
  #open: { readonly id: string; readonly line: number; readonly items: Set<string> } | null = null;
  /** The first rows, until it is known whether the first of them names the columns. */
  #held: { readonly line: string; readonly number: number }[] | null = [];

  protected line(line: string, number: number, whole: LocatedTransaction[]): void {
    if (this.#held === null) {
      this.#row(line, number, whole);
      return;
    }
    // What cannot be read is said at once.
    parseCsvLine(line);
    this.#held.push({ line, number });
    if (this.#held.length === HEADER_ROWS) this.#decide(whole);
  }

  #decide(whole: LocatedTransaction[]): void {
    const held = this.#held ?? [];
    this.#held = null;
    const [first, ...rows] = held;
    if (first === undefined) return;
    const found = headerOf(held.map(({ line }) => line));
    if (found === 'unclear') throw this.bad(UNCLEAR_HEADER, first.number, 1);
    for (const { line, number } of found === 'header' ? rows : held) this.placed(line, number, () => this.#row(line, number, whole));
  }

  #row(line: string, number: number, whole: LocatedTransaction[]): void {
    const { id, item } = parseCsvLine(line);
    if (this.#open?.id !== id) {
      this.finish(whole, false);
      if (!this.#ids.add(id)) throw new Fault('this transaction id was used further up; the rows of a transaction follow each other', 0);
      this.#open = { id, line: number, items: new Set() };
    }
    const shared = this.#shared(item);
    if (this.#open.items.has(shared)) throw new Fault('an item for the second time in one transaction', csvItemOffset(line));
    this.#open.items.add(shared);
  }

  protected finish(whole: LocatedTransaction[], last = true): void {
    if (last) this.#decide(whole);
    if (this.#open !== null) whole.push({ line: this.#open.line, id: this.#open.id, items: [...this.#open.items] });
    else if (last) throw this.bad('the file holds no transaction', 1, 1);
    this.#open = null;
  }

  #shared(item: string): string {
    const known = this.#vocabulary.get(item);
    if (known !== undefined) return known;
    const copy = ownCopy(item);
    this.#vocabulary.set(copy, copy);
    return copy;
  }
}
