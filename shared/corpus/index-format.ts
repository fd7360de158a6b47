import { hexOf } from '../core/keys/digest.ts';
import { BadInput } from '../core/model/bad-input.ts';
import { crc32 } from './crc32.ts';

/*
 * An index file, all numbers little endian (docs/corpora.md draws it):
 *
 *   head      128 bytes, below
 *   groups    for each 64 terms in byte order: the postings of those that are not inline, then the dictionary block
 *   sparse    for each group: offset (float64), bytes of postings (uint32), bytes of the block (uint32), end of its key (uint32);
 *             then the keys: the first term of each group
 *   meta      JSON: how the text was made into terms
 *
 * Postings of a term: D, the pieces that hold it (`postings.ts`), its CRC-32; P and H, the positions, their CRC-32.
 * Postings of up to INLINE bytes are in the dictionary block, whose CRC-32 covers them.
 * A pair of adjacent frequent words is a term too, with a space between them, and has D alone (`frequent-pairs.ts`).
 */
export const FORMAT_VERSION = 2;
export const HEAD_BYTES = 128;
export const GROUP_TERMS = 64;
export const INLINE = 40;
export const SPARSE_ENTRY = 20;
const MAGIC = 0x58444e55; // "UNDX"

export interface Head {
  /** Number of pieces, N. */
  readonly pieces: number;
  readonly documents: number;
  readonly tokens: number;
  readonly terms: number;
  readonly groups: number;
  readonly sparseOffset: number;
  readonly sparseBytes: number;
  readonly sparseCrc: number;
  readonly metaBytes: number;
  readonly metaCrc: number;
  /** SHA-256 of everything after the head, in hexadecimal: the version of the corpus. */
  readonly contentHash: string;
}

/** How text became terms. Queries use the same settings. */
export interface IndexMeta {
  readonly normalisation: string;
  readonly plurals: 'exact' | 'folded';
  /** Language of the word segmenter; null if words are runs of letters and digits. */
  readonly lang: string | null;
  readonly pieceWords: number;
  /** Words whose pairs have lists, in byte order. */
  readonly frequent: readonly string[];
}

const NUMBERS = ['pieces', 'documents', 'tokens', 'terms', 'groups', 'sparseOffset', 'sparseBytes', 'metaBytes'] as const;

export function encodeHead(head: Head): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, FORMAT_VERSION, true);
  for (const [at, name] of NUMBERS.entries()) view.setFloat64(8 + 8 * at, head[name], true);
  view.setUint32(72, head.sparseCrc, true);
  view.setUint32(76, head.metaCrc, true);
  for (let at = 0; at < 32; at += 1) bytes[80 + at] = Number.parseInt(head.contentHash.slice(2 * at, 2 * at + 2), 16);
  view.setUint32(HEAD_BYTES - 4, crc32(bytes, 0, HEAD_BYTES - 4), true);
  return bytes;
}

/** True for the head of an index of any format version. */
export const hasMagic = (bytes: Uint8Array): boolean => new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === MAGIC;

/** Checks everything that the head and the size of the file can show. */
export function decodeHead(bytes: Uint8Array, size: number, file: string): Head {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEAD_BYTES || !hasMagic(bytes)) throw new BadInput('this is not an index of unveil', { file });
  const version = view.getUint32(4, true);
  if (version !== FORMAT_VERSION) {
    throw new BadInput(`this index has format ${version}, this program reads format ${FORMAT_VERSION}: build it again`, { file });
  }
  if (view.getUint32(HEAD_BYTES - 4, true) !== crc32(bytes, 0, HEAD_BYTES - 4)) throw damaged(file, 'its head');
  const read = Object.fromEntries(NUMBERS.map((name, at) => [name, view.getFloat64(8 + 8 * at, true)])) as Record<
    (typeof NUMBERS)[number],
    number
  >;
  const expected = read.sparseOffset + read.sparseBytes + read.metaBytes;
  if (size !== expected) {
    throw new BadInput(`this index has ${size} bytes and should have ${expected}: it was cut off or added to; build or copy it again`, {
      file,
    });
  }
  return {
    ...read,
    sparseCrc: view.getUint32(72, true),
    metaCrc: view.getUint32(76, true),
    contentHash: hexOf(bytes.subarray(80, 112)),
  };
}

export const damaged = (file: string, part: string): BadInput =>
  new BadInput(`this index is damaged (${part}): build or copy it again`, { file });

/** Decoders throw RangeError on bytes that make no sense. */
export function orDamaged<T>(file: string, part: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof RangeError) throw damaged(file, part);
    throw error;
  }
}
