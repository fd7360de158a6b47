import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Embeddings } from '../../../ports/embeddings.ts';
import type { SourceVersion } from '../../../ports/hit-counter.ts';
import { bucketOf, HEADER_BYTES, PACK_VERSION, type PackHeader, packLength, readHeader, recordBytes } from './pack-format.ts';

const UTF8 = new TextEncoder();

/**
 * Vectors out of a pack by positioned reads: in memory are the bucket table (a byte and a half a word) and nothing else.
 * Reads are synchronous: each is a few hundred bytes, and waiting for a thread costs more than the read.
 */
export class PackedEmbeddings implements Embeddings {
  readonly source: SourceVersion;
  readonly dimensions: number;
  readonly #file: number;
  readonly #header: PackHeader;
  readonly #starts: Uint32Array;

  private constructor(file: number, id: string, header: PackHeader, starts: Uint32Array) {
    this.#file = file;
    this.#header = header;
    this.#starts = starts;
    this.dimensions = header.dimensions;
    this.source = { id, version: `${Buffer.from(header.origin).toString('hex')}/unit-int16-${PACK_VERSION}` };
  }

  /** Null if there is no pack under that path, or one that is damaged or of another version. */
  static open(path: string, id: string): PackedEmbeddings | null {
    let file: number;
    try {
      file = openSync(path, 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
    const header = readHeader(read(file, 0, HEADER_BYTES));
    if (header === null || fstatSync(file).size !== packLength(header)) {
      closeSync(file);
      return null;
    }
    const table = read(file, header.bucketsOffset, 4 * (header.buckets + 1));
    return new PackedEmbeddings(file, id, header, new Uint32Array(table.buffer, table.byteOffset, header.buckets + 1));
  }

  async vectors(words: readonly string[]): Promise<readonly (Float32Array | null)[]> {
    return words.map((word) => {
      const number = this.#find(UTF8.encode(word));
      return number === -1 ? null : this.#vector(number);
    });
  }

  /** How many words there are. */
  get size(): number {
    return this.#header.words;
  }

  close(): void {
    closeSync(this.#file);
  }

  #find(word: Uint8Array): number {
    const bucket = bucketOf(word, this.#header.buckets);
    const start = this.#starts[bucket] as number;
    const entries = read(this.#file, this.#header.wordsOffset + start, (this.#starts[bucket + 1] as number) - start);
    const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
    for (let at = 0; at < entries.length; ) {
      const length = view.getUint16(at, true);
      if (length === word.length && word.every((byte, nth) => entries[at + 2 + nth] === byte)) return view.getUint32(at + 2 + length, true);
      at += 6 + length;
    }
    return -1;
  }

  #vector(number: number): Float32Array {
    const size = recordBytes(this.dimensions);
    const record = read(this.#file, HEADER_BYTES + number * size, size);
    const view = new DataView(record.buffer, record.byteOffset, size);
    const scale = view.getFloat32(0, true);
    const values = Float64Array.from({ length: this.dimensions }, (_, at) => scale * view.getInt16(4 + 2 * at, true));
    let squares = 0;
    for (const value of values) squares += value * value;
    const length = Math.sqrt(squares);
    return Float32Array.from(values, (value) => value / length);
  }
}

function read(file: number, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let done = 0;
  while (done < length) {
    const got = readSync(file, bytes, done, length - done, position + done);
    if (got === 0) return bytes.subarray(0, done);
    done += got;
  }
  return bytes;
}
