import { ByteReader } from './byte-buffer.ts';

/*
 * The postings of one term.
 * D: for each piece that holds it, a varint of twice the pieces skipped since the last one, plus 1 if it occurs more than once;
 *    then the occurrences less two.
 * P: for each occurrence its place in the piece, one byte where pieces have at most 512 words, else two. Fixed widths: the
 *    positions of any piece are found by adding up occurrences, without reading those before it.
 * H: where places take one byte, those from 256 on, which are few: for each a varint of the occurrences skipped since the last one.
 */

/** Pieces in order, and where the positions of each begin: those of `pieces[i]` are `[starts[i], starts[i + 1])`. */
export interface Postings {
  readonly pieces: Uint32Array;
  readonly starts: Uint32Array;
}

/** Greatest scale of a varint: enough for twice 2^32 pieces. */
const LARGEST_SCALE = 0x1000000000;

/** The end of a document stays with the piece before it if it is shorter than this fraction (1 / 5) of a piece. */
export const SHORTEST_REST = 5;

/** Maximum number of words in a piece, with such an end. */
export const mostWordsOf = (pieceWords: number): number => pieceWords + Math.ceil(pieceWords / SHORTEST_REST) - 1;

/** Bytes of a position in the file. */
export const positionBytes = (pieceWords: number): 1 | 2 => (mostWordsOf(pieceWords) <= 512 ? 1 : 2);

/** Positions of `cf` occurrences, from P at `start` and H behind it up to `end`. Throws RangeError if they do not fit. */
export function decodePositions(bytes: Uint8Array, start: number, end: number, cf: number, width: 1 | 2): Uint16Array {
  const positions = new Uint16Array(cf);
  if (width === 1) positions.set(bytes.subarray(start, start + cf));
  else for (let at = 0; at < cf; at += 1) positions[at] = bytes[start + 2 * at] | (bytes[start + 2 * at + 1] << 8);
  const high = new ByteReader(bytes, start + cf * width, end);
  for (let at = -1; high.at < high.end; ) {
    at += high.varint() + 1;
    if (at >= cf) throw new RangeError('postings do not fit their entry');
    positions[at] += 256;
  }
  return positions;
}

/** The pieces alone, for counting. Throws RangeError if the bytes do not hold `df` pieces below `size`. */
export function decodePieces(bytes: Uint8Array, start: number, end: number, df: number, size: number): Uint32Array {
  const pieces = new Uint32Array(df);
  let at = start;
  let piece = -1;
  for (let index = 0; index < df; index += 1) {
    const first = bytes[at];
    const second = bytes[at + 1];
    const third = bytes[at + 2];
    const again = first & 1;
    const two = first >> 7;
    const three = two & (second >> 7);
    const next = at + 1 + two + three;
    // Nearly all entries are up to three bytes, and one that counts occurrences. They are read without branches, which would be unpredictable.
    if (((three & (third >> 7)) | (again & (bytes[next] >> 7))) === 0) {
      const value = (first & 127) | (((second & 127) << 7) & -two) | (((third & 127) << 14) & -three);
      at = next + again;
      piece += (value >>> 1) + 1;
      pieces[index] = piece;
      continue;
    }
    let byte = bytes[at++];
    let value = byte & 127;
    for (let scale = 128; byte > 127 && scale < LARGEST_SCALE; scale *= 128) {
      byte = bytes[at++];
      value += (byte & 127) * scale;
    }
    if (again === 1) while (bytes[at++] > 127);
    piece += (value - again) / 2 + 1;
    pieces[index] = piece;
  }
  if (at !== end || piece >= size) throw new RangeError('postings do not fit their entry');
  return pieces;
}

export function decodePostings(bytes: Uint8Array, start: number, end: number, df: number, cf: number, size: number): Postings {
  const pieces = new Uint32Array(df);
  const starts = new Uint32Array(df + 1);
  let at = start;
  let piece = -1;
  let total = 0;
  for (let index = 0; index < df; index += 1) {
    const first = bytes[at];
    const again = first & 1;
    const more = bytes[at + 1];
    // Nearly all entries are one byte, or two where the second counts occurrences. They are read without branches, which would be unpredictable.
    if (((first | (more & -again)) & 128) === 0) {
      at += 1 + again;
      total += 1 + ((more + 1) & -again);
      piece += (first >> 1) + 1;
      pieces[index] = piece;
      starts[index + 1] = total;
      continue;
    }
    at += 1;
    total += 1;
    let value = first & 127;
    if (first > 127) {
      const second = bytes[at++];
      value |= (second & 127) << 7;
      let byte = second;
      for (let scale = 1 << 14; byte > 127 && scale < LARGEST_SCALE; scale *= 128) {
        byte = bytes[at++];
        value += (byte & 127) * scale;
      }
    }
    if (again === 1) {
      let byte = 128;
      total += 1;
      for (let scale = 1; byte > 127 && scale < LARGEST_SCALE; scale *= 128) {
        byte = bytes[at++];
        total += (byte & 127) * scale;
      }
    }
    piece += (value - again) / 2 + 1;
    pieces[index] = piece;
    starts[index + 1] = total;
  }
  if (at !== end || piece >= size || total !== cf) throw new RangeError('postings do not fit their entry');
  return { pieces, starts };
}

/** Words in at least one piece of four get a start for every piece of the corpus: less memory than their positions take. */
const FREQUENT = 4;

/** Start of the positions of every piece of the corpus, then their end, so that no search is needed. Null unless the word is frequent. */
export function startsOfAll({ pieces, starts }: Postings, places: number, size: number): Uint32Array | null {
  if (pieces.length * FREQUENT < size) return null;
  const startOf = new Uint32Array(size + 1);
  let piece = 0;
  for (let at = 0; at < pieces.length; at += 1) {
    const start = starts[at];
    for (const last = pieces[at]; piece <= last; piece += 1) startOf[piece] = start;
  }
  startOf.fill(places, piece);
  return startOf;
}
