import { ByteBuffer } from './byte-buffer.ts';
import type { ByteSink } from './byte-source.ts';
import { crc32 } from './crc32.ts';

/** Takes the next bytes of a stream, `bytes[start, end)`. They are only lent. */
export type Take = (bytes: Uint8Array, start: number, end: number) => void;

/** What is gathered before it is written, and the most that is gathered of one list. */
export const CHUNK = 1 << 18;

/** The end of an index that is being written: knows its place, and the checksum of the part it is in. */
export class IndexOutput {
  readonly #sink: ByteSink;
  readonly #out = new ByteBuffer(2 * CHUNK);
  /** Everything before `#out`. */
  #flushed = 0;
  #crc = 0;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  get place(): number {
    return this.#flushed + this.#out.length;
  }

  append(bytes: Uint8Array, start = 0, end = bytes.length): void {
    if (end - start < CHUNK) this.#out.append(bytes, start, end);
    else {
      // Lists of the most frequent words are megabytes: once more of them would not fit the memory of a build.
      this.flush();
      this.#sink.append(bytes.subarray(start, end));
      this.#flushed += end - start;
    }
    if (this.#out.length >= CHUNK) this.flush();
  }

  /** A part that ends with its checksum is appended by this. */
  readonly checked: Take = (bytes, start, end) => {
    this.#crc = crc32(bytes, start, end, this.#crc);
    this.append(bytes, start, end);
  };

  endChecked(): void {
    appendWord(this.#out, this.#crc);
    this.#crc = 0;
  }

  flush(): void {
    this.#sink.append(this.#out.written());
    this.#flushed += this.#out.length;
    this.#out.length = 0;
  }
}

export function appendWord(to: ByteBuffer, word: number): void {
  to.reserve(4);
  for (let shift = 0; shift < 32; shift += 8) {
    to.bytes[to.length] = word >>> shift;
    to.length += 1;
  }
}
