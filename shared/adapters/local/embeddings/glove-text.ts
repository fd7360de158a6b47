import { BadInput } from '../../../core/model/bad-input.ts';
import { DecimalScanner } from './decimal.ts';
import type { OnWord, VectorReader } from './vector-reader.ts';

const UTF8 = new TextDecoder();
const SPACE = 0x20;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
/** A longer line means another kind of file. */
const LONGEST_LINE = 1 << 20;

/**
 * The plain GloVe text format: a word and its numbers on each line, separated by single spaces. The first line fixes the number of numbers; a word may
 * contain spaces, because numbers are counted from the end. A first line of two whole numbers is the header of word2vec and fastText: words, dimensions.
 */
export class GloveTextReader implements VectorReader {
  readonly #onWord: OnWord;
  readonly #file: string;
  readonly #number = new DecimalScanner();
  #line = 0;
  #stated: number | null = null;
  #values: Float64Array | null = null;
  #spaces = new Int32Array(0);

  constructor(file: string, onWord: OnWord) {
    this.#file = file;
    this.#onWord = onWord;
  }

  push(bytes: Uint8Array): number {
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      this.#read(bytes, start, end);
      start = end + 1;
    }
    if (bytes.length - start > LONGEST_LINE) throw this.#bad(`a line of more than ${LONGEST_LINE} bytes: not a file of word vectors`, 1);
    return start;
  }

  end(rest: Uint8Array): void {
    if (rest.length > 0) this.#read(rest, 0, rest.length);
    if (this.#values === null) throw this.#bad('no word vectors in this file', 1);
  }

  #read(bytes: Uint8Array, start: number, lineEnd: number): void {
    this.#line += 1;
    let end = lineEnd;
    while (end > start && (bytes[end - 1] === RETURN || bytes[end - 1] === SPACE)) end -= 1;
    if (end === start) {
      if (this.#line === 1) throw this.#bad('the first line is empty; wanted: a word and its numbers', 1);
      return;
    }
    const values = this.#values ?? this.#first(bytes, start, end);
    if (values === null) return;
    // Positions of the last spaces, from the end: one before each number.
    let found = 0;
    for (let at = end - 1; at > start && found < values.length; at -= 1) {
      if (bytes[at] === SPACE) this.#spaces[found++] = at;
    }
    if (found < values.length) throw this.#bad(`${found} numbers, wanted ${values.length} as in the first line`, 1);
    for (let nth = 0; nth < values.length; nth += 1) {
      const from = this.#spaces[values.length - 1 - nth] + 1;
      const to = nth === values.length - 1 ? end : this.#spaces[values.length - 2 - nth];
      this.#number.read(bytes, from, to);
      if (this.#number.end !== to || !Number.isFinite(this.#number.value))
        throw this.#bad(`number ${nth + 1} of the vector is not a number`, from - start + 1);
      values[nth] = this.#number.value;
    }
    this.#onWord(bytes.subarray(start, this.#spaces[values.length - 1]), values);
  }

  /** Sets the dimensions by the header, or else by the first word's line. Null for the header itself. */
  #first(bytes: Uint8Array, start: number, end: number): Float64Array | null {
    const fields = UTF8.decode(bytes.subarray(start, end)).split(' ');
    if (this.#line === 1 && fields.length === 2 && fields.every((field) => /^[1-9][0-9]{0,8}$/.test(field))) {
      this.#stated = Number(fields[1]);
      return null;
    }
    if (fields.length < 3) throw this.#bad('wanted: a word and its numbers, with single spaces between', 1);
    const dimensions = this.#stated ?? fields.length - 1;
    this.#values = new Float64Array(dimensions);
    this.#spaces = new Int32Array(dimensions);
    return this.#values;
  }

  #bad(message: string, column: number): BadInput {
    return new BadInput(message, { file: this.#file, line: Math.max(1, this.#line), column });
  }
}
