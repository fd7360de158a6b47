import { ByteReader } from './byte-buffer.ts';
import { crc32 } from './crc32.ts';
import { damaged, INLINE, orDamaged, SPARSE_ENTRY } from './index-format.ts';
import { compareBytes } from './vocabulary.ts';

/** Dictionary entry of a term: its counts, and the place and size of its postings. */
export interface TermInfo {
  /** Number of pieces that contain the term. */
  readonly df: number;
  /** Number of occurrences. */
  readonly cf: number;
  readonly pieceBytes: number;
  readonly positionBytes: number;
  /** A pair of adjacent frequent words, which has pieces but no positions. */
  readonly isPair: boolean;
  /** Short postings, which are in the dictionary block itself; else null. */
  readonly inline: Uint8Array | null;
  /** Place of longer postings in the file. */
  readonly offset: number;
}

interface GroupPlace {
  readonly offset: number;
  readonly postingsBytes: number;
  readonly blockBytes: number;
}

/** One entry for each group of terms: the only part of the dictionary in memory. It is searched in its stored form, without parsing. */
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

  /** The group that would contain the token; -1 if the token sorts before the first group. */
  groupOf(token: Uint8Array): number {
    let low = 0;
    let high = this.#groups;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const start = middle === 0 ? 0 : this.#keyEnd(middle - 1);
      const order = compareBytes(this.#bytes, this.#keys + start, this.#keys + this.#keyEnd(middle), token, 0, token.length);
      if (order <= 0) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  get groups(): number {
    return this.#groups;
  }

  place(group: number): GroupPlace {
    const at = group * SPARSE_ENTRY;
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

/** Entry of a token in the block of its group, which was checked; null if it is not there. */
export const findInBlock = (
  block: Uint8Array,
  place: GroupPlace,
  token: Uint8Array,
  widthOfPosition: number,
  pieces: number,
  file: string,
): TermInfo | null => orDamaged(file, BLOCK, () => new BlockWalk(block, place, widthOfPosition, pieces).find(token));

/** Every entry of a block, in byte order. Checks the block first. */
export function entriesOfBlock(
  block: Uint8Array,
  place: GroupPlace,
  widthOfPosition: number,
  pieces: number,
  file: string,
): { readonly token: string; readonly info: TermInfo }[] {
  checkBlock(block, file);
  const walk = new BlockWalk(block, place, widthOfPosition, pieces);
  const entries: { readonly token: string; readonly info: TermInfo }[] = [];
  orDamaged(file, BLOCK, () => {
    while (walk.next()) entries.push({ token: DECODER.decode(walk.token.subarray(0, walk.length)), info: walk.info() });
  });
  return entries;
}

const DECODER = new TextDecoder();
const BLOCK = 'a block of its dictionary';

export function checkBlock(block: Uint8Array, file: string): void {
  const end = block.length - 4;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  if (end < 0 || view.getUint32(end, true) !== crc32(block, 0, end)) throw damaged(file, BLOCK);
}

/** Two lengths of one byte each bound a token. No walk reads what another left here. */
const TOKEN = new Uint8Array(512);

/** Cursor over the entries of a block. `next` overwrites its fields. One at a time. */
class BlockWalk {
  readonly token = TOKEN;
  length = 0;
  readonly #reader: ByteReader;
  readonly #place: GroupPlace;
  readonly #width: number;
  readonly #pieces: number;
  #offset: number;
  #df = 0;
  #cf = 0;
  #pieceBytes = 0;
  #positionBytes = 0;
  #isPair = false;
  /** Place of the postings in the block; -1 if they are elsewhere in the file. */
  #inlineAt = 0;

  constructor(block: Uint8Array, place: GroupPlace, widthOfPosition: number, pieces: number) {
    this.#reader = new ByteReader(block, 0, block.length - 4);
    this.#place = place;
    this.#width = widthOfPosition;
    this.#pieces = pieces;
    this.#offset = place.offset;
  }

  next(): boolean {
    const reader = this.#reader;
    if (!this.#goOn()) return false;
    const shared = reader.byte();
    const rest = reader.byte();
    const from = reader.skip(rest);
    for (let at = 0; at < rest; at += 1) this.token[shared + at] = reader.bytes[from + at];
    this.length = shared + rest;
    this.#entry();
    return true;
  }

  /** Compares what an entry does not share with the one before it, and copies nothing. */
  find(wanted: Uint8Array): TermInfo | null {
    const reader = this.#reader;
    let alike = 0;
    while (this.#goOn()) {
      const shared = reader.byte();
      const rest = reader.byte();
      const from = reader.skip(rest);
      // Less of the wanted token than the one before it: it sorts behind.
      if (shared < alike) return null;
      if (shared === alike) {
        const most = Math.min(rest, wanted.length - shared);
        let same = 0;
        while (same < most && reader.bytes[from + same] === wanted[shared + same]) same += 1;
        alike += same;
        const ends = same === rest;
        if (!ends && (alike === wanted.length || reader.bytes[from + same] > wanted[alike])) return null;
        this.#entry();
        if (ends && alike === wanted.length) return this.info();
      } else this.#entry();
    }
    return null;
  }

  #goOn(): boolean {
    if (this.#inlineAt < 0) this.#offset += this.#postings();
    return this.#reader.at < this.#reader.end;
  }

  /** What stands behind the token of an entry. */
  #entry(): void {
    const reader = this.#reader;
    this.#df = reader.varint();
    this.#cf = this.#df + reader.varint();
    const marked = reader.varint();
    this.#pieceBytes = Math.floor(marked / 2);
    const highBytes = marked % 2 === 1 ? reader.varint() : -1;
    this.#isPair = highBytes === 0;
    this.#positionBytes = this.#isPair ? 0 : this.#cf * this.#width + Math.max(0, highBytes);
    const bytes = this.#pieceBytes + this.#positionBytes;
    this.#inlineAt = bytes <= INLINE ? reader.skip(bytes) : -1;
  }

  /** Bytes of the postings in the file, with checksums. */
  #postings(): number {
    return this.#pieceBytes + this.#positionBytes + (this.#isPair ? 4 : 8);
  }

  info(): TermInfo {
    const [df, cf, pieceBytes, positionBytes] = [this.#df, this.#cf, this.#pieceBytes, this.#positionBytes];
    const isInline = this.#inlineAt >= 0;
    const { offset, postingsBytes } = this.#place;
    if (df < 1 || df > this.#pieces || (!isInline && this.#offset + this.#postings() > offset + postingsBytes)) {
      throw new RangeError('an entry that cannot be');
    }
    const inline = isInline ? this.#reader.bytes.subarray(this.#inlineAt, this.#inlineAt + pieceBytes + positionBytes) : null;
    return { df, cf, pieceBytes, positionBytes, isPair: this.#isPair, inline, offset: this.#offset };
  }
}
