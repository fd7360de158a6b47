import { ByteBuffer } from './byte-buffer.ts';
import type { ByteSink } from './byte-source.ts';
import { crc32 } from './crc32.ts';

/** Receives the next bytes of a stream, `bytes[start, end)`. The caller reuses the array. */
export type Take = (bytes: Uint8Array, start: number, end: number) => void;

/** Bytes to gather before a write. A longer list is written by itself. */
export const CHUNK = 1 << 18;

/** Buffered output of an index. It knows its place in the file and the checksum of the current part. */
export class IndexOutput {
  readonly #sink: ByteSink;
  readonly #out = new ByteBuffer(2 * CHUNK);
  /** Bytes written before `#out`. */
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
      // Lists of the most frequent words take megabytes: a copy would not fit the memory of a build.
      this.flush();
      this.#sink.append(bytes.subarray(start, end));
      this.#flushed += end - start;
    }
    if (this.#out.length >= CHUNK) this.flush();
  }

  /** Appends bytes and adds them to the checksum that `endChecked` writes. */
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
