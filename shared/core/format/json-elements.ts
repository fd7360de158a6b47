import { BadInput } from '../model/bad-input.ts';

/** Whether the text begins one JSON array of objects or of arrays, and not a line that is an array with more lines below it. */
export function isJsonArray(head: string): boolean {
  const text = head.replace(/^\ufeff/, '').trimStart();
  if (!/^\[\s*[[{]/.test(text)) return false;
  const end = text.indexOf('\n');
  if (end < 0 || text.slice(end).trim() === '') return true;
  try {
    JSON.parse(text.slice(0, end));
    return false;
  } catch {
    return true;
  }
}

const OPEN = 0x5b;
const CLOSE = 0x5d;
const BEGIN = 0x7b;
const END = 0x7d;
const COMMA = 0x2c;
const QUOTE = 0x22;
const ESCAPE = 0x5c;
const SPACE = 0x20;
const LINE = 0x0a;
const RETURN = 0x0d;

/**
 * A JSON array in pieces of any size, as JSON Lines: each element on a line of its own, byte for byte, so that nothing is held. Invalid JSON stays
 * wrong on its line; only an array that is never closed is refused here, since each of its lines would be whole.
 */
export class JsonElements {
  readonly #file: string;
  #depth = 0;
  #closed = false;
  #quoted = false;
  #escaped = false;
  #begun = false;
  #elements = 0;

  constructor(file: string) {
    this.#file = file;
  }

  push(piece: Uint8Array): Uint8Array {
    const lines = new Uint8Array(piece.length);
    for (let at = 0; at < piece.length; at += 1) lines[at] = this.#byte(piece[at]);
    return lines;
  }

  end(): void {
    if (!this.#closed)
      throw new BadInput('this JSON array is never closed; is the file cut off?', { file: this.#file, line: 1, column: 1 });
  }

  #byte(byte: number): number {
    if (this.#closed) return byte;
    if (this.#quoted) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === ESCAPE) this.#escaped = true;
      else if (byte === QUOTE) this.#quoted = false;
      return byte;
    }
    if (byte === LINE || byte === RETURN) return SPACE;
    if (byte === OPEN || byte === BEGIN) {
      this.#depth += 1;
      if (this.#depth === 1) return SPACE;
    } else if (byte === CLOSE || byte === END) {
      this.#depth -= 1;
      if (this.#depth === 0) {
        this.#closed = true;
        // A comma without an element behind it stays, and is no JSON.
        return this.#begun || this.#elements === 0 ? LINE : COMMA;
      }
    } else if (byte === COMMA && this.#depth === 1) {
      const whole = this.#begun;
      this.#begun = false;
      this.#elements += 1;
      return whole ? LINE : COMMA;
    } else if (byte === QUOTE) this.#quoted = true;
    if (this.#depth > 0 && byte > SPACE) this.#begun = true;
    return byte;
  }
}
