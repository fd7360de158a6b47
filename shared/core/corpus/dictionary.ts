import { ByteReader } from './byte-buffer.ts';
import { crc32 } from './crc32.ts';
import { damaged, INLINE, SPARSE_ENTRY } from './index-format.ts';
import { compareBytes } from './vocabulary.ts';

/** Where the postings of a term are and how much of them there is. */
export interface TermInfo {
  /** Pieces that hold the term. */
  readonly df: number;
  /** Its occurrences. */
  readonly cf: number;
  readonly pieceBytes: number;
  readonly positionBytes: number;
  /** Two frequent words: it has pieces only. */
  readonly isPair: boolean;
  /** Both parts, where they stand in the dictionary itself. */
  readonly inline: Uint8Array | null;
  /** Else their place in the file. */
  readonly offset: number;
}

export interface GroupPlace {
  readonly offset: number;
  readonly postingsBytes: number;
  readonly blockBytes: number;
}

/** One entry for each group of terms: all of the dictionary that stays in memory. It is searched as it was read, without parsing. */
export class SparseDictionary {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #groups: number;
  readonly #keys: number;

  constructor(bytes: Uint8Array, groups: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#groups = groups;
    this.#keys = groups * SPARSE_ENTRY;
  }

  /** The group that would hold the token; null before the first. */
  groupOf(token: Uint8Array): GroupPlace | null {
    let low = 0;
    let high = this.#groups;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const start = middle === 0 ? 0 : this.#keyEnd(middle - 1);
      const order = compareBytes(this.#bytes, this.#keys + start, this.#keys + this.#keyEnd(middle), token, 0, token.length);
      if (order <= 0) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return null;
    const at = (low - 1) * SPARSE_ENTRY;
    return {
      offset: this.#view.getFloat64(at, true),
      postingsBytes: this.#view.getUint32(at + 8, true),
      blockBytes: this.#view.getUint32(at + 12, true),
    };
  }

  #keyEnd(group: number): number {
    return this.#view.getUint32(group * SPARSE_ENTRY + 16, true);
  }
}

/** The entry of a token in its group's block; null if the group does not have it. The block is checked first. */
export function findInBlock(
  block: Uint8Array,
  place: GroupPlace,
  token: Uint8Array,
  widthOfPosition: number,
  pieces: number,
  file: string,
): TermInfo | null {
  const end = block.length - 4;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  if (end < 0 || view.getUint32(end, true) !== crc32(block, 0, end)) throw damaged(file, 'a block of its dictionary');
  try {
    return scanBlock(new ByteReader(block, 0, end), place, token, widthOfPosition, pieces);
  } catch (error) {
    if (error instanceof RangeError) throw damaged(file, 'a block of its dictionary');
    throw error;
  }
}

function scanBlock(reader: ByteReader, place: GroupPlace, token: Uint8Array, widthOfPosition: number, pieces: number): TermInfo | null {
  const current = new Uint8Array(512);
  let offset = place.offset;
  while (reader.at < reader.end) {
    const shared = reader.byte();
    const rest = reader.byte();
    const from = reader.skip(rest);
    for (let at = 0; at < rest; at += 1) current[shared + at] = reader.bytes[from + at] as number;
    const df = reader.varint();
    const cf = df + reader.varint();
    const marked = reader.varint();
    const pieceBytes = Math.floor(marked / 2);
    const highBytes = marked % 2 === 1 ? reader.varint() : -1;
    const isPair = highBytes === 0;
    const positionBytes = isPair ? 0 : cf * widthOfPosition + Math.max(0, highBytes);
    const checked = pieceBytes + positionBytes + (isPair ? 4 : 8);
    const isInline = pieceBytes + positionBytes <= INLINE;
    const inlineAt = isInline ? reader.skip(pieceBytes + positionBytes) : 0;
    const order = compareBytes(current, 0, shared + rest, token, 0, token.length);
    if (order === 0) {
      if (df < 1 || df > pieces || (!isInline && offset + checked > place.offset + place.postingsBytes)) {
        throw new RangeError('an entry that cannot be');
      }
      const inline = isInline ? reader.bytes.subarray(inlineAt, inlineAt + pieceBytes + positionBytes) : null;
      return { df, cf, pieceBytes, positionBytes, isPair, inline, offset };
    }
    if (order > 0) return null;
    if (!isInline) offset += checked;
  }
  return null;
}
