import { createHash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { BadInput } from '../../../core/model/bad-input.ts';
import { HEADER_BYTES, type PackHeader, recordBytes, VALUE_STEPS, wordBucket, writeHeader } from '../../../corpus/vectors/pack-format.ts';
import { moveIntoPlace } from '../durable.ts';
import { guard } from '../interruption.ts';
import type { OnWord, VectorReader } from './vector-reader.ts';

const PIECE_BYTES = 1 << 20;
/** A word's length is stored in 16 bits. */
const LONGEST_WORD = 0xffff;

type ReaderOf = (onWord: OnWord) => VectorReader;

/** Packs a stream of vectors. In memory are the words (a few bytes each) and one chunk, never all vectors. */
export async function packVectors(
  from: { readonly name: string; readonly opened: number },
  to: string,
  readerOf: ReaderOf,
  onProgress: (bytes: number) => void,
): Promise<void> {
  await writtenWhole(to, async (output) => {
    const hash = createHash('sha256');
    const reader = readerOf((word, values) => output.add(word, values));
    try {
      let piece: Uint8Array = new Uint8Array(2 * PIECE_BYTES);
      let held = 0;
      for (let done = 0; ; ) {
        piece = roomFor(piece, held, PIECE_BYTES);
        const bytesRead = readSync(from.opened, piece, held, PIECE_BYTES, done);
        if (bytesRead === 0) break;
        done += bytesRead;
        hash.update(piece.subarray(held, held + bytesRead));
        held += bytesRead;
        const consumed = reader.push(piece.subarray(0, held));
        piece.copyWithin(0, consumed, held);
        held -= consumed;
        await output.flush();
        onProgress(done);
      }
      reader.end(piece.subarray(0, held));
    } finally {
      closeSync(from.opened);
    }
    if (output.size === 0) throw new BadInput('no word in this file has a vector', { file: from.name });
    return { origin: hash.digest().subarray(0, 16), phrases: false, plurals: 'exact' };
  });
}

/** The part of a pack's header that its content does not determine. */
type PackOrigin = Pick<PackHeader, 'origin' | 'phrases' | 'plurals'>;

/** A pack that `write` fills. It appears under its name when it is complete. */
export async function writtenWhole(to: string, write: (output: PackOutput) => Promise<PackOrigin>): Promise<void> {
  const unfinished = `${to}.${process.pid}.unfinished`;
  const guarded = guard({ remove: [unfinished] });
  const file = await open(unfinished, 'w', 0o600);
  try {
    const output = new PackOutput(file);
    await output.end(await write(output));
    await file.close();
    moveIntoPlace(unfinished, to);
  } catch (error) {
    await file.close();
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    guarded.done();
  }
}

/** Writes vectors into a pack. Those since the last flush are in memory. */
class PackOutput {
  readonly #file: FileHandle;
  readonly #words = new WordList();
  #dimensions = 0;
  #records: Uint8Array = new Uint8Array(PIECE_BYTES);
  #filled = 0;
  #written = HEADER_BYTES;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  get size(): number {
    return this.#words.size;
  }

  /** Ignores zero vectors and overlong words. */
  add(word: Uint8Array, values: Float64Array): void {
    if (word.length > LONGEST_WORD || !values.some((value) => value !== 0)) return;
    this.#words.add(word);
    this.#dimensions = values.length;
    this.#records = roomFor(this.#records, this.#filled, recordBytes(values.length));
    writeRecord(this.#records, this.#filled, values);
    this.#filled += recordBytes(values.length);
  }

  async flush(): Promise<void> {
    await this.#file.write(this.#records, 0, this.#filled, this.#written);
    this.#written += this.#filled;
    this.#filled = 0;
  }

  async end(origin: PackOrigin): Promise<void> {
    await this.flush();
    const { heap, starts } = this.#words.byBucket();
    const header: PackHeader = {
      ...origin,
      dimensions: this.#dimensions,
      words: this.#words.size,
      buckets: starts.length - 1,
      wordsOffset: this.#written,
      bucketsOffset: this.#written + heap.length,
    };
    await this.#file.write(heap, 0, heap.length, header.wordsOffset);
    await this.#file.write(new Uint8Array(starts.buffer), 0, starts.byteLength, header.bucketsOffset);
    await this.#file.write(writeHeader(header), 0, HEADER_BYTES, 0);
  }
}

function writeRecord(records: Uint8Array, offset: number, values: Float64Array): void {
  const view = new DataView(records.buffer);
  let squares = 0;
  let greatest = 0;
  for (const value of values) {
    squares += value * value;
    greatest = Math.max(greatest, Math.abs(value));
  }
  view.setFloat32(offset, greatest / Math.sqrt(squares) / VALUE_STEPS, true);
  for (let at = 0; at < values.length; at += 1) view.setInt16(offset + 4 + 2 * at, Math.round((values[at] / greatest) * VALUE_STEPS), true);
}

/** The same bytes, with room for `more` after the first `filled`. */
function roomFor(bytes: Uint8Array, filled: number, more: number): Uint8Array {
  if (filled + more <= bytes.length) return bytes;
  const larger = new Uint8Array(2 * bytes.length + more);
  larger.set(bytes.subarray(0, filled));
  return larger;
}

/** Words in one byte array: as strings they would take five times as much. */
class WordList {
  size = 0;
  #bytes: Uint8Array = new Uint8Array(PIECE_BYTES);
  #ends = new Uint32Array(1024);

  add(word: Uint8Array): void {
    const filled = this.#endOf(this.size - 1);
    this.#bytes = roomFor(this.#bytes, filled, word.length);
    this.#bytes.set(word, filled);
    if (this.size === this.#ends.length) {
      const larger = new Uint32Array(2 * this.#ends.length);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#ends[this.size] = filled + word.length;
    this.size += 1;
  }

  #endOf(number: number): number {
    return number < 0 ? 0 : this.#ends[number];
  }

  #word(number: number): Uint8Array {
    return this.#bytes.subarray(this.#endOf(number - 1), this.#endOf(number));
  }

  /** Four words a bucket on average, in file order within a bucket, so that the first of equal words is found. */
  byBucket(): { readonly heap: Uint8Array; readonly starts: Uint32Array } {
    let buckets = 1;
    while (buckets * 4 < this.size) buckets *= 2;
    const bucket = new Uint32Array(this.size);
    const starts = new Uint32Array(buckets + 1);
    for (let number = 0; number < this.size; number += 1) {
      const word = this.#word(number);
      const into = wordBucket(word, buckets);
      bucket[number] = into;
      starts[into + 1] = starts[into + 1] + word.length + 6;
    }
    for (let at = 1; at <= buckets; at += 1) starts[at] += starts[at - 1];
    const heap = new Uint8Array(starts[buckets]);
    const view = new DataView(heap.buffer);
    const next = starts.slice();
    for (let number = 0; number < this.size; number += 1) {
      const word = this.#word(number);
      const offset = next[bucket[number]];
      view.setUint16(offset, word.length, true);
      heap.set(word, offset + 2);
      view.setUint32(offset + 2 + word.length, number, true);
      next[bucket[number]] = offset + 6 + word.length;
    }
    return { heap, starts };
  }
}
