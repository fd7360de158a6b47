/**
 * Word vectors, repacked so that one word costs two positioned reads. Little-endian throughout:
 *
 *   header    64 bytes, below
 *   vectors   per word: float32 scale, then int16 a dimension; unit vector = scale x int16, re-normalised
 *   words     bucket after bucket: uint16 length, UTF-8 bytes, uint32 number of the vector; of a phrase words with one space between them
 *   buckets   uint32 a bucket and one more: where it begins, from the first byte of the words
 *
 * int16 keeps the cosine to about 1e-5 in 204 bytes a word of 100 dimensions (int8 would halve that and err by 0.004).
 */
const MAGIC = 0x4345_5655; // "UVEC"
export const PACK_VERSION = 1;
export const HEADER_BYTES = 64;
export const VALUE_STEPS = 32_767;

export interface PackHeader {
  readonly dimensions: number;
  readonly words: number;
  /** A power of two. */
  readonly buckets: number;
  readonly wordsOffset: number;
  readonly bucketsOffset: number;
  /** Phrases have vectors of their own. */
  readonly phrases: boolean;
  /** `folded`: words are stored as their English singulars. */
  readonly plurals: 'exact' | 'folded';
  /** The first 16 bytes of the SHA-256 of the source and the options. */
  readonly origin: Uint8Array;
}

const PHRASES = 1;
const FOLDED = 2;

export const recordBytes = (dimensions: number): number => 4 + 2 * dimensions;

export const packLength = ({ buckets, bucketsOffset }: PackHeader): number => bucketsOffset + 4 * (buckets + 1);

export function writeHeader(header: PackHeader): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, PACK_VERSION, true);
  view.setUint32(8, header.dimensions, true);
  view.setUint32(12, header.words, true);
  view.setUint32(16, header.buckets, true);
  view.setUint32(20, (header.phrases ? PHRASES : 0) | (header.plurals === 'folded' ? FOLDED : 0), true);
  view.setFloat64(24, header.wordsOffset, true);
  view.setFloat64(32, header.bucketsOffset, true);
  bytes.set(header.origin, 40);
  return bytes;
}

/** Null if the bytes are not a pack of this version; the caller makes a new one. */
export function readHeader(bytes: Uint8Array): PackHeader | null {
  if (bytes.length < HEADER_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== MAGIC || view.getUint32(4, true) !== PACK_VERSION) return null;
  return {
    dimensions: view.getUint32(8, true),
    words: view.getUint32(12, true),
    buckets: view.getUint32(16, true),
    phrases: (view.getUint32(20, true) & PHRASES) !== 0,
    plurals: (view.getUint32(20, true) & FOLDED) === 0 ? 'exact' : 'folded',
    wordsOffset: view.getFloat64(24, true),
    bucketsOffset: view.getFloat64(32, true),
    origin: bytes.slice(40, 56),
  };
}

/** Bucket of a word: FNV-1a of its UTF-8 bytes, with a final mix. */
export function wordBucket(word: Uint8Array, buckets: number): number {
  let hash = 0x811c9dc5;
  for (const byte of word) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) & (buckets - 1);
}
