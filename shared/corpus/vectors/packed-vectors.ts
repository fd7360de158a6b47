import { hexOf } from '../../core/keys/digest.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { foldPlural } from '../../core/text/tokens.ts';
import { type ByteSource, onceRead, type Soon } from '../corpus.ts';
import { HEADER_BYTES, PACK_VERSION, type PackHeader, packLength, readHeader, recordBytes, wordBucket } from './pack-format.ts';

const UTF8 = new TextEncoder();
/** Reads under way at the same time, if storage is asynchronous. */
const AT_ONCE = 16;

/**
 * Reads vectors from a pack. Only the bucket table is in memory (1.5 bytes a word). Look-ups go in the order of the pack, so that over a network
 * neighbours come with one request.
 */
export class PackedVectors {
  readonly dimensions: number;
  /** Phrases, as words with one space between them, have vectors of their own. */
  readonly phrases: boolean;
  /** Digest of the source, and the format. */
  readonly version: string;
  readonly #bytes: ByteSource;
  readonly #header: PackHeader;
  readonly #starts: Uint32Array;

  private constructor(bytes: ByteSource, header: PackHeader, starts: Uint32Array) {
    this.#bytes = bytes;
    this.#header = header;
    this.#starts = starts;
    this.dimensions = header.dimensions;
    this.phrases = header.phrases;
    this.version = `${hexOf(header.origin)}/unit-int16-${PACK_VERSION}`;
  }

  /** Null if the bytes are no pack, are damaged or have another version. */
  static async open(bytes: ByteSource): Promise<PackedVectors | null> {
    if (bytes.size < HEADER_BYTES) return null;
    const header = readHeader(await bytes.read(0, HEADER_BYTES));
    if (header === null || !isSound(header) || bytes.size !== packLength(header)) return null;
    const table = await bytes.read(header.bucketsOffset, 4 * (header.buckets + 1));
    // Copied: the bytes may not be aligned to four.
    const starts = new Uint32Array(Uint8Array.from(table).buffer);
    return isAscending(starts, header.bucketsOffset - header.wordsOffset) ? new PackedVectors(bytes, header, starts) : null;
  }

  /** The unit vector of each word or phrase, in order; null if it has none. */
  async vectors(words: readonly string[]): Promise<readonly (Float32Array | null)[]> {
    const folded = this.#header.plurals === 'folded';
    const encoded = words.map((word) => UTF8.encode(folded ? word.split(' ').map(foldPlural).join(' ') : word));
    const buckets = encoded.map((word) => wordBucket(word, this.#header.buckets));
    const numbers = await inOrder(buckets, (at) => this.#find(buckets[at], encoded[at] as Uint8Array));
    return inOrder(numbers, (at) => this.#vector(numbers[at]));
  }

  #find(bucket: number, word: Uint8Array): Soon<number> {
    const start = this.#starts[bucket];
    const entries = this.#bytes.read(this.#header.wordsOffset + start, this.#starts[bucket + 1] - start);
    return onceRead(entries, (read) => this.#sound(numberIn(read, word, this.#header.words)));
  }

  #vector(number: number): Soon<Float32Array | null> {
    if (number === -1) return null;
    const size = recordBytes(this.dimensions);
    const record = this.#bytes.read(HEADER_BYTES + number * size, size);
    return onceRead(record, (read) => this.#sound(unitVector(read, this.dimensions)));
  }

  #sound<T>(read: T | null): T {
    if (read !== null) return read;
    throw new BadInput('this pack of word vectors is damaged; delete it, and it is made anew from the vectors', { file: this.#bytes.name });
  }
}

/** The sections of a pack follow each other. */
const isSound = ({ dimensions, words, buckets, wordsOffset, bucketsOffset }: PackHeader): boolean =>
  dimensions > 0 &&
  buckets > 0 &&
  (buckets & (buckets - 1)) === 0 &&
  wordsOffset === HEADER_BYTES + words * recordBytes(dimensions) &&
  Number.isSafeInteger(bucketsOffset) &&
  bucketsOffset >= wordsOffset;

function isAscending(starts: Uint32Array, end: number): boolean {
  for (let at = 1; at < starts.length; at += 1) if (starts[at] < starts[at - 1]) return false;
  return starts[0] === 0 && starts.at(-1) === end;
}

/** The number of a word's vector in its bucket; -1 if it is absent, null if the entries are damaged. */
function numberIn(entries: Uint8Array, word: Uint8Array, words: number): number | null {
  const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
  for (let at = 0; at < entries.length; ) {
    if (at + 2 > entries.length) return null;
    const length = view.getUint16(at, true);
    if (at + 6 + length > entries.length) return null;
    if (length === word.length && word.every((byte, nth) => entries[at + 2 + nth] === byte)) {
      const number = view.getUint32(at + 2 + length, true);
      return number < words ? number : null;
    }
    at += 6 + length;
  }
  return -1;
}

/** Null for a vector without direction, which is never written. */
function unitVector(record: Uint8Array, dimensions: number): Float32Array | null {
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  const scale = view.getFloat32(0, true);
  const values = Float64Array.from({ length: dimensions }, (_, at) => scale * view.getInt16(4 + 2 * at, true));
  let squares = 0;
  for (const value of values) squares += value * value;
  const length = Math.sqrt(squares);
  if (!(length > 0) || !Number.isFinite(length)) return null;
  return Float32Array.from(values, (value) => value / length);
}

/** Calls `read` for each position in ascending order of `place`; the results keep the order of `place`. Synchronous storage never waits. */
async function inOrder<T>(place: readonly number[], read: (at: number) => Soon<T>): Promise<T[]> {
  const order = Array.from(place.keys()).sort((a, b) => place[a] - place[b]);
  const answers = new Array<T>(place.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < order.length) {
      const at = order[next];
      next += 1;
      const answer = read(at);
      answers[at] = answer instanceof Promise ? await answer : answer;
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, order.length) }, worker));
  return answers;
}
