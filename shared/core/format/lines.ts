import { BadInput } from '../model/bad-input.ts';
import { firstInvalidUtf8 } from './encoding.ts';
import { columnOf } from './fault.ts';

/** The longest line that is read: 16 MiB. A transaction of 70,000 items of 200 bytes fits; a file without line feeds does not fill the memory. */
export const LINE_LIMIT = 16 * 1024 * 1024;

const LF = 0x0a;
/** Pieces this large are decoded at once: large enough for speed, small enough to keep little in memory. */
const SLICE = 256 * 1024;

/** All control characters but tab and line feed; a carriage return only where a line feed follows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is its purpose.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/;

/**
 * Bytes to lines, however the bytes are cut. Whole blocks of lines are decoded and searched at once; only when a block
 * holds something that is not text are its lines looked at one by one, so that the first bad line in the file is the one
 * that is named, whatever the pieces were.
 */
export class LineReader {
  /** The number of the line last handed over. */
  line = 0;
  readonly #file: string;
  readonly #limit: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #begun = false;

  constructor(file: string, limit = LINE_LIMIT) {
    this.#file = file;
    this.#limit = limit;
  }

  *push(piece: Uint8Array): Generator<string> {
    // No slice is longer than the limit, so only the first line of a block, which began in what is held, can be too long.
    const step = Math.min(SLICE, this.#limit);
    for (let from = 0; from < piece.length; from += step) yield* this.#slice(piece.subarray(from, from + step));
  }

  /** The last line, when the file does not end with a line feed. */
  *end(): Generator<string> {
    if (this.#heldBytes > 0) yield* this.#block(this.#take());
  }

  *#slice(bytes: Uint8Array): Generator<string> {
    const last = bytes.lastIndexOf(LF);
    if (this.#heldBytes + (last < 0 ? bytes.length : bytes.indexOf(LF)) > this.#limit) this.#tooLong();
    if (last < 0) {
      this.#hold(bytes.slice());
      return;
    }
    this.#hold(bytes.subarray(0, last + 1));
    yield* this.#block(this.#take());
    this.#hold(bytes.slice(last + 1));
  }

  *#block(bytes: Uint8Array): Generator<string> {
    const block = this.#begun ? bytes : this.#skipMark(bytes);
    this.#begun = true;
    const text = this.#decode(block);
    if (text === null || CONTROL.test(text)) {
      yield* this.#oneByOne(block);
      return;
    }
    const carriageReturns = text.includes('\r');
    for (let from = 0; from < text.length; ) {
      const found = text.indexOf('\n', from);
      const to = found < 0 ? text.length : found;
      this.line += 1;
      yield text.slice(from, carriageReturns && text.charCodeAt(to - 1) === 13 && to > from ? to - 1 : to);
      from = to + 1;
    }
  }

  *#oneByOne(block: Uint8Array): Generator<string> {
    for (let from = 0; from < block.length; ) {
      const found = block.indexOf(LF, from);
      const to = found < 0 ? block.length : found;
      const bytes = block.subarray(from, found < 0 ? to : to + 1);
      this.line += 1;
      const text = this.#decode(bytes);
      if (text === null) this.#notUtf8(bytes);
      else {
        const control = text.search(CONTROL);
        if (control >= 0) throw this.#bad(controlMessage(text.charCodeAt(control)), columnOf(text, control));
        yield text.replace(/\r?\n$/, '');
      }
      from = to + 1;
    }
  }

  #decode(bytes: Uint8Array): string | null {
    try {
      return this.#decoder.decode(bytes);
    } catch {
      return null;
    }
  }

  #skipMark(bytes: Uint8Array): Uint8Array {
    const [a, b, c] = bytes;
    if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) {
      this.line = 1;
      throw this.#bad('this file is UTF-16; save it as UTF-8', 1);
    }
    return a === 0xef && b === 0xbb && c === 0xbf ? bytes.subarray(3) : bytes;
  }

  #notUtf8(bytes: Uint8Array): never {
    const at = firstInvalidUtf8(bytes);
    const column = columnOf(new TextDecoder().decode(bytes.subarray(0, at)), at);
    const byte = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0');
    throw this.#bad(`byte 0x${byte} is not UTF-8; save the file as UTF-8, or say what it is: --encoding windows-1252`, column);
  }

  #tooLong(): never {
    this.line += 1;
    throw this.#bad(`a line of more than ${this.#limit} bytes; one transaction stands on one line`, 1);
  }

  #bad(message: string, column: number): BadInput {
    return new BadInput(message, { file: this.#file, line: this.line, column });
  }

  #hold(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
  }

  #take(): Uint8Array {
    const [only] = this.#held;
    const bytes = this.#held.length === 1 && only !== undefined ? only : new Uint8Array(this.#heldBytes);
    if (this.#held.length !== 1) {
      let at = 0;
      for (const piece of this.#held) {
        bytes.set(piece, at);
        at += piece.length;
      }
    }
    this.#held = [];
    this.#heldBytes = 0;
    return bytes;
  }
}

function controlMessage(code: number): string {
  if (code === 0) return 'a NUL byte: this is not a text file (is it UTF-16, or binary?)';
  if (code === 13) return 'a carriage return without a line feed; end lines with LF or CRLF';
  return `control character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
